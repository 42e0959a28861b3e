/** §4, rule 1, at the end of a run: the feedbackId of an acceptance is an identifier that endpoint 10 takes. Of many acceptances some are read. */
import type { Body } from "../../generate/place.ts";
import { type CaseContext, defineCase } from "../case.ts";
import { type Acceptance, acceptancesOf, expectStatuses, idsWithStatus } from "../given/acceptances.ts";
import { acceptedOfEveryType } from "../given/accepted-types.ts";
import { unlessFailed } from "../given/expect.ts";
import { expectRecentStatuses } from "../given/recent-submissions.ts";

const maxReads = 8;

export const noLostSubmissions = defineCase({
  id: "feedback.no-lost-submissions",
  clause: "feedback.identifier",
  claim: "At the end of the run accepted submissions, up to eight, have a status under their feedbackIds",
  needs: { credential: "key", writes: true },
  lane: "last",
  async run(context) {
    // A type that is rejected is the fault of another clause, and a quota may be used up.
    await unlessFailed(() => acceptedOfEveryType(context));
    const shown = idsWithStatus(context);
    const all = acceptancesOf(context).filter(({ feedbackId }) => !shown.includes(feedbackId));
    const chosen = choose(context, all, shown);
    if (chosen.length < all.length)
      context.note(
        `at the end the status of ${chosen.length} of ${all.length} accepted submissions was read: a sample, to spare requests`,
      );
    const mayBeForgotten = async (missing: readonly Acceptance[]) => {
      await expectRecentStatuses(context, missing);
      context.note(
        "the status of an earlier submission was answered 404, and those of recent ones were not: it is no longer kept",
      );
      return true;
    };
    if (chosen.length > 0 || shown.length === 0) await expectStatuses(context, chosen, "was accepted", mayBeForgotten);
  },
});

/**
 * Of each feedbackType and of each kind of body one, unless the run has read the status of one; then others, chosen by the run's seed.
 * Those that are the first of both are chosen first: they spare a read.
 */
function choose(context: CaseContext, all: readonly Acceptance[], shown: readonly string[]): readonly Acceptance[] {
  const read = acceptancesOf(context).filter(({ feedbackId }) => shown.includes(feedbackId));
  const seen = new Set(read.flatMap(traitsOf));
  const first: Acceptance[] = [];
  for (const minNew of [2, 1]) {
    for (const acceptance of all) {
      const unseen = traitsOf(acceptance).filter((trait) => !seen.has(trait));
      if (unseen.length < minNew || first.length === maxReads) continue;
      first.push(acceptance);
      for (const trait of unseen) seen.add(trait);
    }
  }
  const others = all.filter((acceptance) => !first.includes(acceptance));
  return [...first, ...context.sample(others, maxReads - first.length)];
}

/** Its feedbackType, and its kind: which fields are not empty, and how long the body is, to a power of ten. */
function traitsOf({ exchange }: Acceptance): readonly string[] {
  const { body } = exchange.request;
  const { feedbackType, content, metadata, ...others }: Body = JSON.parse(body);
  const filled = [others, content, metadata].map((part) =>
    Object.entries(Object(part)).flatMap(([name, value]) => (value === "" ? [] : [name])),
  );
  return [`type ${feedbackType}`, `kind ${JSON.stringify(filled)} ${Math.round(Math.log10(body.length))}`];
}
