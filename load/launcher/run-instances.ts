/** Runs a scenario by one k6 process or several, and collects what they recorded. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { UsageError } from "../../cli/usage-error.ts";
import { currentUser } from "../../conformance/tools/container.ts";
import type { Environment, Found } from "../../conformance/tools/tool.ts";
import { bundleScript } from "./bundle-script.ts";
import { type Collected, collectRecords } from "./collect-records.ts";
import { baseUrlInside, commandLineOf } from "./k6-command.ts";
import type { K6Progress } from "./k6-progress.ts";
import { refusedByK6 } from "./refused-by-k6.ts";
import type { Roles } from "./roles.ts";
import { type Ended, runK6 } from "./run-k6.ts";
import type { Scenario } from "./scenario.ts";

interface InstancesOptions {
  readonly found: Found;
  readonly scenario: Scenario;
  readonly variables: Readonly<Record<string, string>>;
  readonly roles: Roles;
  readonly instances: number;
  readonly forwardedArgs: readonly string[];
  /** The number of the script's first exchange in the run. */
  readonly firstIndex: number;
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly progress: K6Progress;
  readonly redact: (text: string) => string;
}

export interface InstancesResult extends Collected {
  /** Why k6 failed by itself, so that its results are incomplete. */
  readonly failure: string | undefined;
  /** Why the script says that it cannot be run here: `limit needs a rate limit`. */
  readonly refusal: string | undefined;
  /** What the script threw, with its place. k6 does not count an exception in an iteration as a failure. */
  readonly exception: string | undefined;
  /** One of the script's own checks failed. */
  readonly hasFailed: boolean;
}

/** k6's exit codes after it has run the script to its end: also with crossed thresholds, or a test marked as failed. */
const completedCodes = new Set([0, 99, 110]);
/** An exception in `setup`, synchronous or in a promise, or in the first lines of the script. */
const scriptExceptionCodes = new Set<number | undefined>([107, 255]);
/** k6 was ended by a signal. */
const interruptedCode = 105;

/** Leaves no file behind, except k6's output if k6 failed. */
export async function runInstances(options: InstancesOptions): Promise<InstancesResult> {
  const { signal, roles, firstIndex, redact, instances, forwardedArgs } = options;
  const folder = mkdtempSync(join(tmpdir(), "fpk-load-"));
  try {
    const folders = Array.from({ length: instances }, (_, index) => join(folder, String(index)));
    const ended = await runAll(options, folders);
    requireAccepted(ended, forwardedArgs, redact);
    const inside = baseUrlInside({ ...options, platform: process.platform });
    const baseUrl = { outside: options.variables.BASE_URL ?? "", inside };
    const collected = await collectRecords({ folders, roles, firstIndex, baseUrl });
    const exception = exceptionOf(ended, redact);
    const hasEnded = ended.some(({ code }) => scriptExceptionCodes.has(code));
    // What a script of the user's throws is no fault of this suite.
    const isOwn = options.scenario.plan === undefined;
    const refusal = refusalOf(ended, redact) ?? (isOwn && hasEnded ? exception : undefined);
    return {
      ...collected,
      exception,
      hasFailed: collected.judgements.some(({ verdict }) => verdict === "fail"),
      refusal,
      failure: refusal === undefined ? failureOf(ended, signal, redact) : undefined,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runAll(options: InstancesOptions, folders: readonly string[]): Promise<readonly Ended[]> {
  const { found, scenario, progress, signal } = options;
  const bundle = found.kind === "docker" ? await bundleScript(scenario.path) : undefined;
  const user = currentUser();
  const common = {
    ...options,
    platform: process.platform,
    cwd: process.cwd(),
    ...(user === undefined ? {} : { user }),
  };
  const running = folders.map((folder, index) => {
    mkdirSync(folder);
    const script = bundle === undefined ? scenario.path : join(folder, "script.js");
    if (bundle !== undefined) writeFileSync(script, bundle);
    const line = commandLineOf({ ...common, script, folder, share: { index, of: folders.length } });
    // All instances do the same at the same time: the progress of one is enough.
    return runK6(line, index === 0 ? progress.line : () => {}, signal);
  });
  const ended = await Promise.all(running);
  progress.end();
  return ended;
}

/** Throws `UsageError` if k6 does not accept a forwarded argument, or the script. */
function requireAccepted(
  ended: readonly Ended[],
  forwardedArgs: readonly string[],
  redact: InstancesOptions["redact"],
): void {
  const complaint = refusedByK6(ended);
  if (complaint === undefined) return;
  const what = forwardedArgs.length === 0 ? "the script" : "what follows --";
  throw new UsageError(`k6 refuses ${what}: ${redact(complaint)}`);
}

/** A script whose `setup` calls k6's `fail` says in a sentence why it cannot be run. */
function refusalOf(ended: readonly Ended[], redact: (text: string) => string): string | undefined {
  const refused = ended.find(({ code }) => scriptExceptionCodes.has(code));
  const sentence = refused === undefined ? undefined : /\bGoError: (.+?)(?:\\n|\n|$)/.exec(refused.output)?.[1];
  return sentence === undefined ? undefined : redact(sentence.trim());
}

/** `the script threw: TypeError: … (own.js:2:24)`. k6 prints the place below the sentence. */
function exceptionOf(ended: readonly Ended[], redact: (text: string) => string): string | undefined {
  for (const { output } of ended) {
    const [, sentence, place] =
      /^(.+?)(?:\\n|\n)(?:\\t|\s+)at (?:[^\n]*?\()?(?:file:\/\/)?([^\s()]+:\d+:\d+)\(/m.exec(output) ?? [];
    if (sentence !== undefined) return redact(`the script threw: ${sentence.trim()} (${basename(place ?? "")})`);
  }
  return undefined;
}

function failureOf(ended: readonly Ended[], signal: AbortSignal, redact: (text: string) => string): string | undefined {
  const failed = ended.find(({ code }) => code === undefined || !completedCodes.has(code));
  if (failed === undefined || (signal.aborted && (failed.code === interruptedCode || failed.code === undefined))) {
    return undefined;
  }
  const output = redact(failed.output);
  const path = join(mkdtempSync(join(tmpdir(), "fpk-load-")), "k6.log");
  writeFileSync(path, output, { mode: 0o600 });
  const errorLine = output
    .split("\n")
    .findLast((line) => /error|exception|cannot|invalid/i.test(line))
    ?.trim();
  const how = failed.code === undefined ? "could not be run" : `ended with ${failed.code}`;
  return `k6 ${how}${errorLine === undefined ? "" : `: ${errorLine}`}; its whole output is in ${path}`;
}
