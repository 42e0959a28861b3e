/**
 * §4, endpoint 10, at the end of a run. The document does not say for how long a status can be read. But the endpoint is there to
 * report processing, which takes time: a status that is gone within minutes cannot be seen by who waits for its end.
 */
import { defineCase } from "../case.ts";
import { acceptancesOf, expectStatuses, idsWithStatus } from "../given/acceptances.ts";

/** The others were read first a moment ago, by the case that looks for lost submissions. */
const maxReads = 1;

export const statusStillThere = defineCase({
  id: "feedback.status-still-there",
  clause: "feedback.kept",
  claim: "A status that could be read early in the run can be read at its end",
  needs: { credential: "key", writes: true },
  lane: "last",
  async run(context) {
    const all = acceptancesOf(context);
    const early = idsWithStatus(context).flatMap((id) => all.find(({ feedbackId }) => feedbackId === id) ?? []);
    await expectStatuses(context, early.slice(0, maxReads), "was accepted and looked up before");
  },
});
