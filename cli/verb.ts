/** What a verb is given of its surroundings. A verb's file declares its options (`configure`) and resolves to an exit code (`run`). */
import type { Clock } from "../clock.ts";

export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** A target in this process, with its own clock. */
export interface EmbeddedTarget {
  readonly name: string;
  /** In the format of a target file (DESIGN §8). */
  readonly target: unknown;
  readonly clock: Clock;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  /** On the machine's clock, with a window of so many seconds; without it on a virtual clock, with the Standard tier's minute. */
  readonly realTimeWindowSeconds?: number;
  /** Requests in a window; the Standard tier's 100 unless given. */
  readonly limit?: number;
}

export interface SeededFault {
  readonly id: string;
  readonly clause: string;
  readonly fault: string;
}

export interface VerbContext {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Starts what is judged where no target is named. */
  embedded(options?: EmbeddedOptions): Promise<EmbeddedTarget>;
  /** The faults that prove the checks. */
  mutants(): Promise<readonly SeededFault[]>;
  /** The legal choices that no check may fail. */
  variants(): Promise<readonly { readonly id: string; readonly choice: string }[]>;
}
