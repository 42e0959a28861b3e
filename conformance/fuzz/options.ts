/** The options of a run of `fpk fuzz`. */
import type { Clock } from "../../clock.ts";
import type { Contract, OperationId } from "../../spec/contract.ts";
import type { Baseline } from "../baseline/read-baseline.ts";
import type { Transport } from "../client/transport.ts";
import type { Secret } from "../redaction/redactor.ts";
import type { Progress } from "../run/run.ts";
import type { Target } from "../target-file/target.ts";
import type { Environment, FoundTool } from "../tools/tool.ts";

/** The options that say which requests Schemathesis generates. */
export interface Generation {
  /** The number of inputs that are generated for each operation with parameters or a body. */
  readonly maxExamples: number;
  readonly seed: number;
  /** The maximum time of the generated requests, in seconds. */
  readonly time?: number | undefined;
  readonly stateful: boolean;
  /** Operations that are left out: writes in a read-only run, and those that every caller is denied. */
  readonly excluded: readonly OperationId[];
  /** The operations to send; all of them if this is empty. */
  readonly only: readonly OperationId[];
}

export interface FuzzOptions {
  readonly target: Target;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly contract: Contract;
  /** The Schemathesis to run. */
  readonly found: FoundTool;
  readonly generation: Generation;
  readonly readOnly: boolean;
  readonly strict: boolean;
  /** The known failures, which do not fail the run. */
  readonly baseline?: Baseline | undefined;
  /** Arguments that are forwarded to Schemathesis. */
  readonly forwardedArgs: readonly string[];
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** The owner of the files that a container writes, such as `1000:1000`. */
  readonly user?: string | undefined;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Called with the secrets that a response issues. The report may contain them. */
  readonly onSecrets?: ((secrets: readonly Secret[]) => void) | undefined;
  /** The target and the options as the user typed them, such as ` --target t.json --max-examples 50`. */
  readonly replayArguments: string;
  /** The file in which Schemathesis' output is kept if Schemathesis fails. */
  readonly logFile: string;
}

export const isIncluded = ({ only, excluded }: Generation, id: OperationId): boolean =>
  !excluded.includes(id) && (only.length === 0 || only.includes(id));
