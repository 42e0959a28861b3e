/** §4, rule 1, at the end of a run: the feedbackId of an acceptance is an identifier that endpoint 10 takes. Of many acceptances some are read. */
import { type CaseContext, defineCase } from "../case.ts";
import { type Acceptance, acceptancesOf, expectStatuses, idsWithStatus } from "../given/acceptances.ts";
import { acceptedOfEveryType } from "../given/accepted-types.ts";
import { unlessFailed } from "../given/expect.ts";
import { expectRecentStatuses } from "../given/recent-submissions.ts";

const maxReads = 10;

export const noLostSubmissions = defineCase({
  id: "feedback.no-lost-submissions",
  clause: "feedback.identifier",
  claim: "At the end of the run accepted submissions, up to ten, have a status under their feedbackIds",
  needs: { credential: "key", writes: true },
  lane: "last",
  async run(context) {
    // A type that is refused is the fault of another clause, and a quota may be used up.
    await unlessFailed(() => acceptedOfEveryType(context));
    const shown = idsWithStatus(context);
    const all = acceptancesOf(context).filter(({ feedbackId }) => !shown.includes(feedbackId));
    const chosen = choose(context, all);
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

/** The first submission of each body, then others, chosen by the run's seed. */
function choose(context: CaseContext, all: readonly Acceptance[]): readonly Acceptance[] {
  const bodies = all.map(({ exchange }) => exchange.request.body);
  const ofEachBody = all.filter((_, at) => bodies.indexOf(bodies[at] ?? "") === at);
  const first = context.sample(ofEachBody, maxReads);
  const others = all.filter((acceptance) => !first.includes(acceptance));
  return [...first, ...context.sample(others, maxReads - first.length)];
}
