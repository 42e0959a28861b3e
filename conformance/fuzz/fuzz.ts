/** `fpk fuzz`: real Schemathesis drives, our laws judge. One report, of the same form as that of `fpk check`. */
import type { Clock } from "../../clock.ts";
import type { Contract } from "../../spec/contract.ts";
import { Cut, createClient } from "../client/client.ts";
import type { Transport } from "../client/transport.ts";
import { createLawContext } from "../laws/apply.ts";
import { exchangeOf } from "../model/exchange.ts";
import type { Report } from "../model/report.ts";
import { type Judged, unjudged } from "../model/verdict.ts";
import { reportOf } from "../run/assemble-report.ts";
import type { Progress } from "../run/check-target.ts";
import { checksFor, loadChecks } from "../run/registry.ts";
import type { Target } from "../target-file/target.ts";
import type { Environment, Found } from "../tools/tool.ts";
import { shellQuote } from "../verbs/choose-target.ts";
import type { Shape } from "./configuration.ts";
import { drive } from "./drive.ts";
import type { Ran } from "./run.ts";
import { verdictsOf } from "./verdicts.ts";

export interface FuzzOptions {
  readonly target: Target;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly contract: Contract;
  readonly found: Found;
  readonly shape: Shape;
  readonly readOnly: boolean;
  readonly strict: boolean;
  /** What goes to Schemathesis as it is. */
  readonly passedOn: readonly string[];
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** `1000:1000`, whose files a container writes. */
  readonly user?: string | undefined;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** As the command line says this target and these controls: ` --target t.json --max-examples 50`. */
  readonly replayArguments: string;
  /** The file in which Schemathesis' output is kept where it fails. */
  readonly keepIn: string;
}

/** Throws `Unreachable` where nobody answers, and `UsageError` where Schemathesis refuses what is passed on. */
export async function fuzz(options: FuzzOptions): Promise<Report> {
  const { target, clock, contract, shape, progress } = options;
  const startedAt = clock.now();
  const notes: string[] = [];
  const incomplete: string[] = [];
  const onWait = (ms: number) => progress.waiting({ seconds: ms / 1000, why: "for the rate limit" });
  const client = createClient({ ...options, onWait });
  let ran: Ran = { fuzzed: [], unanswered: [] };
  try {
    ran = await drive(options, client, notes, incomplete);
  } catch (error) {
    if (!(error instanceof Cut)) throw error;
  }
  if (options.signal.aborted) incomplete.push("the run was interrupted");
  else if (!ran.fuzzed.some(({ exchange }) => exchange.response !== undefined)) {
    const within = shape.time === undefined ? "" : ` within ${shape.time} s, of which it needs a few to begin`;
    incomplete.push(`Schemathesis sent nothing that was answered${within}`);
  } else if (!ran.fuzzed.some(({ exchange }) => exchange.isSuccess)) {
    incomplete.push(`nothing that was sent was answered 2xx: is ${target.baseUrl} the API's base address?`);
  }
  // Behind our own requests, of which the last were sent after them.
  const fuzzed = ran.fuzzed.map(({ exchange, failed }, at) => {
    return { exchange: exchangeOf({ ...exchange, index: client.exchanges.length + at }), failed };
  });
  const exchanges = [...client.exchanges, ...fuzzed.map(({ exchange }) => exchange)];
  const checks = checksFor(await loadChecks(), contract);
  const context = createLawContext(contract, target.rateLimit);
  const passedOn = options.passedOn.length === 0 ? "" : ` -- ${options.passedOn.map(shellQuote).join(" ")}`;
  const verdicts = verdictsOf({ contract, checks, context, exchanges, fuzzed, shown: ran.shown ?? [] });
  return reportOf({
    ...options,
    seed: shape.seed,
    startedAt,
    judged: [...verdicts, ...failuresOf(ran)],
    observations: [],
    notes,
    exchanges,
    incomplete,
    replayOf: () => `fpk fuzz${options.replayArguments} --seed ${shape.seed}${passedOn}`,
  });
}

/** What is no verdict on the target: requests that nobody answered, and what failed in Schemathesis. */
function failuresOf({ broken, unanswered }: Ran): readonly Judged[] {
  const [first, ...others] = unanswered;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  const answered = {
    id: "fuzz.answered",
    clause: "error.no-server-error",
    claim: "Everything that Schemathesis sends is answered",
  };
  const works = {
    id: "fuzz.schemathesis",
    clause: "version.description",
    claim: "Schemathesis can work with the contract",
  };
  return [
    ...(first === undefined
      ? []
      : [{ check: answered, verdict: unjudged("inconclusive", `not answered: ${first.split("\n")[0]}${more}`) }]),
    ...(broken === undefined ? [] : [{ check: works, verdict: unjudged("broken", broken) }]),
  ];
}
