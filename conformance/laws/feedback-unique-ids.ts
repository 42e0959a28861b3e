/** §2.12 and §4, rule 1: each accepted submission has its own identifiers. */
import { isObject, quoted, requestJson, stringIn } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { type Fail, fails, holds, notApplicable } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";

/** The `content` of a submission; the whole body if it has none. */
function contentOf(exchange: Exchange): string {
  const body = requestJson(exchange);
  return isObject(body) && body.content !== undefined ? JSON.stringify(body.content) : exchange.request.body;
}

/** §4, rule 1, calls both of them identifiers. */
type Identifier = "feedbackId" | "url";

/** A failure if two acceptances have the same identifier for different content. */
function repeatedIdentifier(accepted: readonly Exchange[], name: Identifier): Fail | undefined {
  const seen = new Map<string, Exchange>();
  for (const exchange of accepted) {
    const id = stringIn(exchange, name);
    if (id === undefined) continue;
    const key = JSON.stringify([exchange.organization ?? exchange.credential, id]);
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
  return undefined;
}

/** §2.12 and §4, rule 1. Only different content is compared: a server may recognize a repeated submission. */
export const uniqueFeedbackIds: SequenceLaw = {
  id: "feedback.unique-ids",
  clause: "feedback.unique",
  claim: "No two accepted submissions of an organization have the same feedbackId, nor the same url",
  skipReason:
    "fewer than two submissions were accepted with a feedbackId: see answers.submitFeedback and feedback.acceptance",
  judge({ exchanges }) {
    const accepted = exchanges.filter(({ operation, isSuccess }) => operation === "submitFeedback" && isSuccess);
    const repeated = repeatedIdentifier(accepted, "feedbackId") ?? repeatedIdentifier(accepted, "url");
    if (repeated !== undefined) return repeated;
    const identified = accepted.filter((exchange) => stringIn(exchange, "feedbackId") !== undefined);
    return identified.length > 1 ? holds : notApplicable;
  },
};
