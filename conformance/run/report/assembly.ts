/** The parts of which a report is assembled. */
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
  /** Checks that were not selected. A failure of one is reported if it is why a selected check was skipped. */
  readonly unselected?: readonly Judged[];
  readonly observations: readonly Observation[];
  readonly errors?: readonly ErrorsOfKind[];
  readonly notes: readonly string[];
  /** What may be wrong in the target file rather than in the target. */
  readonly doubts?: readonly string[];
  /** The labels of the credentials for which the target names another organization than the target file. */
  readonly ofDoubtedOrganization?: readonly string[] | undefined;
  /** The target may have another window than the target file says. */
  readonly isWindowInDoubt?: boolean;
  readonly exchanges: readonly Exchange[];
  /** Key: the index of an exchange. Value: the one before it on the connection, whose body was left unread. */
  readonly unreadBefore?: ReadonlyMap<number, Exchange> | undefined;
  /** By the id of a failed case: the same read, sent by itself at the end, whose status shows that the answer varies. */
  readonly answeredOtherwise?: ReadonlyMap<string, Exchange> | undefined;
  /** Why the run is incomplete, even if all checks pass: it was cut, or a credential was rejected. */
  readonly incomplete?: readonly string[];
  /** The user did not select checks. If such a run judged less than half of the stated clauses, it is inconclusive. */
  readonly isWhole?: boolean;
  /** The exchanges were recorded from other clients, so other violations may be missing from them. */
  readonly isTraffic?: boolean;
  /** The command that repeats a failure on the exchanges with these indexes; for a load run, of this scenario. */
  readonly replayOf: (check: Check, exchanges: readonly number[], scenario?: string) => string;
  /** The cases that send findings again, by the indexes of their exchanges. None if one needs all of a run. */
  readonly sendersOf?: (check: Check, findings: readonly (readonly number[])[]) => readonly string[] | undefined;
}
