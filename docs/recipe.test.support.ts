/** Runs the lines of a page's recipe, as a runner does. */
import { chmodSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "../conformance/tools/run-program.ts";
import { built } from "../reference/built.test.support.ts";

/** Programs that are found before others: `npx fpk` as installed, `npm` and `gh` that write down how they were called. */
const programs = mkdtempSync(join(tmpdir(), "fpk-recipes-"));

function program(name: string, script: string): void {
  writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(programs, name), 0o755);
}

/** `called`: a line for each call of `npm` and `gh`. The environment has nothing but `env`, and where programs are. */
export async function runRecipe(folder: string, lines: string, env: Readonly<Record<string, string>> = {}) {
  const called = join(mkdtempSync(join(tmpdir(), "fpk-called-")), "called");
  writeFileSync(called, "");
  program("npx", `[ "$1" = fpk ] && shift && exec '${process.execPath}' '${fileURLToPath(built("cli.js"))}' "$@"`);
  program("npm", 'echo "npm $*" >> "$CALLED"');
  program("gh", 'echo "gh $*" >> "$CALLED"; [ "$2" = --paginate ] && echo "$COMMENT_ID"; true');
  const { PATH = "", HOME = "" } = process.env;
  const all = { HOME, CALLED: called, ...env, PATH: [programs, env.PATH ?? PATH].join(delimiter) };
  const args = ["-e", "-c", `cd "$1"; ${lines}`, "bash", realpathSync(folder)];
  const ended = await runProgram("bash", args, all, { timeoutMs: 500_000 });
  return { ...ended, called: readFileSync(called, "utf8") };
}
