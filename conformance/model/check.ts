/**
 * The two kinds of check: laws, which judge exchanges, and cases, which send requests. Laws import this file, also
 * inside k6: no npm.
 */
import type { BodyProblem } from "../../spec/body.ts";
import type { OperationId } from "../../spec/contract.ts";
import type { Exchange } from "./exchange.ts";
import type { RateLimits } from "./rate-limit.ts";
import type { SkipEffect, Verdict } from "./verdict.ts";

/** What a law is given in addition to the exchange. k6 and Node each make their own. */
export interface LawContext {
  /** The problems of the exchange's body under the contract's schema for its operation and status. */
  problems(exchange: Exchange): readonly BodyProblem[];
  /** `null`: the target file says that rate limiting is switched off. */
  readonly rateLimit: RateLimits | null;
  /** The statuses that the contract declares for the operation: `200`, `2XX`, `default`. */
  declaredStatuses(exchange: Exchange): readonly string[];
}

/** What all checks have in common. */
export interface Check {
  /** Stable, such as `limit.remaining-integer`. */
  readonly id: string;
  /** The clause of the ledger that it judges. */
  readonly clause: string;
  /** What it checks, as a sentence without a full stop. */
  readonly claim: string;
}

/** What laws over one exchange and over many have in common. */
export interface AnyLaw extends Check {
  /** The reason of the skip if no exchange of a run can be judged: what is missing, and what the user does about it. */
  readonly skipReason?: string;
  /** The effect of that skip. */
  readonly skipEffect?: SkipEffect;
  /** The operations whose responses the law judges. If one of them fails a check, the law may have nothing to judge. */
  readonly dependsOn?: readonly OperationId[];
}

/** The law may find something to judge in responses of the operation. */
export const judgesOperation = ({ dependsOn }: AnyLaw, operation: OperationId | undefined): boolean =>
  dependsOn === undefined || (operation !== undefined && dependsOn.includes(operation));

/** Returns a function from an operation to those of the items whose law may judge it. There are few operations, and very many exchanges. */
export function byOperation<T>(
  items: readonly T[],
  lawOf: (item: T) => AnyLaw,
): (operation: OperationId | undefined) => readonly T[] {
  const known = new Map<OperationId | undefined, readonly T[]>();
  return (operation) => {
    const concerned = known.get(operation) ?? items.filter((item) => judgesOperation(lawOf(item), operation));
    known.set(operation, concerned);
    return concerned;
  };
}

/** A pure function from an exchange to a verdict. It judges every exchange, no matter which request caused it. */
export interface Law extends AnyLaw {
  /** Which problems of a body violate this law; absent for a law that does not judge problems. */
  readonly concerns?: (problem: BodyProblem) => boolean;
  judge(exchange: Exchange, context: LawContext): Verdict;
}

/** What a case needs of the target file. If a need is not met, the verdict is `skip`, and says what to add. */
export interface Needs {
  readonly credential?: "expired" | "session" | "second-key" | "denied" | "other-organization" | "key";
  /** The case sends POST or PUT, so it is skipped under `--read-only`. */
  readonly writes?: true;
}

/** A check that sends requests. It throws `Mismatch`, `Skip` or `NotJudgeable`, or returns. */
export interface Case<Context> extends Check {
  readonly needs?: Needs;
  /**
   * When the case runs.
   * - absent: in the first window, before the limit is crossed
   * - `first`: before all others, which use its reads
   * - `anonymous`: at the same time as those without a lane, with credentials of no organization
   * - `late`: in the next window, after the limit was crossed
   * - `spare`: as without a lane if a second organization's key has requests to spare, otherwise `late`
   * - `last`: after all others, to look back at what they caused
   */
  readonly lane?: "first" | "anonymous" | "late" | "spare" | "last";
  /**
   * The only case that fails if no credential of a kind is served although some are declared as valid, or if the base
   * URL is another API's. The other cases are then skipped.
   */
  readonly failsWithout?: "api-key" | "session" | "this-api";
  run(context: Context): Promise<void>;
}

/** The target does not do what the case's claim says. */
export class Mismatch extends Error {
  override readonly name = "Mismatch";
  readonly expected: string;
  readonly actual: string;
  /** All exchanges that prove the mismatch. `actual` describes the last one. */
  readonly exchanges: readonly Exchange[];
  constructor(of: { readonly expected: string; readonly actual: string; readonly exchanges: readonly Exchange[] }) {
    super(`expected ${of.expected}; actual ${of.actual}`);
    this.expected = of.expected;
    this.actual = of.actual;
    this.exchanges = of.exchanges;
  }
}

/** Nothing can be judged. The message says what is missing, and what the user does about it. */
export class Skip extends Error {
  override readonly name = "Skip";
  /** The operations whose responses lack what is missing. If one of them fails a check, that is the cause. */
  readonly dependsOn: readonly OperationId[];
  readonly effect: SkipEffect | undefined;
  constructor(message: string, dependsOn: readonly OperationId[] = [], effect?: SkipEffect) {
    super(message);
    this.dependsOn = dependsOn;
    this.effect = effect;
  }
}

/** The target need not have what is missing. */
export const noActionNeeded = (message: string): Skip => new Skip(message, [], "no-action");

/** There is no response that can be judged: a 429 came, the connection was lost, or the run was stopped. */
export class NotJudgeable extends Error {
  override readonly name = "NotJudgeable";
  readonly exchange: Exchange | undefined;
  constructor(message: string, exchange?: Exchange) {
    super(message);
    this.exchange = exchange;
  }
}
