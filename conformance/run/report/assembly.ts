/** What a report is made of. */
import type { Contract } from "../../../spec/contract.ts";
import type { Check } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { ErrorsOfKind, Observation } from "../../model/report.ts";
import type { Judged } from "../../model/verdict.ts";
import type { RunOptions } from "../run.ts";

export interface Assembly
  extends Pick<RunOptions, "target" | "seed" | "strict" | "complete" | "isEmbedded" | "baseline"> {
  readonly contract: Contract;
  readonly clock: { now(): number };
  readonly startedAt: number;
  readonly judged: readonly Judged[];
  readonly observations: readonly Observation[];
  readonly errors?: readonly ErrorsOfKind[];
  readonly notes: readonly string[];
  /** What may be wrong in the target file rather than in the target. */
  readonly doubts?: readonly string[];
  readonly exchanges: readonly Exchange[];
  /** By the index of an exchange: the one before it on its connection, whose body the server left unread. */
  readonly unreadBefore?: ReadonlyMap<number, Exchange> | undefined;
  /** Why the run as a whole is not complete, whatever its checks say: it was cut, or a credential was rejected. */
  readonly incomplete?: readonly string[];
  /** Nobody chose what to judge: a run that judged less than half of the stated clauses says nothing of the target. */
  readonly isWhole?: boolean;
  /** Exchanges of others: what is not in them may violate anything. */
  readonly isTraffic?: boolean;
  /** The command that shows again what failed on the exchanges of these indexes, in this scenario of a load run. */
  readonly replayOf: (check: Check, exchanges: readonly number[], scenario?: string) => string;
  /** The cases that send again each of these findings, by the indexes of its exchanges; none where only all of a run shows one. */
  readonly sendersOf?: (check: Check, findings: readonly (readonly number[])[]) => readonly string[] | undefined;
}
