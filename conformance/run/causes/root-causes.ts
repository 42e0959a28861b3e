/** Groups the failures of a run by cause, in the order in which to fix them. */
import type { Contract } from "../../../spec/contract.ts";
import { isBinding } from "../../../spec/level.ts";
import { createLawContext } from "../../laws/apply.ts";
import { countsUp } from "../../laws/limiter/counts-up.ts";
import { notEarly, wholeLimitServed } from "../../laws/limiter/not-early.ts";
import { recovers } from "../../laws/limiter/recovers.ts";
import { refusedWhenExceeded } from "../../laws/limiter/refused-when-exceeded.ts";
import { remainingFalls } from "../../laws/limiter/remaining-falls.ts";
import { resetsWithOthers } from "../../laws/limiter/resets-with-others.ts";
import { windowEnds } from "../../laws/limiter/window-ends.ts";
import { Sequence, type SequenceLaw } from "../../laws/sequence-law.ts";
import { isOrgRight } from "../../model/declared-organization.ts";
import type { Exchange } from "../../model/exchange.ts";
import { listed } from "../../model/in-words.ts";
import type { Cause, Result } from "../../model/report.ts";
import { isViolated } from "../../model/verdict.ts";
import { rateLimitsOf } from "../../target-file/rate-limits.ts";
import type { Target } from "../../target-file/target.ts";
import { acceptedValues } from "./accepted-values.ts";
import { afterTheirCauses } from "./after-their-causes.ts";
import { isThreshold, isUnsteady, keyOf } from "./cause-key.ts";
import { describe } from "./describe.ts";
import { doubtedFor, restsOnOrganization } from "./doubted-organization.ts";
import { errorsAsSuccess } from "./errors-as-success.ts";
import { ofFailedWrite } from "./failed-write.ts";
import { failureOf } from "./failure.ts";
import { foreignListBehind } from "./foreign-list.ts";
import type { Found } from "./found.ts";
import { type Dependencies, hiddenBy } from "./hidden.ts";
import { invitedTextBehind } from "./invited-text.ts";
import { explainersOf } from "./limiter-consequences.ts";
import { shapeBehind } from "./list-of-other-shape.ts";
import { looseLookupBehind } from "./loose-lookup.ts";
import { mixedAnswers } from "./mixed-answers.ts";
import { ofOtherHandler } from "./other-handler.ts";
import { otherProfileBehind } from "./other-profile.ts";
import { repeatedIdsBehind } from "./repeated-ids.ts";
import { explainedBySeparateCounts } from "./separate-counts.ts";
import { sharedProfileBehind } from "./shared-profile.ts";
import { shownLimitOf } from "./shown-limit.ts";
import { staleRemainingBehind } from "./stale-remaining.ts";
import { symptomOf } from "./symptom.ts";

interface OfRun {
  readonly contract: Contract;
  readonly target: Pick<Target, "credentials" | "rateLimit" | "isTierAssumed">;
  /** Key: the index of an exchange. Value: the one before it on the connection, whose body was left unread. */
  readonly unreadBefore?: ReadonlyMap<number, Exchange> | undefined;
  /** By the id of a failed case: the same read, sent by itself at the end, whose status shows that the answer varies. */
  readonly answeredOtherwise?: ReadonlyMap<string, Exchange> | undefined;
  /** The labels of the credentials for which the target names another organization than the target file. */
  readonly ofDoubtedOrganization?: readonly string[] | undefined;
  /** The target may have another window than the target file says. */
  readonly isWindowInDoubt?: boolean | undefined;
}

/**
 * The order: answers that are another caller's (`ofSharedAnswers`); what else may have led to any other failure (`mayCauseOthers`);
 * what is served without valid credentials; failures of stated clauses, and among these last what another failure explains; causes that leave many checks without anything to
 * judge; causes that fail many checks. What a wrong `org` in the target file explains comes last. But each comes after what it is said to
 * be a consequence of. Empty if nothing failed.
 */
export function rootCauses(
  results: readonly Result[],
  dependsOn: Dependencies,
  exchanges: readonly Exchange[],
  {
    contract,
    target,
    unreadBefore = new Map(),
    answeredOtherwise = new Map(),
    ofDoubtedOrganization = [],
    isWindowInDoubt = false,
  }: OfRun,
): readonly Cause[] {
  const failures = results.filter(isViolated).map((result) => failureOf(result, exchanges));
  if (failures.length === 0) return [];
  const context = createLawContext(contract, null);
  const rateLimits = rateLimitsOf(target, exchanges);
  const violated = new Set(failures.map(({ result }) => result.id));
  const sequence = new Sequence(exchanges, rateLimits);
  const bySeparateCounts = explainedBySeparateCounts(violated, sequence);
  const known = {
    contract,
    exchanges,
    unreadBefore,
    answeredOtherwise,
    refused: exchanges.filter(({ reason }) => reason === "unreachable"),
    mixed: mixedAnswers(
      failures.flatMap(({ proof }) => proof),
      exchanges,
      context,
    ),
    shownLimit: shownLimitOf(violated, rateLimits, target.credentials, exchanges),
    isRemainingUsed: violated.has(remainingFalls.id) && sequence.histories.some(countsUp),
    bySeparateCounts,
    areCountsReset: bySeparateCounts.size > 0 && sequence.histories.some(resetsWithOthers),
    isErrorAsSuccess: errorsAsSuccess(exchanges, context),
    accepted: acceptedValues(exchanges),
    rejectsUnknownIds: !violated.has("error.unknown-ids") && !violated.has("error.odd-identifiers"),
  };
  const found = failures.map((failure) => ({
    ...failure,
    symptom: ofFailedWrite(symptomOf(failure, context, known), failure, exchanges),
  }));
  const served = new Set(exchanges.flatMap(({ isSuccess, operation }) => (isSuccess && operation ? [operation] : [])));
  const groups = new Map<string, Found[]>();
  const isOfOtherHandler = ofOtherHandler(exchanges);
  const restsOnDeclaration = restsOnOrganization(ofDoubtedOrganization, target, exchanges);
  const keys = new Set<string>();
  for (const failure of found) {
    const isOther = failure.symptom.kind === "error-body" && isOfOtherHandler(failure.shown);
    const ofCause = `${keyOf(failure, found, served)}${isOther ? " of another handler" : ""}`;
    keys.add(ofCause);
    const key = `${ofCause}${restsOnDeclaration(failure) ? " of the target file" : ""}`;
    groups.set(key, [...(groups.get(key) ?? []), failure]);
  }
  const hidden = [...hiddenBy(results, dependsOn, exchanges, contract, context)];
  const isBlocker = (id: string) => hidden.some(([, failed]) => failed === id);
  const behind = [
    foreignListBehind,
    sharedProfileBehind,
    looseLookupBehind,
    otherProfileBehind,
    shapeBehind,
    staleRemainingBehind,
    repeatedIdsBehind,
    invitedTextBehind,
  ].map((find) => find(found, exchanges, rateLimits));
  const sourceOf = (group: readonly Found[]) => behind.flatMap((find) => find(group) ?? [])[0];
  const causes = [...groups.values()].map((all) => {
    const group = all.toSorted(
      (a, b) => Number(isThreshold(a)) - Number(isThreshold(b)) || Number(isUnsteady(b)) - Number(isUnsteady(a)),
    );
    const ids = group.map(({ result }) => result.id);
    const checks = [...ids.filter(isBlocker), ...ids.filter((id) => !isBlocker(id))];
    const hides = hidden.flatMap(([skipped, failed]) => (ids.includes(failed) ? [skipped] : []));
    const isFirst = group.some(({ symptom }) => mayCauseOthers.has(symptom.kind));
    const source = sourceOf(group);
    const explainers = explainersOf(group, found, exchanges);
    const isExplained = explainers.length > 0 || source !== undefined;
    const isOfWindow =
      isWindowInDoubt && group.every(({ sequenceLaw }) => sequenceLaw && restOnWindow.has(sequenceLaw));
    const isOfDeclaration = isOfWindow || group.every(restsOnDeclaration);
    const isShared = group.some(({ symptom }) => ofSharedAnswers.has(symptom.kind));
    const rank = [!isOfDeclaration, isShared, isFirst, group.some(isServedToAnyone), isStated(group), !isExplained]
      .map(Number)
      .concat(hides.length, ids.length);
    // Where two laws may explain it, neither is named: both may be consequences, as where requests are rejected at random.
    const explanation = explainers.length === 1 ? explainers[0] : source;
    const because = explanation === undefined ? "" : `; probably a consequence of ${explanation}`;
    const field = isOfWindow
      ? "`windowSeconds`"
      : `\`org\` of ${named(doubtedFor(ofDoubtedOrganization, target, group))}`;
    const orWrong = isOfDeclaration
      ? `; or is ${field} wrong in the target file (see ! above)?`
      : orOrganization(group);
    return { cause: describe(group, keys, exchanges) + because + orWrong, checks, hides, rank, explanation };
  });
  const sorted = causes.sort((a, b) => compare(b.rank, a.rank));
  return afterTheirCauses(sorted).map(({ cause, checks, hides }) => ({ cause, checks, hides }));
}

/** `$KEY_A and $KEY_B`. */
const named = (labels: readonly string[]) => listed([...new Set(labels)].map((label) => `$${label}`));

/** For a key that is shown nothing of the organization that is declared for it, though no response names another one. */
const orOrganization = (group: readonly Found[]) =>
  group.every(({ result }) => result.actual?.includes(isOrgRight))
    ? `; or is \`org\` of ${named(group.flatMap(({ shown }) => shown?.credential ?? []))} wrong in the target file?`
    : "";

/** Without any credentials that were ever valid. */
const isServedToAnyone = ({ symptom, shown }: Found) =>
  symptom.kind === "credentials" && symptom.status < 300 && shown?.kind !== "expired";

const isStated = (group: readonly Found[]) => group.some(({ result }) => isBinding(result.level));

/** Who is answered what is not certain then, so any other failure may follow from it. */
const ofSharedAnswers: ReadonlySet<Found["symptom"]["kind"]> = new Set([
  "unread-body",
  "mixed-answers",
  "answered-otherwise",
]);

const mayCauseOthers: ReadonlySet<Found["symptom"]["kind"]> = new Set([
  "forgotten",
  "error-as-success",
  "foreign-items",
]);

/** A server with another window than the declared one fails these. */
const restOnWindow: ReadonlySet<SequenceLaw> = new Set([
  notEarly,
  recovers,
  refusedWhenExceeded,
  remainingFalls,
  wholeLimitServed,
  windowEnds,
]);

/** Compares lists of numbers: the first difference decides. */
const compare = (a: readonly number[], b: readonly number[]) =>
  a.map((value, at) => value - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
