/** Finds the checks that `--failed` runs again: those that failed when they were last judged, and those that a failure hid. */
import { plural } from "../../cli/plural.ts";
import { isObject } from "../model/body.ts";
import type { Report, Result } from "../model/report.ts";
import { isJudged, isViolated } from "../model/verdict.ts";

/** The checks that `--failed` runs, by their ids. */
export interface FailedChecks {
  readonly failed: readonly string[];
  /** Checks that were skipped because a failure left them nothing to judge. They are judged when it is fixed. */
  readonly hidden: readonly string[];
  /**
   * For each check: the cases that repeat everything on which it failed. A check without an entry needs all of a run.
   */
  readonly sentBy: Readonly<Record<string, readonly string[]>>;
  /** The seed of the last run in which a check failed: with another one, what showed the failure may not be sent. */
  readonly seed: number | undefined;
  /** The checks of `failed` that failed with all of a run, and not yet with a part of one. */
  readonly withAll: readonly string[];
}

export const noneFailed: FailedChecks = { failed: [], hidden: [], sentBy: {}, seed: undefined, withAll: [] };

/** Says how much of a target a run judged. */
export interface Extent {
  /** The user selected checks. */
  readonly isPart: boolean;
  /** What `--only` or `--failed` named. Undefined if the run judged everything else, too. */
  readonly only: readonly string[] | undefined;
  readonly isByFailed: boolean;
  /** By --complete. */
  readonly complete: boolean;
  /** The run ended before everything was sent. */
  readonly isCut: boolean;
  /** The cases that were sent; undefined if these are all on which the checks depend. */
  readonly sentBy: readonly string[] | undefined;
}

/**
 * The checks that failed with all of a run, and pass where only what they need is sent. The fault may still be there:
 * other requests, or how long they take, may have shown it.
 */
export function passedAlone(
  { withAll }: FailedChecks,
  { results }: Report,
  { only, sentBy }: Extent,
): readonly string[] {
  // For a law, all cases are sent.
  if (only === undefined || (sentBy === undefined && results.some(isOfLaw))) return [];
  return withAll.filter((id) => results.some((result) => result.id === id && result.verdict === "pass"));
}

/** `before`, with the changes of a later run. A failure stays until the check is judged again on the same requests. */
export function failedAfter(before: FailedChecks, report: Report, extent: Extent): FailedChecks {
  const { isPart, isCut, only, isByFailed, sentBy } = extent;
  const alone = isByFailed ? [] : passedAlone(before, report, extent);
  const resultOf = (id: string) => report.results.find((result) => result.id === id);
  const isDecided = !isCut && report.results.every(({ verdict }) => verdict !== "inconclusive");
  // A law passes on any requests. It is fixed only if these include the requests on which it failed.
  const isSentAgain = (id: string) =>
    isDecided && (sentBy === undefined || before.sentBy[id]?.every((sender) => sentBy.includes(sender)) === true);
  const isStillOpen = (id: string) => {
    const result = resultOf(id);
    if (result === undefined) return isPart;
    // A whole run says why it was skipped, or which failure hid it.
    if (result.verdict === "skip" && !isPart && !isCut) return false;
    return !isJudged(result) || alone.includes(id) || (isOfLaw(result) && !isSentAgain(id));
  };
  const violated = report.results.filter(isViolated).map(({ id }) => id);
  const failed = [...new Set([...violated, ...before.failed.filter(isStillOpen)])];
  const unasked = before.hidden.filter((id) => isPart && resultOf(id) === undefined);
  const isWithAll = (id: string) => (violated.includes(id) ? only === undefined : before.withAll.includes(id));
  const hidden = [...(report.causes ?? []).flatMap(({ hides }) => hides), ...unasked];
  return {
    failed,
    hidden: hidden.filter((id) => !failed.includes(id)),
    seed: violated.length > 0 ? report.seed : before.seed,
    withAll: failed.filter(isWithAll),
    sentBy: { ...(isCut ? before.sentBy : withoutUndecided(before.sentBy, report)), ...sendersIn(report) },
  };
}

/** Only laws have the number of judged exchanges. */
const isOfLaw = ({ judged }: Result) => judged !== undefined;

const sendersIn = ({ results }: Report): FailedChecks["sentBy"] =>
  Object.fromEntries(results.flatMap(({ id, sentBy }) => (sentBy === undefined ? [] : [[id, sentBy]])));

/** Without the checks that these cases left without a verdict: next time, all of a run judges them. */
const withoutUndecided = (sentBy: FailedChecks["sentBy"], { results }: Report): FailedChecks["sentBy"] =>
  Object.fromEntries(
    Object.entries(sentBy).filter(([id]) => results.every((result) => result.id !== id || isJudged(result))),
  );

/** A phrase such as `the 2 checks that failed or warned, 1 of them in an earlier run, and the 3 that a failure hid`. */
export function describeFailed({ failed, hidden }: FailedChecks, report: Report): string {
  if (failed.length === 0) return `the ${plural(hidden.length, "check")} that a failure hid in an earlier run`;
  const skipped = hidden.length === 0 ? "" : `, and the ${hidden.length} that a failure hid`;
  return describeVerdicts(failed, report) + skipped;
}

function describeVerdicts(ids: readonly string[], { results }: Report): string {
  const verdicts = ids.map((id) => results.find((result) => result.id === id && isViolated(result))?.verdict);
  const now = new Set(verdicts.filter((verdict) => verdict !== undefined));
  const single = now.has("warn") ? "warned" : "failed";
  const checks = `the ${plural(ids.length, "check")} that ${now.size > 1 ? "failed or warned" : single}`;
  const earlier = verdicts.filter((verdict) => verdict === undefined).length;
  if (earlier === 0) return checks;
  return now.size === 0 ? `${checks} in an earlier run` : `${checks}, ${earlier} of them in an earlier run`;
}

/** `auth.expired-key failed in the last run with everything else, and passes by itself now; to see whether it is fixed`. */
export function describePassedAlone(ids: readonly string[]): string {
  const [passes, is] = ids.length === 1 ? ["passes by itself", "it is"] : ["pass by themselves", "they are"];
  const names =
    ids.length <= maxNames ? ids.join(", ") : `${ids.slice(0, maxNames).join(", ")} and ${ids.length - maxNames} more`;
  return `${names} failed in the last run with everything else, and ${passes} now; to see whether ${is} fixed`;
}

const maxNames = 4;

/** Reads a file's content. Anything but ids of checks is left out. */
export function parseFailed(kept: unknown): FailedChecks {
  if (!isObject(kept)) return noneFailed;
  const sentBy = Object.entries(isObject(kept.sentBy) ? kept.sentBy : {}).map(([id, ids]) => [id, textsIn(ids)]);
  const seed = typeof kept.seed === "number" ? kept.seed : undefined;
  const [failed, hidden, withAll] = [textsIn(kept.failed), textsIn(kept.hidden), textsIn(kept.withAll)];
  return { failed, hidden, sentBy: Object.fromEntries(sentBy), seed, withAll };
}

const textsIn = (list: unknown) => (Array.isArray(list) ? list.filter((id) => typeof id === "string") : []);
