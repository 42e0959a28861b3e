/** §4, rule 1, at the end of a run: endpoint 10 accepts the feedbackId of each acceptance. Reads some of them. */
import type { Body } from "../../generate/place.ts";
import { requestJson } from "../../model/body.ts";
import { type CaseContext, defineCase } from "../case.ts";
import { type Acceptance, acceptancesOf, expectStatuses, idsWithStatus } from "../shared/acceptances.ts";
import { acceptedOfEveryType } from "../shared/accepted-types.ts";
import { unlessFailed } from "../shared/expect.ts";
import { expectRecentStatuses } from "../shared/recent-submissions.ts";

const maxReads = 8;

export const noLostSubmissions = defineCase({
  id: "feedback.no-lost-submissions",
  clause: "feedback.identifier",
  claim: "At the end of the run accepted submissions, up to eight, have a status under their feedbackIds",
  needs: { credential: "key", writes: true },
  lane: "last",
  async run(context) {
    // Another case judges a rejected type, and a quota may be used up.
    await unlessFailed(() => acceptedOfEveryType(context));
    const shown = idsWithStatus(context);
    const all = acceptancesOf(context).filter(({ feedbackId }) => !shown.includes(feedbackId));
    // A second try reads the same.
    const chosen = await context.once("chosen acceptances", async () => {
      const some = choose(context, all, shown);
      if (some.length < all.length)
        context.note(
          `at the end the status of ${some.length} of ${all.length} accepted submissions was read: a sample, to spare requests`,
        );
      return some;
    });
    const mayBeForgotten = async (missing: readonly Acceptance[]) => {
      await expectRecentStatuses(context, missing);
      context.note(
        "the status of an earlier submission was not found, and those of recent ones were: it is no longer kept",
      );
      return true;
    };
    if (chosen.length > 0 || shown.length === 0) await expectStatuses(context, chosen, "was accepted", mayBeForgotten);
  },
});

/**
 * Chooses: the last acceptance of each caller whose statuses the run has not read; then one for another product, one of
 * each feedbackType and one of each kind of body; then others, by the run's seed. Of one type or kind the last acceptance is chosen, or
 * one that is of both, since it saves a read.
 */
function choose(context: CaseContext, all: readonly Acceptance[], shown: readonly string[]): readonly Acceptance[] {
  const read = acceptancesOf(context).filter(({ feedbackId }) => shown.includes(feedbackId));
  const first = lastOfEachCaller(all, read).slice(0, maxReads);
  const products = new Set([...read, ...first].map(productOf));
  first.push(
    ...context.sample(
      all.filter((each) => !products.has(productOf(each))),
      1,
    ),
  );
  const seen = new Set([...read, ...first].flatMap(traitsOf));
  for (const minNew of [2, 1]) {
    // A queue that is full loses the last of many submissions.
    for (const acceptance of all.toReversed()) {
      const unseen = traitsOf(acceptance).filter((trait) => !seen.has(trait));
      if (unseen.length < minNew || first.length === maxReads) continue;
      first.push(acceptance);
      for (const trait of unseen) seen.add(trait);
    }
  }
  const others = all.filter((acceptance) => !first.includes(acceptance));
  return [...first, ...context.sample(others, maxReads - first.length)];
}

function lastOfEachCaller(all: readonly Acceptance[], read: readonly Acceptance[]): Acceptance[] {
  const isOfReader = ({ actor }: Acceptance) => read.some((other) => other.actor.caller.label === actor.caller.label);
  const last = new Map(all.filter((each) => !isOfReader(each)).map((each) => [each.actor.caller.label, each]));
  return [...last.values()];
}

const productOf = ({ exchange }: Acceptance) => Object(requestJson(exchange)).productId;

/** The feedbackType of a submission; and which fields are not empty, and the body's length to a power of ten. */
function traitsOf({ exchange }: Acceptance): readonly string[] {
  const { body } = exchange.request;
  const { feedbackType, content, metadata, ...others }: Body = JSON.parse(body);
  const filled = [others, content, metadata].map((part) =>
    Object.entries(Object(part)).flatMap(([name, value]) => (value === "" ? [] : [name])),
  );
  return [
    `product ${others.productId}`,
    `type ${feedbackType}`,
    `kind ${JSON.stringify(filled)} ${Math.round(Math.log10(body.length))}`,
  ];
}
