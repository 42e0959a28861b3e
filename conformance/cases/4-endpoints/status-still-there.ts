/**
 * §4, endpoint 10, at the end of a run. The document does not say how long a status can be read. But the endpoint
 * reports processing, which takes time: a status must not be gone within minutes.
 */
import { defineCase, Skip } from "../case.ts";
import { acceptancesOf, expectStatuses, idsWithStatus } from "../shared/acceptances.ts";

/** The other acceptances were just read for the first time, by the case about lost submissions. */
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
    const wasRead = context.exchangesOf("getFeedbackStatus").some(({ exchange }) => exchange.isSuccess);
    if (early.length === 0 && wasRead)
      throw new Skip("no status that was read has the feedbackId that was asked for: see feedback.status-by-id");
    await expectStatuses(context, early.slice(0, maxReads), "was accepted and looked up before");
  },
});
