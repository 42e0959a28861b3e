/** What is known of a run besides its failures, as far as symptoms depend on it. */
import type { Contract } from "../../../spec/contract.ts";
import { countsUp } from "../../laws/limiter/counts-up.ts";
import { remainingFalls } from "../../laws/limiter/remaining-falls.ts";
import { resetsWithOthers } from "../../laws/limiter/resets-with-others.ts";
import { Sequence } from "../../laws/sequence-law.ts";
import type { LawContext } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { RateLimits } from "../../model/rate-limit.ts";
import type { Target } from "../../target-file/target.ts";
import { type AcceptedValues, acceptedValues } from "./accepted-values.ts";
import { errorsAsSuccess, type IsErrorAsSuccess } from "./errors-as-success.ts";
import type { Failure } from "./failure.ts";
import { type MixedAnswers, mixedAnswers } from "./mixed-answers.ts";
import { explainedBySeparateCounts } from "./separate-counts.ts";
import { type ShownLimit, shownLimitOf } from "./shown-limit.ts";

export interface Known {
  readonly contract: Contract;
  readonly exchanges: readonly Exchange[];
  /** Key: the index of an exchange. Value: the one before it on the connection, whose body was left unread. */
  readonly unreadBefore: ReadonlyMap<number, Exchange>;
  /** By the id of a failed case: the same read, sent by itself at the end, whose status shows that the answer varies. */
  readonly answeredOtherwise: ReadonlyMap<string, Exchange>;
  /** The requests to which the server refused a connection. */
  readonly refused: readonly Exchange[];
  readonly mixed: MixedAnswers;
  readonly isErrorAsSuccess: IsErrorAsSuccess;
  /** The result of `acceptedValues`. */
  readonly accepted: AcceptedValues;
  /** The target rejects unknown identifiers. If it does not, whatever it answers to them is a consequence. */
  readonly rejectsUnknownIds: boolean;
  readonly shownLimit: ShownLimit | undefined;
  /** The result of `explainedBySeparateCounts`. */
  readonly bySeparateCounts: ReadonlySet<string>;
  /** `X-RateLimit-Remaining` is the number of requests used. */
  readonly isRemainingUsed: boolean;
  /** Requests of another organization seem to reset the counts. */
  readonly areCountsReset: boolean;
}

interface OfRun extends Pick<Known, "contract" | "exchanges" | "unreadBefore" | "answeredOtherwise"> {
  readonly target: Pick<Target, "credentials">;
  readonly rateLimits: RateLimits | null;
  readonly context: LawContext;
}

export function knownOf(
  failures: readonly Failure[],
  { contract, exchanges, unreadBefore, answeredOtherwise, target, rateLimits, context }: OfRun,
): Known {
  const violated = new Set(failures.map(({ result }) => result.id));
  const sequence = new Sequence(exchanges, rateLimits);
  const bySeparateCounts = explainedBySeparateCounts(violated, sequence);
  return {
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
}
