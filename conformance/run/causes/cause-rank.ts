/** Which causes are to be fixed first. */
import { isBinding } from "../../../spec/level.ts";
import type { DiagnosedFailure } from "./diagnosed-failure.ts";

interface OfCause {
  /** A wrong `org` or `windowSeconds` in the target file may explain the whole group. */
  readonly isOfDeclaration: boolean;
  /** Another failure explains the whole group. */
  readonly isExplained: boolean;
  /** The number of checks that were skipped because of the group. */
  readonly hidden: number;
}

/**
 * The rank of a group of failures with the same cause. A higher rank comes first, where the first number that differs decides:
 *
 * 1. causes that a wrong target file may explain come last (`isOfDeclaration`);
 * 2. responses that may belong to another request or caller come first (`ofSharedAnswers`);
 * 3. then other symptoms that may have led to any other failure (`mayCauseOthers`);
 * 4. then requests that are served without credentials that were ever valid;
 * 5. then failures of stated clauses, before those of implied ones;
 * 6. what another failure explains comes after what none explains (`isExplained`);
 * 7. the more checks were skipped because of it, the earlier;
 * 8. the more checks fail, the earlier.
 */
export const rankOf = (
  group: readonly DiagnosedFailure[],
  { isOfDeclaration, isExplained, hidden }: OfCause,
): readonly number[] => [
  Number(!isOfDeclaration),
  Number(group.some(({ symptom }) => ofSharedAnswers.has(symptom.kind))),
  Number(group.some(({ symptom }) => mayCauseOthers.has(symptom.kind))),
  Number(group.some(isServedToAnyone)),
  Number(group.some(({ result }) => isBinding(result.level))),
  Number(!isExplained),
  hidden,
  group.length,
];

/** Positive if `a` is the higher rank. The first difference decides. */
export const compareRanks = (a: readonly number[], b: readonly number[]): number =>
  a.map((value, at) => value - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** With these symptoms a response may belong to another request or caller, so any other failure may follow from them. */
const ofSharedAnswers: ReadonlySet<DiagnosedFailure["symptom"]["kind"]> = new Set([
  "unread-body",
  "mixed-answers",
  "answered-otherwise",
]);

const mayCauseOthers: ReadonlySet<DiagnosedFailure["symptom"]["kind"]> = new Set([
  "forgotten",
  "error-as-success",
  "foreign-items",
]);

/** A request without credentials, or with credentials that were never valid, was served. */
const isServedToAnyone = ({ symptom, shown }: DiagnosedFailure) =>
  symptom.kind === "credentials" && symptom.status < 300 && shown?.kind !== "expired";
