/** `fpk init`: writes a target file from options, or from answers on a terminal, and tries it. */
import { existsSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { collectValues } from "../../cli/options.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { wrap } from "../../cli/wrap.ts";
import { writeFileAtomically } from "../../cli/write-file.ts";
import { operationIds } from "../../spec/contract.ts";
import { parseTarget } from "../target-file/parse.ts";
import { guessed } from "./rate-limit-shown.ts";
import { type Draft, type DraftOptions, draftOf, withShown } from "./target-draft.ts";
import { tryTargetFile } from "./try-target.ts";

interface InitOptions extends DraftOptions {
  readonly out: string;
  readonly force?: boolean;
  readonly try: boolean;
}

export function configure(command: Command): void {
  command
    .argument("[url]", "the API's base URL, without /v1; without it, on a terminal, fpk init asks for everything")
    .option("--out <file>", "the file to write", "fpk.target.json")
    .option(
      "--key <NAME[@ORG]>",
      "a variable that holds an API key, and its organization's id (repeatable)",
      collectValues,
    )
    .option("--session <NAME[@ORG]>", "a variable that holds a session token (repeatable)", collectValues)
    .option("--expired <NAME[@ORG]>", "a variable that holds an expired API key (repeatable)", collectValues)
    .option(
      "--denied <NAME:OPERATION>",
      "an operation that this key or session is not permitted (repeatable)",
      collectValues,
    )
    .option("--limit <n>", "requests in a window (default: the value in the target's headers, else 100)")
    .option("--window <seconds>", "the length of the window (default: the value in the target's headers, else 60)")
    .option("--unlimited", "declare that rate limiting is switched off at this target")
    .option("--force", "overwrite an existing file")
    .option("--no-try", "do not send requests to try the file")
    .addHelpText(
      "after",
      `
The file holds the variables' names, never a token.

Example:
  fpk init https://dev.example.com/api --key KEY_A@org_1 --key KEY_A2@org_1 --key KEY_B@org_2 \\
    --expired OLD@org_1 --session SESS@org_1 --denied SESS:listFeatures

Operations, for --denied:
${wrap(operationIds.join(", "), 78)
  .map((line) => `  ${line}`)
  .join("\n")}`,
    );
}

export async function run(url: string | undefined, options: InitOptions, io: VerbContext): Promise<number> {
  if (existsSync(options.out) && options.force !== true) {
    throw new UsageError(`${options.out} already exists; --force overwrites it, --out names another file`);
  }
  const answers = url === undefined ? await askForAnswers(io) : { url, options };
  const draft = draftOf(answers.url, answers.options);
  const variables = draft.credentials.map(({ token }) => token.slice(2, -1));
  const placeholders = variables.map((name, at) => [name, `not-a-token-${at}`]);
  parseTarget(draft, Object.fromEntries(placeholders), options.out);
  await write(draft, options.out);
  io.stdout.write(`${options.out} is written\n`);
  const unset = variables.filter((name) => io.env[name] === undefined);
  if (unset.length > 0) {
    io.stdout.write(
      `not tried: set ${unset.join(", ")}, then run fpk check --target ${options.out}, or this command with --force, which also fills in each org\n`,
    );
    const { rateLimit } = draft;
    if (rateLimit !== null && answers.options.window === undefined) io.stdout.write(guessed(rateLimit));
    return 0;
  }
  if (!options.try) return 0;
  const { limit, window } = answers.options;
  const { exitCode, shown } = await tryTargetFile(
    options.out,
    { isLimitOpen: limit === undefined, isWindowOpen: window === undefined },
    io,
  );
  if (shown !== undefined) await write(withShown(draft, shown), options.out);
  return exitCode;
}

const write = (draft: Draft, path: string) => writeFileAtomically(path, `${JSON.stringify(draft, null, 2)}\n`);

async function askForAnswers(io: VerbContext): Promise<{ readonly url: string; readonly options: InitOptions }> {
  if (!io.stdout.isTTY || !process.stdin.isTTY)
    throw new UsageError("without a terminal to ask on, give a URL: fpk init URL --key KEY_A");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const question = async (text: string) => (await terminal.question(`${text} `, { signal: io.signal })).trim();
  const askList = async (text: string) => (await question(text)).split(/[\s,]+/).filter((word) => word !== "");
  try {
    const url = await question("Base URL, without /v1:");
    const key = await askList("Variables that hold API keys, as NAME@ORG, two of one organization first:");
    const session = await askList("Variables that hold session tokens (empty: none):");
    const expired = await askList("Variables that hold expired API keys (empty: none):");
    const denied = await askList("Operations that a caller is not permitted, as NAME:operation (empty: none):");
    const limit = await question("Requests in a window [what the headers say, else 100]:");
    const window = await question("Length of the window in seconds [what the headers say, else 60]:");
    const rateLimit = { ...(limit === "" ? {} : { limit }), ...(window === "" ? {} : { window }) };
    return { url, options: { out: "", try: true, key, session, expired, denied, ...rateLimit } };
  } finally {
    terminal.close();
  }
}
