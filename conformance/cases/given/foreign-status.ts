/** §5.2: the status of another organization's feedback. */
import type { Actor, CaseContext } from "../case.ts";
import type { Acceptance } from "./acceptances.ts";
import { readForeign } from "./conditions.ts";
import { mismatch } from "./expect.ts";
import { carriesId } from "./tenancy.ts";

/** Fails if the reader is shown the status of the acceptance, which is certainly another organization's. */
export async function expectNoStatus(context: CaseContext, reader: Actor, { feedbackId, exchange }: Acceptance) {
  const status = await readForeign(context, reader, "getFeedbackStatus", { feedbackId });
  if (!carriesId(status, "feedbackId", feedbackId)) return;
  const parameters = { feedbackId: context.unissuedId(feedbackId) };
  const unknown = await reader.send("getFeedbackStatus", { parameters, intent: "unknown-id" });
  // A target that answers every identifier shows nothing of anybody.
  if (unknown.isSuccess) return;
  mismatch(status, `a 4xx for feedback of ${exchange.organization}, another organization than the key's`, {
    after: [exchange, unknown],
  });
}
