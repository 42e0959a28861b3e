/**
 * Sends the read on which a case failed once more at the end of the run, on a connection of its own and when nothing else is in flight, as a
 * person does who sends it by hand. If it is then answered otherwise, the failure says so, since the command alone would not show it.
 */
import { unlessNotJudgeable } from "../../cases/shared/expect.ts";
import type { Outgoing } from "../../client/outgoing.ts";
import { isRead } from "../../client/request-of.ts";
import { referenceLaws } from "../../laws/references-resolve.ts";
import type { Sequence } from "../../laws/sequence-law.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import type { Judged } from "../../model/verdict.ts";
import type { Run } from "../run.ts";

/** `sent`: the requests of the cases, by the indexes of their exchanges. */
export async function repeatFailed(
  { client, senders, answeredOtherwise }: Pick<Run, "client" | "senders" | "answeredOtherwise">,
  results: readonly Judged[],
  sent: ReadonlyMap<number, Outgoing>,
): Promise<void> {
  for (const { check, verdict } of results) {
    const failed = verdict.verdict === "fail" ? client.exchanges[verdict.exchanges.at(-1) ?? -1] : undefined;
    if (failed?.response === undefined || !isRead(failed.request.method)) continue;
    const read = sent.get(failed.index);
    const isExplained = client.unreadBefore.has(failed.index) || isRestoredSince(failed, client.exchanges);
    if (read === undefined || isExplained || !client.hasRoom(read.caller)) continue;
    // A 429 or a lost connection says nothing about the failure.
    const again = await unlessNotJudgeable(() => client.send({ ...read, hasOwnConnection: true }));
    if (again === undefined) continue;
    senders.set(again.index, check.id);
    if (isOtherwise(again, failed)) answeredOtherwise.set(check.id, again);
  }
}

/** Whether the run restored the profile after the read, which may have failed because of the profile's values then. */
const isRestoredSince = ({ index, operation }: Exchange, exchanges: readonly Exchange[]) =>
  (operation === "getMe" || operation === "listMembers") &&
  exchanges.some((each) => each.index > index && each.operation === "updateMe" && each.isSuccess);

/**
 * Whether the repeated read was answered otherwise: with another class of status (2xx, 4xx, …), or, without valid credentials, with any
 * other status.
 */
function isOtherwise(again: Exchange, failed: Exchange): boolean {
  if (!isAuthenticated(failed)) return again.status !== failed.status;
  // How long a submission's status is kept is not shown.
  const isNoLongerKept = again.operation === "getFeedbackStatus" && [404, 410].includes(again.status);
  return classOf(again) !== classOf(failed) && !isNoLongerKept;
}

/** 4 for a 404. */
const classOf = ({ status }: Exchange) => Math.floor(status / 100);

/** Sends again the lists in which a law misses what a feature refers to: a single response may have lacked it. */
export async function repeatLists(
  { client, senders, laws }: Pick<Run, "client" | "senders" | "laws">,
  sequence: Sequence,
  sent: ReadonlyMap<number, Outgoing>,
): Promise<void> {
  const verdicts = referenceLaws
    .filter((law) => laws.some(({ check }) => check === law))
    .map((law) => sequence.verdictOf(law));
  const failed = verdicts.flatMap((verdict) => (verdict.verdict === "fail" ? verdict.exchanges : []));
  for (const index of new Set(failed)) {
    const [read, sender] = [sent.get(index), senders.get(index)];
    const again = read && (await unlessNotJudgeable(() => client.send(read)));
    if (again !== undefined && sender !== undefined) senders.set(again.index, sender);
  }
}
