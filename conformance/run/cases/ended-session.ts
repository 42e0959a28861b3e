/** How long a session lasts is not shown (§5.6). If one ends during a run, nothing more is judged with it. */
import type { OperationId } from "../../../spec/contract.ts";
import type { Caller } from "../../client/caller.ts";
import type { Client } from "../../client/client.ts";
import { rejectedThoughServed } from "../../laws/rejected-though-served.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Judged, unjudged } from "../../model/verdict.ts";

/** Reads that a credential may have been served before, and that need no identifier. */
export const repeatableReads: readonly (OperationId | undefined)[] = ["getMe", "listOrganizations", "listProducts"];

/**
 * The reason why this answer is not judged: the session has ended. Undefined if it is not a 401 to a session, or if the
 * session is still valid. To find out, sends a request again that the session was served or forbidden before: an
 * endpoint that never takes sessions answers 401, too.
 */
export async function endedSession(
  rejected: Exchange | undefined,
  callers: readonly Caller[],
  client: Client,
): Promise<string | undefined> {
  if (rejected?.kind !== "session" || rejected.status !== 401) return undefined;
  const caller = callers.find(({ label }) => label === rejected.credential);
  const served = client.exchanges.find(
    ({ credential, operation, isSuccess, status }) =>
      credential === rejected.credential && (isSuccess || status === 403) && repeatableReads.includes(operation),
  );
  if (caller === undefined || served?.operation === undefined) return undefined;
  const again = await client.send({ operation: served.operation, caller });
  return again.status === 401 ? needsLastingSession(caller.label) : undefined;
}

/** The reason of a skip if the last request with a session was answered 401; undefined if it was not. */
export function lastAnswered401(label: string, exchanges: readonly Exchange[]): string | undefined {
  const ofSession = exchanges.filter(({ credential }) => credential === label);
  const last = ofSession.at(-1);
  if (last?.status !== 401) return undefined;
  const wasServed = ofSession.some(({ isSuccess, operation }) => isSuccess && operation === last.operation);
  return wasServed
    ? needsLastingSession(label)
    : `${last.operation} answers 401 to the session ${label}: see auth.session-on-every-read`;
}

/** The reason of a skip for a session that has ended. */
const needsLastingSession = (label: string) =>
  `needs a session that lasts for the whole run: ${label} was served, and later answered 401; set a newer token in the target file`;

/**
 * The result of a case, judged at the end of the run: a session that was served again after it seemed to have ended has not ended.
 * Where a case was skipped because of it, the reason names the law that judges such a 401.
 */
export function withoutServedAgain(result: Judged, exchanges: readonly Exchange[]): Judged {
  const { verdict } = result;
  if (verdict.verdict !== "skip") return result;
  const session = exchanges.find(
    ({ kind, credential }) => kind === "session" && verdict.reason === needsLastingSession(credential),
  )?.credential;
  if (session === undefined) return result;
  const ofSession = exchanges.filter(({ credential }) => credential === session);
  const rejected = ofSession.find(({ index, status }) => verdict.exchanges.includes(index) && status === 401);
  const servedAgain = ofSession.find((each) => rejected && each.isSuccess && each.sentAt > rejected.receivedAt);
  if (servedAgain === undefined) return result;
  const reason = `the session ${session} was answered 401, and later served again (exchange ${servedAgain.index}): see ${rejectedThoughServed.id}`;
  return { ...result, verdict: unjudged("skip", reason, verdict.exchanges) };
}
