/** The write that makes a later read fail. By hand, the read alone may not show the failure. */
import { isRead } from "../../client/request-of.ts";
import { bodyOf, isObject, rawListItems, requestJson, stringIn } from "../../model/body.ts";
import type { Law, LawContext } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";

/** The last accepted write to the path of `read` before this read was wrong for the first time, if it was right earlier; else that of `clearingUpdate`. */
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
  if (right === undefined)
    return read.operation === "listMembers" ? clearingUpdate(law, read, before, context) : undefined;
  // In between, a read may have been rejected, for example by the rate limit.
  const wrong = reads.find((each) => each.index > right.index && verdictOf(each) === "fail");
  const between = before.filter(({ index }) => index > right.index && index < (wrong?.index ?? 0));
  return between.findLast(
    (each) =>
      each.isSuccess &&
      (each.request.url === read.request.url ? !isRead(each.request.method) : changesMembers(each, read)),
  );
}

/**
 * For a list of members that this caller did not read before, and nobody read with the fault: the last update of a profile, if it left
 * out what the list lacks, and the profile had shown, or the answer to the update lacks it, too. Undefined unless the list lacks it for
 * this member alone.
 */
function clearingUpdate(law: Law, list: Exchange, before: readonly Exchange[], context: LawContext) {
  const members = rawListItems(list);
  const problems = context.problems(list).filter((problem) => law.concerns?.(problem));
  const [member, ...others] = new Set(problems.map(({ pointer }) => members[Number(pointer.split("/")[1])]));
  const wasWrong = before.some(
    (each) => each !== list && each.request.url === list.request.url && law.judge(each, context).verdict === "fail",
  );
  if (wasWrong || !isObject(member) || others.length > 0 || members.length === 1) return undefined;
  if (!problems.every(({ field }) => /^(?:first|last)Name$/.test(field))) return undefined;
  const isOfMember = (each: Exchange) => each.isSuccess && stringIn(each, "id") === member.userId;
  const profile = before.find(
    (each) =>
      each.operation === "getMe" &&
      isOfMember(each) &&
      problems.every(({ field }) => stringIn(each, field) !== undefined),
  );
  const isOfProfile = ({ isSuccess, credential, index }: Exchange) =>
    isSuccess && credential === profile?.credential && index > profile.index;
  const update = before.findLast(
    (each) => each.operation === "updateMe" && (isOfProfile(each) || (isOfMember(each) && answersNull(each, problems))),
  );
  const sent = update && Object(requestJson(update));
  return problems.some(({ field }) => Object.hasOwn(sent ?? {}, field)) ? undefined : update;
}

/** The answer to the update shows `null` for each of these fields. */
export const answersNull = (update: Exchange, fields: readonly { readonly field: string }[]) =>
  fields.every(({ field }) => bodyOf(update)[field] === null);

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
