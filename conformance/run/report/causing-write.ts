/** The write that makes a later read fail. By hand, the read alone may not show the failure. */
import { isRead } from "../../client/request-of.ts";
import type { Law, LawContext } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";

/** The last accepted write to the path of `read` before this read was wrong for the first time, if it was right earlier; else undefined. */
export function causingWrite(
  law: Law,
  read: Exchange,
  exchanges: readonly Exchange[],
  context: LawContext,
): Exchange | undefined {
  if (!isRead(read.request.method)) return undefined;
  const before = exchanges.filter(({ index }) => index <= read.index);
  const reads = before.filter(
    ({ request, credential }) =>
      request.url === read.request.url && request.method === read.request.method && credential === read.credential,
  );
  const verdictOf = (each: Exchange) => law.judge(each, context).verdict;
  const right = reads.findLast((each) => verdictOf(each) === "pass");
  if (right === undefined) return undefined;
  // In between, a read may have been rejected, for example by the rate limit.
  const wrong = reads.find((each) => each.index > right.index && verdictOf(each) === "fail");
  const between = before.filter(({ index }) => index > right.index && index < (wrong?.index ?? 0));
  return between.findLast(
    (each) =>
      each.isSuccess &&
      (each.request.url === read.request.url ? !isRead(each.request.method) : changesMembers(each, read)),
  );
}

/** The list of members shows the profiles (§2.8), so that an update of one may make it wrong. */
export const changesMembers = (write: Exchange, read: Exchange) =>
  write.operation === "updateMe" && read.operation === "listMembers";

/** The last PUT of a case's proof, if the proof ends with a read: the read alone shows the profile as it was restored. */
export function updateInProof(read: Exchange, proof: readonly number[], exchanges: readonly Exchange[]) {
  if (!isRead(read.request.method)) return undefined;
  return exchanges.findLast(
    ({ index, request }) => index < read.index && request.method === "PUT" && proof.includes(index),
  );
}
