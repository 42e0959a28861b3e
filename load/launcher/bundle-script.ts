/** Makes JavaScript for k6 of a scenario's source: bundled with its imports, for a container, a cluster or `--eject`; or the script alone. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuildOptions, Plugin } from "esbuild";
import { UsageError } from "../../cli/usage-error.ts";

/** The package's folder. Comments in the bundle name source files relative to it, so the bundle is the same wherever the package is installed. */
const root = fileURLToPath(new URL("../..", import.meta.url));

const language = { target: "es2023", charset: "utf8", logLevel: "silent" } as const;

/** JavaScript that k6 1.0 and later runs; comments that begin a line are kept. Throws `UsageError` if the file is not a script. */
export const bundleScript = (script: string): Promise<string> => bundle({ entryPoints: [resolve(script)] }, script);

/** A scenario that only records: a virtual user of it starts in a tenth of the time, since it loads no laws and validators. */
export const bundleRecordingScript = (script: string): Promise<string> =>
  bundle({ entryPoints: [resolve(script)] }, script, [withoutLaws]);

const withoutLaws: Plugin = {
  name: "without-laws",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/contract\.[jt]s$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.replace("contract", "recording-contract")),
    }));
  },
};

/** One module that exports these names of these files. `exported`: the names, by the file's absolute path. */
export function bundleModules(exported: ReadonlyMap<string, readonly string[]>, name: string): Promise<string> {
  const lines = [...exported].map(([path, names]) => `export { ${names.join(", ")} } from ${JSON.stringify(path)};`);
  return bundle({ stdin: { contents: lines.join("\n"), resolveDir: root } }, name);
}

async function bundle(
  entry: Pick<BuildOptions, "entryPoints" | "stdin">,
  name: string,
  plugins: readonly Plugin[] = [],
): Promise<string> {
  const { build } = await import("esbuild");
  const built = await build({
    ...entry,
    ...language,
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    external: ["k6", "k6/*", "https://*"],
    // esbuild keeps only legal comments (`/*!`), so `marked` makes legal comments of all, and `unmarked` undoes it.
    legalComments: "inline",
    plugins: [
      ...plugins,
      {
        name: "keep-comments",
        setup({ onLoad }) {
          onLoad({ filter: /\.[jt]s$/ }, ({ path }) => ({
            contents: marked(readFileSync(path, "utf8")),
            loader: loaderOf(path),
          }));
        },
      },
    ],
  }).catch((error: Error) => {
    throw new UsageError(`${name} cannot be bundled: ${error.message.trim().split("\n").at(-1)}`);
  });
  return unmarked(built.outputFiles?.[0]?.text ?? "");
}

/** The script alone as JavaScript; its imports stay as they are. Throws `UsageError` if the file is not a script. */
export async function plainScript(script: string): Promise<string> {
  const { transform } = await import("esbuild");
  const options = { ...language, loader: loaderOf(script), legalComments: "inline" } as const;
  const { code } = await transform(marked(readFileSync(script, "utf8")), options).catch((error: Error) => {
    throw new UsageError(`${script} is not a script: ${error.message.trim().split("\n").at(-1)}`);
  });
  return unmarked(code);
}

const loaderOf = (path: string) => (path.endsWith(".ts") ? "ts" : "js");

const marked = (code: string) => code.replace(/^(\s*)\/\*\*/gm, "$1/*!").replace(/^(\s*)\/\/ /gm, "$1//! ");
const unmarked = (code: string) => code.replace(/^(\s*)\/\*!/gm, "$1/**").replace(/^(\s*)\/\/! /gm, "$1// ");
