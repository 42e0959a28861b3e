/** What `fpk fuzz` is asked to do. */
import type { Clock } from "../../clock.ts";
import type { Contract, OperationId } from "../../spec/contract.ts";
import type { Baseline } from "../baseline/read-baseline.ts";
import type { Transport } from "../client/transport.ts";
import type { Progress } from "../run/run.ts";
import type { Target } from "../target-file/target.ts";
import type { Environment, Found } from "../tools/tool.ts";

/** What Schemathesis generates. */
export interface Generation {
  /** Inputs generated for each operation that takes any. */
  readonly maxExamples: number;
  readonly seed: number;
  /** In seconds. */
  readonly time?: number | undefined;
  readonly stateful: boolean;
  /** Operations that are left out: writes in a read-only run, and what no caller may call. */
  readonly excluded: readonly OperationId[];
  /** Only these operations; all of them if it is empty. */
  readonly only: readonly OperationId[];
}

export interface FuzzOptions {
  readonly target: Target;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly contract: Contract;
  /** Where Schemathesis was found. */
  readonly found: Found;
  readonly generation: Generation;
  readonly readOnly: boolean;
  readonly strict: boolean;
  /** Known failures, which do not fail the run. */
  readonly baseline?: Baseline | undefined;
  /** Arguments that are forwarded to Schemathesis. */
  readonly forwardedArgs: readonly string[];
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** `1000:1000`, the owner of the files that a container writes. */
  readonly user?: string | undefined;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** The target and the options as they are typed: ` --target t.json --max-examples 50`. */
  readonly replayArguments: string;
  /** The file in which Schemathesis' output is kept if Schemathesis fails. */
  readonly logFile: string;
}

export const isIncluded = ({ only, excluded }: Generation, id: OperationId): boolean =>
  !excluded.includes(id) && (only.length === 0 || only.includes(id));
