/** A failed check with its proof, and what that shows to be wrong. */
import { laws, sequenceLaws } from "../../laws/index.ts";
import type { SequenceLaw } from "../../laws/sequence-law.ts";
import type { Law } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Result } from "../../model/report.ts";
import type { FieldProblem } from "./field-problem.ts";

/** A check that failed, and the exchanges on which that rests. */
export interface Failure {
  readonly result: Result;
  /** Those that prove it; `shown` is the one whose answer is reported. */
  readonly proof: readonly Exchange[];
  readonly shown: Exchange | undefined;
  readonly law: Law | undefined;
  readonly sequenceLaw: SequenceLaw | undefined;
}

/** What is wrong. Failures with the same symptom have the same cause, where `describe.ts` and `root-causes.ts` do not divide them further. */
export type Symptom =
  /** The server left the body of the request before on the connection unread. */
  | { readonly kind: "unread-body"; readonly before: Exchange }
  /** `exchange` has the body of the response to `source`. */
  | { readonly kind: "mixed-answers"; readonly exchange: Exchange; readonly source: Exchange }
  /** Values of another type were accepted, by `operation`, or shown again. */
  | { readonly kind: "wrong-types"; readonly operation: string | undefined; readonly problems: readonly FieldProblem[] }
  | { readonly kind: "fields"; readonly problems: readonly FieldProblem[] }
  | { readonly kind: "error-body" | "not-json" | "unknown-id" }
  | { readonly kind: "headers" | "repeated-headers" | "separate-counts" }
  | { readonly kind: "error-as-success"; readonly status: number }
  | { readonly kind: "shown-limit"; readonly limits: readonly number[] }
  | { readonly kind: "credentials"; readonly status: number; readonly operation: string }
  | { readonly kind: "foreign-id"; readonly status: number; readonly operation: string }
  /** `since`: the operation that fails since `operation` did. */
  | { readonly kind: "status"; readonly status: number; readonly operation: string; readonly since?: string }
  | { readonly kind: "other" };

export function failureOf(result: Result, exchanges: readonly Exchange[]): Failure {
  // In the order of the result: of a case the last is the one whose answer is reported, whenever it was sent.
  const proof = result.exchanges.flatMap((index) => exchanges.find((exchange) => exchange.index === index) ?? []);
  const law = laws.find(({ id }) => id === result.id);
  const sequenceLaw = sequenceLaws.find(({ id }) => id === result.id);
  return { result, proof, law, sequenceLaw, shown: law === undefined ? proof.at(-1) : proof[0] };
}
