/** A server that stopped accepting connections in the middle of a run: without a word about it, each check would seem to be at fault. */
import { plural } from "../../../cli/plural.ts";
import type { Exchange } from "../../model/exchange.ts";
import { requestName } from "../../model/path-of.ts";

/** At most this many requests are named. */
const maxSuspects = 3;

type Sent = Pick<Exchange, "sentAt" | "reason" | "response">;

/** What the server did; undefined where nothing was answered, or all connections were accepted. */
export function outageOf(exchanges: readonly Sent[]): "went down" | "refused connections for a time" | undefined {
  const inOrder = exchanges.toSorted((a, b) => a.sentAt - b.sentAt);
  const at = inOrder.findIndex(({ reason }) => reason === "unreachable");
  const isAnswered = ({ response }: Sent) => response !== undefined;
  if (at < 0 || !inOrder.slice(0, at).some(isAnswered)) return undefined;
  return inOrder.slice(at).some(isAnswered) ? "refused connections for a time" : "went down";
}

/** A note that names the requests before connections failed; none where nothing was answered, or all connections were accepted. */
export function outageNotes(exchanges: readonly Exchange[]): readonly string[] {
  const inOrder = exchanges.toSorted((a, b) => a.sentAt - b.sentAt);
  const at = inOrder.findIndex(({ reason }) => reason === "unreachable");
  const before = inOrder.slice(0, Math.max(at, 0));
  const answered = before.findLastIndex(({ response }) => response !== undefined);
  if (answered < 0) return [];
  const lost = before.filter(
    ({ reason, receivedAt }) => reason === "lost" && receivedAt >= (before[answered]?.sentAt ?? 0),
  );
  const suspects = lost.length > 0 ? lost : before.slice(answered, answered + 1);
  const named = suspects.slice(0, maxSuspects).map(requestName).join(", ");
  const count = inOrder.filter(({ reason }) => reason === "unreachable").length;
  return [
    `the server ${outageOf(exchanges)} during the run: ${plural(count, "request")} failed with "${inOrder[at]?.failure ?? "no connection"}". The last before, ${lost.length > 0 ? "without an answer" : "which was answered"}: ${named}. Does it crash there? Look at its log`,
  ];
}
