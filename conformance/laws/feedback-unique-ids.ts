import { isObject, quoted } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";

/** The `content` of a submission; the whole body where it has none. */
function contentOf({ request }: Exchange): string {
  try {
    const body: unknown = JSON.parse(request.body);
    return isObject(body) && body.content !== undefined ? JSON.stringify(body.content) : request.body;
  } catch {
    return request.body;
  }
}

/** §4, rule 1, calls both identifiers. */
const identifiers = ["feedbackId", "url"] as const;

/** §2.12 and §4, rule 1. Only different content is compared: a server may recognize a repeated submission. */
export const uniqueFeedbackIds: SequenceLaw = {
  id: "feedback.unique-ids",
  clause: "feedback.unique",
  claim: "No two accepted submissions of an organization have the same feedbackId, nor the same url",
  skipReason: "fewer than two submissions were accepted with a feedbackId: see answers.submitFeedback",
  judge({ exchanges }) {
    const seen = new Map<string, Exchange>();
    let withFeedbackId = 0;
    for (const exchange of exchanges) {
      if (exchange.operation !== "submitFeedback" || !exchange.isSuccess) continue;
      const body = exchange.json();
      if (isObject(body) && typeof body.feedbackId === "string") withFeedbackId += 1;
      for (const name of identifiers) {
        const id = isObject(body) ? body[name] : undefined;
        if (typeof id !== "string") continue;
        const key = JSON.stringify([exchange.organization ?? exchange.credential, name, id]);
        const before = seen.get(key);
        if (before !== undefined && contentOf(before) !== contentOf(exchange)) {
          return fails({
            expected: `a different ${name} for each submission`,
            actual: `${name} ${quoted(id)} for two submissions with different content`,
            exchanges: [before.index, exchange.index],
          });
        }
        seen.set(key, exchange);
      }
    }
    return withFeedbackId > 1 ? holds : notApplicable;
  },
};
