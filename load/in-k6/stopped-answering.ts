/** Recognizes a target that stopped answering, and was therefore not judged to the end. Pure. */
import type { Exchange } from "../../conformance/model/exchange.ts";

/** The message with which the scenarios' client ends the run. */
export const abortMessage = "the target stopped answering";

/** Fewer consecutive requests without an answer may be one lost connection. */
export const minUnanswered = 3;

/** `the target stopped answering after 4.1 s: connection refused; …`; undefined if it answered to the end, or never. */
export function stoppedAnswering(exchanges: readonly Exchange[]): string | undefined {
  const inOrder = exchanges.toSorted((a, b) => a.sentAt - b.sentAt);
  const last = inOrder.findLastIndex(({ response }) => response !== undefined);
  const [first, ...others] = inOrder.slice(last + 1);
  if (last < 0 || first === undefined || others.length + 1 < minUnanswered) return undefined;
  const seconds = ((first.sentAt - (inOrder[0]?.sentAt ?? 0)) / 1000).toFixed(1);
  return `the target stopped answering after ${seconds} s: ${first.failure}; the last ${others.length + 1} of ${inOrder.length} requests were not answered`;
}
