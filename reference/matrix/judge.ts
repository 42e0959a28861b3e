/** Judges one subject: the whole suite against the reference, in process, on a clock of its own. */
import { errorMessage } from "../../cli/error-message.ts";
import { virtualClock } from "../../clock.ts";
import { conform, type Report, type Result } from "../../conformance/index.ts";
import { loadVariants, type Variant } from "../changes/variants/index.ts";
import { startReference } from "../start.ts";
import { falsePositives } from "./false-positives.ts";
import { inProcessSender } from "./in-process-sender.ts";
import { shrink } from "./shrink.ts";
import { type CheckVerdict, combinedId, type JudgedSubject, type Outcome, type Task } from "./subject.ts";

/** The outcome of a task. Never rejects: the outcome says why a subject could not be judged. */
export async function judge(task: Task): Promise<JudgedSubject> {
  const { subject, without, untilFailureOf } = task;
  try {
    const judged = await run(task);
    // The fault may show only among the requests of other checks, and a failure in the middle of a run may be withdrawn at its end.
    if (untilFailureOf !== undefined && !judged.verdicts.some(({ verdict }) => verdict === "fail"))
      return await run({ subject, without });
    if (subject.kind !== "variant" || subject.variants.length < 2) return judged;
    const shrunkTo = await shrinkJoin(subject.variants, judged, without);
    return shrunkTo === undefined ? judged : { ...judged, shrunkTo };
  } catch (error) {
    return { id: subject.id, failure: errorMessage(error) };
  }
}

/** A run without sockets; over the network if only a socket shows what a client gets. */
async function run(task: Task): Promise<Outcome> {
  const needs = { socket: false };
  try {
    const outcome = await runOnce(task, needs);
    if (!needs.socket) return outcome;
  } catch (error) {
    if (!needs.socket) throw error;
  }
  return runOnce(task);
}

/** Sends without sockets if `needs` is given, in which it notes whether the run needs a socket. */
async function runOnce({ subject, without, untilFailureOf }: Task, needs?: { socket: boolean }): Promise<Outcome> {
  const clock = virtualClock(Date.now());
  const variants = subject.kind === "variant" ? await variantsOf(subject.variants) : [];
  const mutant = subject.kind === "mutant" ? subject.id : undefined;
  const reference = await startReference({ clock, mutant, variants, tokenSeed: "matrix", validatesResponses: false });
  try {
    const cut = new AbortController();
    const strict = subject.kind !== "mutant" && variants.every((variant) => variant.strict !== false);
    const sender = needs && inProcessSender(reference, needs);
    const report = await conform({
      ...reference.target,
      sender,
      hasFreshTokens: true,
      clock,
      seed: 1,
      strict,
      skip: untilFailureOf?.startsWith("limit.") ? [...without, ...sectionsWithoutLimits] : without,
      signal: cut.signal,
      // Only with `onFailure`, the laws are also applied after each case.
      ...(untilFailureOf === undefined
        ? {}
        : {
            only: [untilFailureOf],
            onFailure: ({ clause }) => {
              if (clause === untilFailureOf) cut.abort(new Error("the fault was found"));
            },
          }),
    });
    return { ...judgedOf(subject.id, report), isEndedEarly: untilFailureOf !== undefined };
  } finally {
    await reference.close();
  }
}

/** A mutant's run is shorter without their cases: the others and the requests beyond the limit nearly always show a limiter's fault. */
const sectionsWithoutLimits = ["2", "5", "7"];

function judgedOf(id: string, { exitCode, requests, suite, results, clauses }: Report): Omit<Outcome, "isEndedEarly"> {
  return {
    id,
    exitCode,
    requests: requests.total,
    suite,
    verdicts: results.map(verdictOf),
    unjudged: clauses.unjudged.map(({ clause }) => clause),
  };
}

const verdictOf = (result: Result): CheckVerdict => ({
  id: result.id,
  clause: result.clause,
  section: result.section,
  level: result.level,
  // A warning counts as a failure: the check has found the fault.
  verdict: result.verdict === "warn" ? "fail" : result.verdict,
  message: result.message,
  requestsToFailure: ["fail", "warn"].includes(result.verdict) ? requestsToFailure(result) : null,
});

/**
 * The number of requests after which the failure was certain; `null` if no exchange proves it. If a law fails on several
 * exchanges, the first of them is enough. Any other failure needs all of its exchanges.
 */
export function requestsToFailure({ exchanges, failed = 0 }: Pick<Result, "exchanges" | "failed">): number | null {
  const shown = failed > 1 ? exchanges.slice(0, 1) : exchanges;
  return shown.length === 0 ? null : Math.max(...shown) + 1;
}

/** The fewest of the joined variants that still have false positives; undefined if `judged` has none. */
async function shrinkJoin(ids: readonly string[], judged: Outcome, without: readonly string[]) {
  if (falsePositives(judged, await variantsOf(ids)).length === 0) return undefined;
  return shrink(ids, async (fewer) => {
    const again = await run({ subject: { kind: "variant", id: combinedId(fewer), variants: fewer }, without });
    return falsePositives(again, await variantsOf(fewer)).length > 0;
  });
}

async function variantsOf(ids: readonly string[]): Promise<readonly Variant[]> {
  const all = await loadVariants();
  return ids.map((id) => {
    const found = all.find((variant) => variant.id === id);
    if (found === undefined) throw new Error(`there is no variant ${id}`);
    return found;
  });
}
