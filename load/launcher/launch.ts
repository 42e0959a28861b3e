/** Runs a scenario by one k6 process or several, and joins what they left. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../../cli/usage-error.ts";
import type { ExchangeRecord } from "../../conformance/model/exchange.ts";
import { currentUser } from "../../conformance/tools/container.ts";
import type { Environment, Found } from "../../conformance/tools/tool.ts";
import { bundleOf } from "./bundle.ts";
import { type Collected, collect } from "./collect.ts";
import { baseUrlInside, commandLineOf } from "./k6-command.ts";
import type { K6Progress } from "./k6-progress.ts";
import type { Roles } from "./roles.ts";
import { type Ended, runK6 } from "./run-k6.ts";
import type { Scenario } from "./scenario.ts";

export interface LaunchOptions {
  readonly found: Found;
  readonly scenario: Scenario;
  readonly variables: Readonly<Record<string, string>>;
  readonly roles: Roles;
  readonly instances: number;
  readonly passedOn: readonly string[];
  /** Sent before. */
  readonly before: readonly ExchangeRecord[];
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly progress: K6Progress;
  readonly redact: (text: string) => string;
}

export interface Launched extends Collected {
  /** Why k6 is not to be relied on, in words, where it failed by itself. */
  readonly failure?: string;
  /** Why the script says that it cannot be run here: `limit needs a rate limit`. */
  readonly refusal?: string;
}

/** k6's own codes: thresholds were crossed; the script calls the test failed. Then it has run to its end. */
const judgedByK6 = new Set([0, 99, 110]);
/** An exception in `setup`, thrown at once or in a promise, or in the script's own first lines. */
const scriptExceptionCodes = new Set<number | undefined>([107, 255]);
/** k6 was ended by a signal. */
const interruptedCode = 105;

/** Leaves no file behind, but k6's output where k6 failed. */
export async function launch(options: LaunchOptions): Promise<Launched> {
  const { found, scenario, instances, progress, signal, roles, before, redact } = options;
  const folder = mkdtempSync(join(tmpdir(), "fpk-load-"));
  try {
    const folders = Array.from({ length: instances }, (_, index) => join(folder, String(index)));
    for (const each of folders) mkdirSync(each);
    const bundle = found.kind === "docker" ? await bundleOf(scenario.path) : undefined;
    const user = currentUser();
    const common = {
      ...options,
      platform: process.platform,
      cwd: process.cwd(),
      ...(user === undefined ? {} : { user }),
    };
    const ended = await Promise.all(
      folders.map((each, index) => {
        const script = bundle === undefined ? scenario.path : join(each, "script.js");
        if (bundle !== undefined) writeFileSync(script, bundle);
        const line = commandLineOf({ ...common, script, folder: each, share: { index, of: instances } });
        // The others do the same at the same time: one tells how far they are.
        const told = index === 0 ? progress.line : () => {};
        return runK6(line, told, signal);
      }),
    );
    progress.end();
    const baseUrl = { outside: options.variables.BASE_URL ?? "", inside: baseUrlInside(common) };
    const collected = await collect({ folders, roles, before, baseUrl });
    requireTaken(ended, options.passedOn);
    const refusal = refusalOf(ended, redact);
    const failure = refusal === undefined ? failureOf(ended, signal, redact) : undefined;
    return {
      ...collected,
      ...(refusal === undefined ? {} : { refusal }),
      ...(failure === undefined ? {} : { failure }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws `UsageError` where k6 does not know what the user has passed on. */
function requireTaken(ended: readonly Ended[], passedOn: readonly string[]): void {
  if (passedOn.length === 0) return;
  const refused = ended.flatMap(
    ({ output }) => /\b(?:unknown (?:shorthand )?flag|invalid argument)\b[^\n]*/.exec(output) ?? [],
  )[0];
  if (refused !== undefined) throw new UsageError(`k6 refuses what follows --: ${refused.trim().replace(/"$/, "")}`);
}

/** A script whose `setup` calls k6's `fail` says in a sentence why it cannot be run. */
function refusalOf(ended: readonly Ended[], redact: (text: string) => string): string | undefined {
  const refused = ended.find(({ code }) => scriptExceptionCodes.has(code));
  const sentence = refused === undefined ? undefined : /\bGoError: (.+?)(?:\\n|\n|$)/.exec(refused.output)?.[1];
  return sentence === undefined ? undefined : redact(sentence.trim());
}

function failureOf(ended: readonly Ended[], signal: AbortSignal, redact: (text: string) => string): string | undefined {
  const failed = ended.find(({ code }) => code === undefined || !judgedByK6.has(code));
  if (failed === undefined || (signal.aborted && (failed.code === interruptedCode || failed.code === undefined))) {
    return undefined;
  }
  const output = redact(failed.output);
  const path = join(mkdtempSync(join(tmpdir(), "fpk-load-")), "k6.log");
  writeFileSync(path, output, { mode: 0o600 });
  const last = output
    .split("\n")
    .findLast((line) => /error|exception|cannot|invalid/i.test(line))
    ?.trim();
  const how = failed.code === undefined ? "could not be run" : `ended with ${failed.code}`;
  return `k6 ${how}${last === undefined ? "" : `: ${last}`}; all that it said is in ${path}`;
}
