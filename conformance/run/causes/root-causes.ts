/** Groups the failures of a run by cause, in the order in which to fix them. */
import type { Contract } from "../../../spec/contract.ts";
import { createLawContext } from "../../laws/apply.ts";
import { notEarly, wholeLimitServed } from "../../laws/limiter/not-early.ts";
import { recovers } from "../../laws/limiter/recovers.ts";
import { refusedWhenExceeded } from "../../laws/limiter/refused-when-exceeded.ts";
import { remainingFalls } from "../../laws/limiter/remaining-falls.ts";
import { windowEnds } from "../../laws/limiter/window-ends.ts";
import type { SequenceLaw } from "../../laws/sequence-law.ts";
import { isOrgRight } from "../../model/declared-organization.ts";
import type { Exchange } from "../../model/exchange.ts";
import { listed } from "../../model/in-words.ts";
import type { RateLimits } from "../../model/rate-limit.ts";
import type { Cause, Result } from "../../model/report.ts";
import { isViolated } from "../../model/verdict.ts";
import { rateLimitsOf } from "../../target-file/rate-limits.ts";
import type { Target } from "../../target-file/target.ts";
import { afterTheirCauses } from "./after-their-causes.ts";
import { isThreshold, isUnsteady, keyOf } from "./cause-key.ts";
import { compareRanks, rankOf } from "./cause-rank.ts";
import { describe } from "./describe.ts";
import type { DiagnosedFailure } from "./diagnosed-failure.ts";
import { doubtedFor, restsOnOrganization } from "./doubted-organization.ts";
import { ofFailedWrite } from "./failed-write.ts";
import { failureOf } from "./failure.ts";
import { foreignListBehind } from "./foreign-list.ts";
import { type Dependencies, hiddenBy } from "./hidden.ts";
import { invitedTextBehind } from "./invited-text.ts";
import { knownOf } from "./known.ts";
import { explainersOf } from "./limiter-consequences.ts";
import { shapeBehind } from "./list-of-other-shape.ts";
import { looseLookupBehind } from "./loose-lookup.ts";
import { ofOtherHandler } from "./other-handler.ts";
import { otherProfileBehind } from "./other-profile.ts";
import { repeatedIdsBehind } from "./repeated-ids.ts";
import { sharedProfileBehind } from "./shared-profile.ts";
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
 * The causes in the order in which to fix them: by their rank (`rankOf`), but each after the one of which it is said to be a consequence. Empty if nothing
 * failed.
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
  const ofRun = { contract, exchanges, unreadBefore, answeredOtherwise, target, rateLimits, context };
  const known = knownOf(failures, ofRun);
  const found = failures.map((failure) => ({
    ...failure,
    symptom: ofFailedWrite(symptomOf(failure, context, known), failure, exchanges),
  }));
  const restsOnDeclaration = restsOnOrganization(ofDoubtedOrganization, target, exchanges);
  const { groups, keys } = groupsByCause(found, exchanges, restsOnDeclaration);
  const diagnosis = {
    found,
    exchanges,
    keys,
    hidden: [...hiddenBy(results, dependsOn, exchanges, contract, context)],
    sourceOf: sourceFinder(found, exchanges, rateLimits),
    restsOnDeclaration,
    doubtedFor: (group: readonly DiagnosedFailure[]) => doubtedFor(ofDoubtedOrganization, target, group),
    isWindowInDoubt,
  };
  const causes = groups.map((group) => causeOf(group, diagnosis));
  const sorted = causes.sort((a, b) => compareRanks(b.rank, a.rank));
  return afterTheirCauses(sorted).map(({ cause, checks, hides }) => ({ cause, checks, hides }));
}

/** The failures with the same cause are a group. `keys`: those of all causes, which the sentences about them compare. */
function groupsByCause(
  found: readonly DiagnosedFailure[],
  exchanges: readonly Exchange[],
  restsOnDeclaration: Diagnosis["restsOnDeclaration"],
): { readonly groups: readonly (readonly DiagnosedFailure[])[]; readonly keys: ReadonlySet<string> } {
  const served = new Set(exchanges.flatMap(({ isSuccess, operation }) => (isSuccess && operation ? [operation] : [])));
  const isOfOtherHandler = ofOtherHandler(exchanges);
  const groups = new Map<string, DiagnosedFailure[]>();
  const keys = new Set<string>();
  for (const failure of found) {
    const isOther = failure.symptom.kind === "error-body" && isOfOtherHandler(failure.shown);
    const ofCause = `${keyOf(failure, found, served)}${isOther ? " of another handler" : ""}`;
    keys.add(ofCause);
    const key = `${ofCause}${restsOnDeclaration(failure) ? " of the target file" : ""}`;
    groups.set(key, [...(groups.get(key) ?? []), failure]);
  }
  return { groups: [...groups.values()], keys };
}

/** For a group of failures: the id of the failed check of which all of them are a consequence. The first finder that knows one decides. */
function sourceFinder(
  found: readonly DiagnosedFailure[],
  exchanges: readonly Exchange[],
  rateLimits: RateLimits | null,
): Diagnosis["sourceOf"] {
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
  return (group) => behind.flatMap((find) => find(group) ?? [])[0];
}

/** All failures of a run, and what a cause depends on besides its own failures. */
interface Diagnosis {
  readonly found: readonly DiagnosedFailure[];
  readonly exchanges: readonly Exchange[];
  /** The keys of all causes. */
  readonly keys: ReadonlySet<string>;
  /** The ids of each skipped check and of the failed check because of which it was skipped. */
  readonly hidden: readonly (readonly [skipped: string, failed: string])[];
  /** The id of the failed check of which a whole group is a consequence. */
  readonly sourceOf: (group: readonly DiagnosedFailure[]) => string | undefined;
  /** A wrong `org` in the target file may explain the failure. */
  readonly restsOnDeclaration: (failure: DiagnosedFailure) => boolean;
  /** The labels of the credentials whose `org` may be wrong, if a wrong `org` explains a group. */
  readonly doubtedFor: (group: readonly DiagnosedFailure[]) => readonly string[];
  readonly isWindowInDoubt: boolean;
}

function causeOf(failures: readonly DiagnosedFailure[], diagnosis: Diagnosis) {
  const { found, exchanges, keys, hidden, sourceOf } = diagnosis;
  const group = failures.toSorted(
    (a, b) => Number(isThreshold(a)) - Number(isThreshold(b)) || Number(isUnsteady(b)) - Number(isUnsteady(a)),
  );
  const ids = group.map(({ result }) => result.id);
  const isBlocker = (id: string) => hidden.some(([, failed]) => failed === id);
  const checks = [...ids.filter(isBlocker), ...ids.filter((id) => !isBlocker(id))];
  const hides = hidden.flatMap(([skipped, failed]) => (ids.includes(failed) ? [skipped] : []));
  const source = sourceOf(group);
  const explainers = explainersOf(group, found, exchanges);
  // If two laws may explain the group, neither is named: both may be consequences, as when requests are rejected at random.
  const explanation = explainers.length === 1 ? explainers[0] : source;
  const because = explanation === undefined ? "" : `; probably a consequence of ${explanation}`;
  const field = wrongFieldOf(group, diagnosis);
  const orWrong =
    field === undefined ? orOrganization(group) : `; or is ${field} wrong in the target file (see ! above)?`;
  const rank = rankOf(group, {
    isOfDeclaration: field !== undefined,
    isExplained: explainers.length > 0 || source !== undefined,
    hidden: hides.length,
  });
  return { cause: describe(group, keys, exchanges) + because + orWrong, checks, hides, rank, explanation };
}

/** The field of the target file that explains the whole group if it is wrong; undefined if none does. */
function wrongFieldOf(
  group: readonly DiagnosedFailure[],
  { isWindowInDoubt, restsOnDeclaration, doubtedFor }: Diagnosis,
): string | undefined {
  const isOfWindow = isWindowInDoubt && group.every(({ sequenceLaw }) => sequenceLaw && restOnWindow.has(sequenceLaw));
  if (isOfWindow) return "`windowSeconds`";
  return group.every(restsOnDeclaration) ? `\`org\` of ${named(doubtedFor(group))}` : undefined;
}

/** `$KEY_A and $KEY_B`. */
const named = (labels: readonly string[]) => listed([...new Set(labels)].map((label) => `$${label}`));

/**
 * A question, if each failure shows a key nothing of the organization that is declared for it; empty otherwise. No response names another
 * organization.
 */
const orOrganization = (group: readonly DiagnosedFailure[]) =>
  group.every(({ result }) => result.actual?.includes(isOrgRight))
    ? `; or is \`org\` of ${named(group.flatMap(({ shown }) => shown?.credential ?? []))} wrong in the target file?`
    : "";

/** A server with another window than the declared one fails these. */
const restOnWindow: ReadonlySet<SequenceLaw> = new Set([
  notEarly,
  recovers,
  refusedWhenExceeded,
  remainingFalls,
  wholeLimitServed,
  windowEnds,
]);
