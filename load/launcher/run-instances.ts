/** Runs a scenario in one k6 process or several, and collects what they recorded. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { UsageError } from "../../cli/usage-error.ts";
import type { Recorder } from "../../conformance/client/recorder.ts";
import { currentUser } from "../../conformance/tools/container.ts";
import type { Environment, FoundTool } from "../../conformance/tools/tool.ts";
import { abortMessage, stoppedAnswering } from "../in-k6/stopped-answering.ts";
import { bundleRecordingScript, bundleScript } from "./bundle-script.ts";
import { type Collected, collectRecords } from "./collect-records.ts";
import { baseUrlInside, commandLineOf } from "./k6-command.ts";
import { type K6Progress, withoutRefusals } from "./k6-progress.ts";
import { type MachineLoad, watchMachine } from "./machine-load.ts";
import { inOptionsOf, refusedByK6 } from "./refused-by-k6.ts";
import type { Roles } from "./roles.ts";
import { type K6Exit, runK6 } from "./run-k6.ts";
import { isUserScript, type Scenario } from "./scenario.ts";

interface InstancesOptions {
  readonly found: FoundTool;
  readonly scenario: Scenario;
  readonly variables: Readonly<Record<string, string>>;
  readonly roles: Roles;
  readonly instances: number;
  readonly forwardedArgs: readonly string[];
  /** The index of the script's first exchange in the report. */
  readonly firstIndex: number;
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly progress: K6Progress;
  readonly redact: (text: string) => string;
  readonly recorder: Recorder;
}

export interface InstancesResult extends Collected {
  /** How busy this machine was; absent for records of another one. */
  readonly machine?: MachineLoad;
  /** Why k6 itself failed, so that its results are incomplete. */
  readonly failure: string | undefined;
  /** The script's own sentence why it cannot run: `limit needs a rate limit`. */
  readonly refusal: string | undefined;
  /** The message and place of the script's exception. k6 does not count an exception in an iteration as a failure. */
  readonly exception: string | undefined;
  /** k6 ended the run early, at a threshold (`abortOnFail`). */
  readonly isEndedByThreshold?: boolean;
  /** The scenarios' client ended the run, because the target stopped answering. */
  readonly isAborted?: boolean;
}

/** k6 or the scenarios' client ended the run before its time. */
export const isEndedEarly = ({ isEndedByThreshold, isAborted }: InstancesResult): boolean =>
  isEndedByThreshold === true || isAborted === true;

/** k6's exit codes after it has run the script to its end: without failures, with crossed thresholds, with a test marked as failed. */
const completedCodes = new Set([0, 99, 110]);
/** k6's exit codes after an exception in `setup`, synchronous or in a promise, or while the script was loaded. */
const scriptExceptionCodes = new Set<number | undefined>([107, 255]);
/** k6's exit code if the scenarios' client ended the run, because the target stopped answering. */
const abortedCode = 108;

/** What k6 prints, after the metrics that crossed a threshold. */
const endedByThreshold = "at least one has abortOnFail enabled, stopping test prematurely";

/** Leaves no file behind, except k6's output if k6 failed. Throws `UsageError` if k6 refuses a forwarded argument or the script. */
export async function runInstances(options: InstancesOptions): Promise<InstancesResult> {
  const { signal, roles, firstIndex, redact, recorder, instances, forwardedArgs } = options;
  const folder = mkdtempSync(join(tmpdir(), "fpk-load-"));
  try {
    const folders = Array.from({ length: instances }, (_, index) => join(folder, String(index)));
    const { result: exits, machine } = await watchMachine(() => runAll(options, folders));
    const complaint = refusedByK6(exits);
    if (complaint !== undefined) {
      const what = forwardedArgs.length === 0 ? "the script" : "what follows --";
      throw new UsageError(`k6 refuses ${what}: ${redact(inOptionsOf(forwardedArgs, complaint))}`);
    }
    const inside = baseUrlInside({ ...options, platform: process.platform });
    const baseUrl = { outside: options.variables.BASE_URL ?? "", inside };
    const graceMs = 1000 * Number(options.variables.GRACE ?? 5);
    const collected = await collectRecords({ recorder, folders, roles, firstIndex, baseUrl, graceMs });
    const exception = exceptionOf(exits, redact);
    const isEndedByException = exits.some(({ code }) => scriptExceptionCodes.has(code));
    // An exception in a user's own script is not a fault of this suite.
    const refusal =
      refusalOf(exits, redact) ?? (isUserScript(options.scenario) && isEndedByException ? exception : undefined);
    return {
      ...collected,
      machine,
      exception,
      isEndedByThreshold: exits.some(({ output }) => output.includes(endedByThreshold)),
      refusal,
      isAborted: exits.some(isAborted),
      failure: refusal === undefined ? failureOf(expectedExits(exits, collected), signal, redact) : undefined,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runAll(options: InstancesOptions, folders: readonly string[]): Promise<readonly K6Exit[]> {
  const { found, scenario, progress, signal } = options;
  const bundle = await bundleOf(scenario, found);
  const user = currentUser();
  const common = {
    ...options,
    platform: process.platform,
    cwd: process.cwd(),
    ...(user === undefined ? {} : { user }),
  };
  const show = isUserScript(scenario) ? progress.line : withoutRefusals(progress.line);
  const running = folders.map((folder, index) => {
    mkdirSync(folder);
    const script = bundle === undefined ? scenario.path : join(folder, "script.js");
    if (bundle !== undefined) writeFileSync(script, bundle);
    const line = commandLineOf({ ...common, script, folder, share: { index, of: folders.length } });
    // All processes do the same at the same time: the progress of one is enough.
    return runK6(line, index === 0 ? show : () => {}, signal);
  });
  const exits = await Promise.all(running);
  progress.end();
  return exits;
}

/** Undefined: k6 runs the file itself. A user's own script may judge by itself. */
function bundleOf(scenario: Scenario, { kind }: FoundTool): Promise<string | undefined> {
  if (!isUserScript(scenario)) return bundleRecordingScript(scenario.path);
  return kind === "docker" ? bundleScript(scenario.path) : Promise.resolve(undefined);
}

/** The sentence with which `setup` called k6's `fail`. */
function refusalOf(exits: readonly K6Exit[], redact: (text: string) => string): string | undefined {
  const refused = exits.find(({ code }) => scriptExceptionCodes.has(code));
  const sentence = refused === undefined ? undefined : /\bGoError: (.+?)(?:\\n|\n|$)/.exec(refused.output)?.[1];
  return sentence === undefined ? undefined : redact(sentence.trim());
}

/** `the script threw: TypeError: … (own.js:2:24)`. k6 prints the place below the sentence, and before it functions that have none, as `at parse (native)`. */
function exceptionOf(exits: readonly K6Exit[], redact: (text: string) => string): string | undefined {
  for (const { output } of exits) {
    const [, sentence, place] =
      /^(?:Uncaught \(in promise\) )?(.+?)(?:\\n|\n)(?:(?:\\t|\s+)at [^\n]*?\(native\)(?:\\n|\n))*(?:\\t|\s+)at (?:[^\n]*?\()?(?:file:\/\/)?([^\s()]+:\d+:\d+)\(/m.exec(
        output,
      ) ?? [];
    if (sentence !== undefined) return redact(`the script threw: ${sentence.trim()} (${basename(place ?? "")})`);
  }
  return undefined;
}

/** Without those processes that ended because the target stopped answering, which is no failure of k6. */
const expectedExits = (exits: readonly K6Exit[], { exchanges }: Collected): readonly K6Exit[] =>
  stoppedAnswering(exchanges) === undefined
    ? exits.filter((exit) => !isAborted(exit))
    : exits.filter(({ code }) => code !== abortedCode);

/** Other virtual users may have been answered until the end. */
const isAborted = ({ code, output }: K6Exit) => code === abortedCode && output.includes(abortMessage);

function failureOf(
  exits: readonly K6Exit[],
  signal: AbortSignal,
  redact: (text: string) => string,
): string | undefined {
  const failed = exits.find(({ code }) => code === undefined || !completedCodes.has(code));
  // An interrupted k6 may also panic.
  if (failed === undefined || signal.aborted) return undefined;
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
