/** The reference in a process of its own, which a test may kill. */

import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ModuleKind, ScriptTarget, transpileModule } from "typescript";

const root = fileURLToPath(new URL("../..", import.meta.url));

const compilerOptions = {
  module: ModuleKind.ESNext,
  target: ScriptTarget.ES2023,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};

/** Translates what the child needs, so that it runs where types are not stripped. Returns the folder and a remover. */
export function translate(layers: readonly string[] = ["spec", "reference"]): {
  readonly folder: string;
  remove(): void;
} {
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "reference-"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const inside = (name: string) =>
    (readdirSync(join(root, name), { recursive: true }) as string[]).map((file) => join(name, file));
  for (const file of ["clock.ts", ...layers.flatMap(inside)]) {
    if (!/\.(ts|yaml|json)$/.test(file) || file.includes(".test.")) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    if (!file.endsWith(".ts")) copyFileSync(join(root, file), join(folder, file));
    else writeFileSync(join(folder, file.replace(/ts$/, "js")), javascript(join(root, file)));
  }
  const url = (path: string) => JSON.stringify(`./${path}`);
  const script = `
    import { realClock } from ${url("clock.js")};
    import { serve } from ${url("reference/verbs/serve.js")};
    const { stdout, stderr } = process;
    process.exitCode = await serve(JSON.parse(process.argv[2]), { stdout, stderr, clock: realClock, signal: new AbortController().signal });
  `;
  writeFileSync(join(folder, "serve.js"), script);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const javascript = (path: string) => transpileModule(readFileSync(path, "utf8"), { compilerOptions }).outputText;

export interface Child {
  readonly process: ChildProcess;
  readonly baseUrl: string;
}

/** Starts `serve` with these options; resolves when it tells its base URL. */
export function serveInChild(folder: string, options: object): Promise<Child> {
  const flags = "Deno" in globalThis ? ["run", "-A", "--node-modules-dir=manual"] : [];
  const child = spawn(process.execPath, [...flags, join(folder, "serve.js"), JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((resolve, reject) => {
    let told = "";
    let complaints = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      told += text;
      if (told.includes("\n")) resolve({ process: child, baseUrl: told.split("\n")[0] ?? "" });
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaints += text;
    });
    child.on("exit", (code) => reject(new Error(`the child ended with ${code}: ${complaints}`)));
  });
}

/** Kills a child as `kill -9` does, and waits until it is gone. */
export function kill({ process: child }: Child): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
