/** §5.2: the status of another organization's feedback. */
import { isDeepStrictEqual } from "node:util";
import { bodyOf } from "../../model/body.ts";
import type { Actor, CaseContext, Exchange } from "../case.ts";
import type { Acceptance } from "./acceptances.ts";
import { readForeign } from "./conditions.ts";
import { mismatch } from "./expect.ts";
import { carriesId } from "./tenancy.ts";

/**
 * A success with the feedbackId that was asked for; or one whose identifiers are those that the owner was shown at the same path, where
 * a server shows others there.
 */
export function showsStatusOf(context: CaseContext, status: Exchange, { feedbackId, exchange }: Acceptance): boolean {
  if (carriesId(status, "feedbackId", feedbackId)) return true;
  const identifiersIn = (shown: Exchange) => [bodyOf(shown).feedbackId, bodyOf(shown).resultUrl];
  const identifiers = identifiersIn(status);
  return (
    status.isSuccess &&
    identifiers.some((each) => typeof each === "string" && each !== "") &&
    context
      .exchangesOf("getFeedbackStatus")
      .map((read) => read.exchange)
      .filter(({ isSuccess, organization }) => isSuccess && organization === exchange.organization)
      .filter(({ request }) => request.url === status.request.url)
      .some((own) => isDeepStrictEqual(identifiersIn(own), identifiers))
  );
}

/** Fails if the reader is shown the status of the acceptance, which is certainly another organization's. */
export async function expectNoStatus(context: CaseContext, reader: Actor, acceptance: Acceptance) {
  const { feedbackId, exchange } = acceptance;
  const status = await readForeign(context, reader, "getFeedbackStatus", { feedbackId });
  if (!showsStatusOf(context, status, acceptance)) return;
  const parameters = { feedbackId: context.unissuedId(feedbackId) };
  const unknown = await reader.send("getFeedbackStatus", { parameters, intent: "unknown-id" });
  // A target that answers every identifier shows nothing of anybody.
  if (unknown.isSuccess) return;
  mismatch(status, `a 4xx for feedback of ${exchange.organization}, another organization than the key's`, {
    after: [exchange, unknown],
  });
}
