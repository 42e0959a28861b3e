/** The shape of a verb: its file exports one. `configure` declares the options, and `run` resolves to the exit code. */
import type { Clock } from "../clock.ts";

export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** A target in this process, with its own clock. */
export interface EmbeddedTarget {
  readonly name: string;
  /** In the format of a target file, `target.schema.json`. */
  readonly target: unknown;
  readonly clock: Clock;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Run on the machine's clock, with a window of this length; without it on a virtual clock, with the Standard tier's window of 60 s. */
  readonly realTimeWindowSeconds?: number;
  /** Requests in a window; by default the Standard tier's 100. */
  readonly limit?: number;
}

/** A mutant: the reference with this one fault, which a check of the clause must find. */
interface SeededFault {
  readonly id: string;
  readonly clause: string;
  readonly fault: string;
  /** As a path from the repository's root. */
  readonly file: string;
}

export interface VerbContext {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The machine's; a virtual one in tests. */
  readonly clock: Clock;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Starts the reference, which is judged if no target is named. */
  embedded(options?: EmbeddedOptions): Promise<EmbeddedTarget>;
  /** The mutants that prove the checks. */
  mutants(): Promise<readonly SeededFault[]>;
  /** The legal choices that no check may fail. */
  variants(): Promise<readonly { readonly id: string; readonly choice: string; readonly file: string }[]>;
}
