/** One self-contained script: a scenario with all that it imports, to be mounted in a container, sent to a cluster, or edited. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../../cli/usage-error.ts";

/** The bundle names the files of its parts relative to this folder, wherever the package is installed. */
const root = fileURLToPath(new URL("../..", import.meta.url));

/** JavaScript that k6 1.0 and later runs, with the comments that begin a line. Throws `UsageError` if it is not a script. */
export async function bundleScript(script: string): Promise<string> {
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
    // esbuild keeps only legal comments, so all comments are marked as legal for the moment.
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
    throw new UsageError(`${script} cannot be bundled: ${error.message.trim().split("\n").at(-1)}`);
  });
  return unmarked(built.outputFiles[0]?.text ?? "");
}

const marked = (code: string) => code.replace(/^(\s*)\/\*\*/gm, "$1/*!").replace(/^(\s*)\/\/ /gm, "$1//! ");
const unmarked = (code: string) => code.replace(/^(\s*)\/\*!/gm, "$1/**").replace(/^(\s*)\/\/! /gm, "$1// ");
