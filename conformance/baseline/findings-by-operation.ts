/** For each operation, the first of the findings of a failed check (for entries of a baseline and of SARIF). */
import type { OperationId } from "../../spec/contract.ts";
import { sequenceLaws } from "../laws/index.ts";
import type { Report, Result } from "../model/report.ts";
import type { Finding } from "../model/verdict.ts";

type Failure = Pick<Result, "id" | "message" | "findings" | "judged" | "exchanges">;

/**
 * For each operation, the first finding. A law over single exchanges fails on every exchange that it names, a case on
 * the last one. A law over a sequence, such as the rate limit's, concerns no operation: its finding has the key
 * `undefined`.
 */
export function findingsByOperation(
  {
    id,
    message,
    judged,
    exchanges: proofs,
    findings = [{ expected: "", actual: message, exchanges: proofs }],
  }: Failure,
  exchanges: Report["exchanges"],
): ReadonlyMap<OperationId | undefined, Finding> {
  const isOfSequence = sequenceLaws.some((law) => law.id === id);
  const byOperation = new Map<OperationId | undefined, Finding>();
  for (const finding of findings) {
    const shown = judged === undefined ? finding.exchanges.slice(-1) : finding.exchanges;
    const operations = isOfSequence || shown.length === 0 ? [undefined] : shown.map((at) => exchanges[at]?.operation);
    for (const operation of operations) if (!byOperation.has(operation)) byOperation.set(operation, finding);
  }
  return byOperation;
}
