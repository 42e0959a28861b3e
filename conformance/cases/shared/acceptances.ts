/** The accepted submissions of a whole run, and whether their statuses can be read. */
import { concurrently } from "../../client/concurrently.ts";
import { bodyOf, quoted, stringIn } from "../../model/body.ts";
import { groupBy } from "../../model/group-by.ts";
import { minKeptMs } from "../../model/min-kept.ts";
import { pathOf } from "../../model/path-of.ts";
import { type Actor, type ActorExchange, type CaseContext, type Exchange, Skip } from "../case.ts";
import { eventually, mismatch } from "./expect.ts";

export interface Acceptance extends ActorExchange {
  readonly feedbackId: string;
}

const idIn = (exchange: Exchange) => stringIn(exchange, "feedbackId");

/** For each `feedbackId`, the first valid submission whose acceptance has it. */
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

/** Whether a submission of the actor's organization has this feedbackId, too. Then the status that the actor reads is its own. */
export const wasIssuedTo = (context: CaseContext, { caller }: Actor, feedbackId: string): boolean =>
  context
    .exchangesOf("submitFeedback")
    .some(({ exchange }) => exchange.organization === caller.organization && idIn(exchange) === feedbackId);

/** The reason of a skip if both organizations have this feedbackId. */
export const issuedToBoth = (feedbackId: string) =>
  `both organizations have a submission with the feedbackId ${quoted(feedbackId)}, as if each numbers its own feedback`;

/** The accepted feedbackIds whose status was read so far, in the order of their first reads. Another check judges a status without one. */
export function idsWithStatus(context: CaseContext): readonly string[] {
  const accepted = acceptancesOf(context).map(({ feedbackId }) => feedbackId);
  const read = context.exchangesOf("getFeedbackStatus").flatMap(({ exchange }) => {
    const isStatusOf = (feedbackId: string) =>
      [undefined, feedbackId].includes(idIn(exchange)) &&
      pathOf(exchange).includes(`/${encodeURIComponent(feedbackId)}/`);
    return exchange.isSuccess ? accepted.filter(isStatusOf) : [];
  });
  return [...new Set(read)];
}

/** Which roles may read a status is open (§5.7), so these responses do not show whether there is one. */
const isForbidden = ({ status }: Exchange) => status === 401 || status === 403;

/** How long a status is kept is not shown. 410 says that there was a status. */
const isGone = ({ status }: Exchange) => status === 410;

/** A read of a submission's status. `nothing`: the caller may not read the status, or it is no longer kept. */
interface StatusRead extends Acceptance {
  readonly status: Exchange;
  readonly shows: "the status" | "no status" | "unknown after long" | "nothing";
}

async function readStatus(context: CaseContext, acceptance: Acceptance): Promise<StatusRead> {
  const { actor, exchange, feedbackId } = acceptance;
  const ask = () => actor.send("getFeedbackStatus", { parameters: { feedbackId } });
  const ageMs = context.now() - exchange.receivedAt;
  const isGraceOver = ageMs > context.feedbackGraceMs;
  const status = await eventually(context, ask, (answer) => answer.isSuccess || isForbidden(answer) || isGraceOver);
  const read = (shows: StatusRead["shows"]) => ({ ...acceptance, status, shows });
  if (isForbidden(status) || (isGone(status) && isGraceOver)) return read("nothing");
  if (status.isSuccess && [undefined, feedbackId].includes(idIn(status))) return read("the status");
  return read(isUnknown(context, status) && isGraceOver && ageMs > minKeptMs ? "unknown after long" : "no status");
}

/** A 404, or the 4xx that the server answers to a feedbackId that nobody has. */
const isUnknown = (context: CaseContext, { status }: Exchange) =>
  status === 404 ||
  (status >= 400 &&
    status < 500 &&
    context
      .exchangesOf("getFeedbackStatus")
      .some(({ exchange }) => exchange.intent === "unknown-id" && exchange.status === status));

/**
 * One after the other for each organization, and concurrently for several: a target must not mix up their requests. The oldest
 * first, which must have a status by now.
 */
async function readStatuses(context: CaseContext, acceptances: readonly Acceptance[]): Promise<readonly StatusRead[]> {
  const byOrganization = groupBy(acceptances, ({ exchange }) => exchange.organization ?? exchange.credential);
  const readAll = async (group: readonly Acceptance[]) => {
    const reads: StatusRead[] = [];
    for (const acceptance of group.toSorted((a, b) => a.exchange.receivedAt - b.exchange.receivedAt))
      reads.push(await readStatus(context, acceptance));
    return reads;
  };
  return (await concurrently(byOrganization.map((group) => () => readAll(group)))).flat();
}

/**
 * Reads the status of each acceptance. Throws `Mismatch` if one has no status of its own, and `Skip` if no status may
 * be read. Calls `mayBeForgotten` once, with all acceptances whose status is unknown long after they were accepted.
 */
export async function expectStatuses(
  context: CaseContext,
  acceptances: readonly Acceptance[],
  what: string,
  mayBeForgotten: (missing: readonly Acceptance[]) => Promise<boolean> = async () => false,
) {
  if (acceptances.length === 0)
    throw new Skip(`no submission ${what}: see answers.submitFeedback and answers.getFeedbackStatus`);
  const fail = ({ exchange, feedbackId, status }: StatusRead, after: readonly Exchange[] = []) =>
    mismatch(status, `the status of a submission that ${what}, with feedbackId ${JSON.stringify(feedbackId)}`, {
      ...(status.isSuccess && { actual: `its feedbackId is ${JSON.stringify(bodyOf(status).feedbackId)}` }),
      after: [exchange, ...after],
    });
  const reads = await readStatuses(context, acceptances);
  const lost = reads.find(({ shows }) => shows === "no status");
  if (lost !== undefined) fail(lost);
  const missing = reads.filter(({ shows }) => shows === "unknown after long");
  const [first] = missing;
  if (first !== undefined) {
    const again = await readStatus(context, first);
    if (again.shows === "the status") fail(first, [again.status]);
    if (!(await mayBeForgotten(missing))) fail(first);
  }
  const isJudged = reads.some(({ shows }) => shows !== "nothing");
  if (!isJudged)
    throw new Skip(
      "needs a caller that may read the status of what it submits, for as long as a run lasts: each read was answered 401, 403 or 410; add one to the target file",
    );
}
