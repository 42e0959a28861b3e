/** The write that makes a later read fail. By hand, the read alone may not show the failure. */
import { isRead } from "../../client/request-of.ts";
import type { Law, LawContext } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";

/** The last accepted write to the path of `read`, if the same read was right before the write; else undefined. */
export function causingWrite(
  law: Law,
  read: Exchange,
  exchanges: readonly Exchange[],
  context: LawContext,
): Exchange | undefined {
  if (!isRead(read.request.method)) return undefined;
  const earlier = exchanges.filter(({ index, request }) => index < read.index && request.url === read.request.url);
  const write = earlier.findLast((exchange) => !isRead(exchange.request.method) && exchange.isSuccess);
  const before = earlier.findLast(
    (exchange) =>
      isRead(exchange.request.method) &&
      exchange.credential === read.credential &&
      exchange.index < (write?.index ?? 0),
  );
  return before !== undefined && law.judge(before, context).verdict === "pass" ? write : undefined;
}
