/** What became of the submissions of a whole run: those of every case, and those that crossed the limit. */
import { pathOf } from "../../model/path-of.ts";
import { type ActorExchange, type CaseContext, type Exchange, Skip } from "../case.ts";
import { eventually, mismatch, stringIn } from "./expect.ts";

export interface Acceptance extends ActorExchange {
  readonly feedbackId: string;
}

const idIn = (exchange: Exchange) => stringIn(exchange, "feedbackId");

/** For each `feedbackId` the first valid submission that was answered with it. */
export function acceptancesOf(context: CaseContext): readonly Acceptance[] {
  const all = new Map<string, Acceptance>();
  for (const { actor, exchange } of context.exchangesOf("submitFeedback")) {
    const feedbackId = idIn(exchange);
    if (!exchange.isSuccess || exchange.intent !== "valid" || feedbackId === undefined) continue;
    const key = JSON.stringify([exchange.organization ?? exchange.credential, feedbackId]);
    if (!all.has(key)) all.set(key, { actor, exchange, feedbackId });
  }
  return [...all.values()];
}

/** The identifiers whose status was read so far, in the order of their first reads. */
export function idsWithStatus(context: CaseContext): readonly string[] {
  const read = context.exchangesOf("getFeedbackStatus").flatMap(({ exchange }) => {
    const feedbackId = idIn(exchange);
    const wasAskedFor = feedbackId !== undefined && pathOf(exchange).includes(`/${encodeURIComponent(feedbackId)}/`);
    return exchange.isSuccess && wasAskedFor ? [feedbackId] : [];
  });
  return [...new Set(read)];
}

/** Which roles may read a status is open (§5.7): these answers do not show whether there is one. */
const isForbidden = ({ status }: Exchange) => status === 401 || status === 403;

/** For how long a status is kept is not shown: 410 says that there was one. */
const isGone = ({ status }: Exchange) => status === 410;

/** In milliseconds: a 404 within this time is for a status that was lost, not for one that is no longer kept. */
const minKeptMs = 30_000;

/**
 * Reads the status of each. Throws `Mismatch` where one has none of its own, and `Skip` where none may be read. `mayBeForgotten` is asked
 * once about all those that are 404 long after their acceptance.
 */
export async function expectStatuses(
  context: CaseContext,
  acceptances: readonly Acceptance[],
  what: string,
  mayBeForgotten: (missing: readonly Acceptance[]) => Promise<boolean> = async () => false,
) {
  const missing: { readonly acceptance: Acceptance; readonly status: Exchange }[] = [];
  const fail = ({ exchange, feedbackId }: Acceptance, status: Exchange) =>
    mismatch(status, `the status of a submission that ${what}, with feedbackId ${JSON.stringify(feedbackId)}`, {
      after: [exchange],
    });
  let isJudged = false;
  for (const acceptance of acceptances) {
    const { actor, exchange, feedbackId } = acceptance;
    const ask = () => actor.send("getFeedbackStatus", { parameters: { feedbackId } });
    const ageMs = context.now() - exchange.receivedAt;
    const isGraceOver = ageMs > context.feedbackGraceMs;
    const status = await eventually(context, ask, (answer) => answer.isSuccess || isForbidden(answer) || isGraceOver);
    if (isForbidden(status) || (isGone(status) && isGraceOver)) continue;
    const isOld = isGraceOver && ageMs > minKeptMs;
    isJudged = true;
    if (status.isSuccess && [undefined, feedbackId].includes(idIn(status))) continue;
    if (status.status !== 404 || !isOld) fail(acceptance, status);
    missing.push({ acceptance, status });
  }
  const [first] = missing;
  if (first !== undefined && !(await mayBeForgotten(missing.map(({ acceptance }) => acceptance))))
    fail(first.acceptance, first.status);
  if (acceptances.length === 0)
    throw new Skip(`no submission ${what}: see answers.submitFeedback and answers.getFeedbackStatus`);
  if (!isJudged)
    throw new Skip(
      "needs a caller that may read the status of what it submits, for as long as a run lasts: each read was answered 401, 403 or 410; add one to the target file",
    );
}
