/** One self-contained script: the scenario with all that it imports, to be mounted, sent to a cluster, or edited. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../../cli/usage-error.ts";

/** What the bundle says of where a part comes from is told from here, wherever this package lies. */
const root = fileURLToPath(new URL("../..", import.meta.url));

/** JavaScript that k6 1.0 and later runs. Comments at the beginning of a line are kept. Throws `UsageError` for a script that is none. */
export async function bundleOf(script: string): Promise<string> {
  const { build } = await import("esbuild");
  const built = await build({
    entryPoints: [resolve(script)],
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    target: "es2023",
    charset: "utf8",
    external: ["k6", "k6/*", "https://*"],
    // Only these comments survive, so for the moment all of them are such.
    legalComments: "inline",
    logLevel: "silent",
    plugins: [
      {
        name: "keep-comments",
        setup({ onLoad }) {
          onLoad({ filter: /\.[jt]s$/ }, ({ path }) => ({
            contents: marked(readFileSync(path, "utf8")),
            loader: path.endsWith(".ts") ? "ts" : "js",
          }));
        },
      },
    ],
  }).catch((error: Error) => {
    throw new UsageError(`${script} is no script that can be bundled: ${error.message.trim().split("\n").at(-1)}`);
  });
  return unmarked(built.outputFiles[0]?.text ?? "");
}

const marked = (code: string) => code.replace(/^(\s*)\/\*\*/gm, "$1/*!").replace(/^(\s*)\/\/ /gm, "$1//! ");
const unmarked = (code: string) => code.replace(/^(\s*)\/\*!/gm, "$1/**").replace(/^(\s*)\/\/! /gm, "$1// ");
