/** A server that stopped accepting connections during a run: one note in place of a failure of each check. */
import { plural } from "../../../cli/plural.ts";
import type { ExchangeRecord } from "../../model/exchange.ts";
import { requestName } from "../../model/path-of.ts";

/** The note names at most this many requests. */
const maxSuspects = 3;

export interface Outage {
  /** What the server did. */
  readonly what: "went down" | "refused connections for a time";
  /** A note that names the last requests before connections failed. */
  readonly note: string;
}

/** Undefined if nothing was answered, or if all connections were accepted. */
export function outageOf(exchanges: readonly ExchangeRecord[]): Outage | undefined {
  const isAnswered = ({ response }: ExchangeRecord) => response !== undefined;
  const inOrder = exchanges.toSorted((a, b) => a.sentAt - b.sentAt);
  const at = inOrder.findIndex(({ reason }) => reason === "unreachable");
  const before = inOrder.slice(0, Math.max(at, 0));
  const answered = before.findLast(isAnswered);
  if (answered === undefined) return undefined;
  const what = inOrder.slice(at).some(isAnswered) ? "refused connections for a time" : "went down";
  const lost = before.filter(({ reason, receivedAt }) => reason === "lost" && receivedAt >= answered.sentAt);
  const suspects = lost.length > 0 ? lost : [answered];
  const named = suspects.slice(0, maxSuspects).map(requestName).join(", ");
  const failed = inOrder.filter(({ reason }) => reason === "unreachable");
  const failure = failed[0]?.failure ?? "no connection";
  return {
    what,
    note: `the server ${what} during the run: ${plural(failed.length, "request")} failed with "${failure}". The last before, ${lost.length > 0 ? "without an answer" : "which was answered"}: ${named}. Does it crash there? Look at its log`,
  };
}
