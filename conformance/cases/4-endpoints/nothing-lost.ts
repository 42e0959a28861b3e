/**
 * §4, rule 1, at the end of a run: the `feedbackId` of an acceptance is the identifier used by endpoint 10, for each of them.
 * Nothing is said of how long a status is kept. One that was never shown is judged as stated: the identifier never was what
 * endpoint 10 takes. One that was shown, and is gone within minutes, is judged as implied: endpoint 10 is there to report
 * processing, which takes its time, and whoever waits for its end could not see it.
 */

import { isObject } from "../../model/body.ts";
import { Mismatch, Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { answerOf, pathOf } from "../../model/response-text.ts";
import { type CaseContext, defineCase, type Sent } from "../case.ts";
import { withinGrace } from "../given/eventually.ts";
import { acceptedAtOnce, feedbackTypesOf } from "./feedback.ts";

interface Acceptance extends Sent {
  readonly feedbackId: string;
}

/** How many statuses are asked for at most, of those that were shown before, and of the others. */
const most = { shown: 2, others: 10 };

/** One for each `feedbackId` of a valid submission that was answered 2xx, in whatever case, and while the limit was crossed. */
function acceptancesOf(context: CaseContext): readonly Acceptance[] {
  const all = new Map<string, Acceptance>();
  for (const { actor, exchange } of context.sent("submitFeedback")) {
    const feedbackId = idIn(exchange);
    if (!exchange.isSuccess || exchange.intent !== "valid" || feedbackId === undefined) continue;
    const key = JSON.stringify([exchange.organization ?? exchange.credential, feedbackId]);
    if (!all.has(key)) all.set(key, { actor, exchange, feedbackId });
  }
  return [...all.values()];
}

function idIn(exchange: Exchange): string | undefined {
  const body = exchange.json();
  return isObject(body) && typeof body.feedbackId === "string" ? body.feedbackId : undefined;
}

/** Their identifiers, in the order in which they were first shown a status. */
function shownBefore(context: CaseContext): readonly string[] {
  const shown = context.sent("getFeedbackStatus").flatMap(({ exchange }) => {
    const feedbackId = idIn(exchange);
    const isAskedFor = feedbackId !== undefined && pathOf(exchange).includes(`/${encodeURIComponent(feedbackId)}/`);
    return exchange.isSuccess && isAskedFor ? [feedbackId] : [];
  });
  return [...new Set(shown)];
}

/** The first of those whose bodies are the same, then others, as far as there is room: chosen by the run's seed. */
function chosenOf(context: CaseContext, all: readonly Acceptance[]): readonly Acceptance[] {
  const bodies = all.map(({ exchange }) => exchange.request.body);
  const firsts = context.sample(
    all.filter((_, at) => bodies.indexOf(bodies[at] ?? "") === at),
    most.others,
  );
  const others = all.filter((one) => !firsts.includes(one));
  return [...firsts, ...context.sample(others, most.others - firsts.length)];
}

/** Which roles may read a status is open (§5.7): these answers do not say whether there is one. */
const isToldNothing = ({ status }: Exchange) => status === 401 || status === 403;

/** Asks for each of these. Throws `Mismatch` where one has no status of its own, and `Skip` where nothing is told. */
async function expectStatuses(context: CaseContext, acceptances: readonly Acceptance[], what: string): Promise<void> {
  let isJudged = false;
  for (const { actor, exchange, feedbackId } of acceptances) {
    const ask = () => actor.send("getFeedbackStatus", { parameters: { feedbackId } });
    const isGraceOver = context.now() - exchange.receivedAt > context.feedbackGraceMs;
    const status = await withinGrace(context, ask, (one) => one.isSuccess || isToldNothing(one) || isGraceOver);
    if (isToldNothing(status)) continue;
    isJudged = true;
    if (status.isSuccess && [undefined, feedbackId].includes(idIn(status))) continue;
    throw new Mismatch({
      expected: `the status of a submission that ${what}, with feedbackId ${JSON.stringify(feedbackId)}`,
      actual: `GET ${pathOf(status)}: ${answerOf(status)}`,
      exchanges: [exchange, status],
    });
  }
  if (!isJudged) throw new Skip(`a submission that ${what}, and whose status its caller may read`);
}

export const nothingLost = defineCase({
  id: "feedback.nothing-lost",
  clause: "feedback.identifier",
  claim: "Every submission that was accepted in the run has a status at its end, under its own feedbackId",
  needs: { credential: "key", writes: true },
  lane: "last",
  requests: most.others,
  async run(context) {
    // A submission that is refused is the fault of another clause.
    await acceptedAtOnce(context, feedbackTypesOf(context)).catch((error) => {
      if (!(error instanceof Mismatch)) throw error;
    });
    const shown = shownBefore(context);
    const all = acceptancesOf(context).filter(({ feedbackId }) => !shown.includes(feedbackId));
    const chosen = chosenOf(context, all);
    if (chosen.length < all.length) {
      context.note(`asked at the end for the status of ${chosen.length} of ${all.length} accepted submissions`);
    }
    if (chosen.length > 0 || shown.length === 0) await expectStatuses(context, chosen, "was accepted");
  },
});

export const statusStillThere = defineCase({
  id: "feedback.status-still-there",
  clause: "feedback.kept",
  claim: "A status that was shown early in the run is shown at its end",
  needs: { credential: "key", writes: true },
  lane: "last",
  requests: most.shown,
  async run(context) {
    const all = acceptancesOf(context);
    const early = shownBefore(context).flatMap((shown) => all.find(({ feedbackId }) => feedbackId === shown) ?? []);
    await expectStatuses(context, early.slice(0, most.shown), "was accepted, and its status shown");
  },
});
