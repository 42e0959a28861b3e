/** Exchanges that observers tell something of, and what they tell, for tests. */
import { exchangeWith, type Said, samples } from "../model/exchange.test.support.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Observation } from "../model/report.ts";
import { observe } from "./index.ts";
import type { Facts, ObservedChoice } from "./observer.ts";

export const facts: Facts = { rateLimit: { limit: 100, windowSeconds: 60 }, keyPrefixes: ["fpk_key_"] };

/** Exchanges one after another, each a second after the one before. */
export const inOrder = (said: readonly Said[]): readonly Exchange[] =>
  said.map((one, index) =>
    exchangeWith({ index, sentAt: 1.8e12 + index * 1000, receivedAt: 1.8e12 + index * 1000 + 9, ...one }),
  );

export function observed(
  clause: string,
  said: readonly Said[],
  told: readonly ObservedChoice[] = [],
  of: Partial<Facts> = {},
): Observation {
  const found = observe(inOrder(said), { ...facts, ...of }, told).find((one) => one.clause === clause);
  if (found === undefined) throw new Error(`no observation of ${clause}`);
  return found;
}

export const submitted = (status: number, more: Said = {}): Said => ({
  operation: "submitFeedback",
  status,
  json: samples.FeedbackAcceptance,
  requestBody: '{"productId":"prod_1","content":{"body":"x"}}',
  ...more,
});
export const asked = (status: number, state: string, more: Said = {}): Said => ({
  operation: "getFeedbackStatus",
  status,
  json: { feedbackId: "fb_1", status: state },
  ...more,
});
export const unknownProduct = (status: number, more: Said = {}): Said => ({
  operation: "getProduct",
  status,
  intent: "unknown-id",
  json: samples.Error,
  path: "/v1/products/prod_777",
  ...more,
});
export const reset = (value: string, more: Said = {}): Said => ({ headers: { "X-RateLimit-Reset": value }, ...more });
export const updated = (body: unknown, more: Said = {}): Said => ({
  operation: "updateMe",
  requestBody: JSON.stringify(body),
  ...more,
});
export const missing = (...path: string[]) => ({
  error: "bad",
  issues: [{ code: "required", message: "is missing", path }],
});
