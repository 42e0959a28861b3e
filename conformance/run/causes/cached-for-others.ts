/** A cache of rejections that leaves out who asks: what one caller cannot see is then hidden from everyone. */
import { isRead } from "../../client/request-of.ts";
import type { Exchange } from "../../model/exchange.ts";
import { urlWithoutQuery } from "../../model/path-of.ts";

/**
 * For a rejected read: the earlier read of the same path by another organization, which was answered with the same status. Undefined if
 * there is none, and if other reads of the operation show that such a rejection is not kept: they are served in spite of one.
 */
export function rejectedBefore(rejected: Exchange, exchanges: readonly Exchange[]): Exchange | undefined {
  const { operation, organization, status, request } = rejected;
  if (organization === undefined || !isRead(request.method) || status < 400 || status >= 500) return undefined;
  const others = exchanges.filter(
    (each) => isRead(each.request.method) && each.status === status && isOfOther(each, rejected),
  );
  const beforeBy = (read: Exchange) =>
    others.find((other) => other.index < read.index && urlWithoutQuery(other) === urlWithoutQuery(read));
  const served = exchanges.filter(
    (each) => each.operation === operation && each.organization === organization && each.isSuccess,
  );
  const isKept = served.length > 0 && !served.some((each) => beforeBy(each) !== undefined);
  return isKept ? beforeBy(rejected) : undefined;
}

const isOfOther = (exchange: Exchange, { organization }: Exchange) =>
  exchange.organization !== undefined && exchange.organization !== organization;
