/** Exchanges that show observers something, and what they report, for tests. */
import { type ExchangeOverrides, exchangeWith, samples } from "../model/exchange.test.support.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Observation } from "../model/report.ts";
import { observe } from "./index.ts";
import type { ReportedChoice, TargetProperties } from "./observer.ts";

export const properties: TargetProperties = { rateLimit: { limit: 100, windowSeconds: 60 }, keyPrefixes: ["fpk_key_"] };

/** Exchanges one after another, each a second after the one before. */
export const inOrder = (described: readonly ExchangeOverrides[]): readonly Exchange[] =>
  described.map((overrides, index) =>
    exchangeWith({ index, sentAt: 1.8e12 + index * 1000, receivedAt: 1.8e12 + index * 1000 + 9, ...overrides }),
  );

export function observed(
  clause: string,
  described: readonly ExchangeOverrides[],
  reported: readonly ReportedChoice[] = [],
  of: Partial<TargetProperties> = {},
): Observation {
  const found = observe(inOrder(described), { ...properties, ...of }, reported).find(
    (observation) => observation.clause === clause,
  );
  if (found === undefined) throw new Error(`no observation of ${clause}`);
  return found;
}

export const submitted = (status: number, more: ExchangeOverrides = {}): ExchangeOverrides => ({
  operation: "submitFeedback",
  status,
  json: samples.FeedbackAcceptance,
  requestBody: '{"productId":"prod_1","content":{"body":"x"}}',
  ...more,
});
export const asked = (status: number, state: string, more: ExchangeOverrides = {}): ExchangeOverrides => ({
  operation: "getFeedbackStatus",
  status,
  json: { feedbackId: "fb_1", status: state },
  ...more,
});
export const unknownProduct = (status: number, more: ExchangeOverrides = {}): ExchangeOverrides => ({
  operation: "getProduct",
  status,
  intent: "unknown-id",
  json: samples.Error,
  path: "/v1/products/prod_777",
  ...more,
});
export const reset = (value: string, more: ExchangeOverrides = {}): ExchangeOverrides => ({
  headers: { "X-RateLimit-Reset": value },
  ...more,
});
export const updated = (body: unknown, more: ExchangeOverrides = {}): ExchangeOverrides => ({
  operation: "updateMe",
  requestBody: JSON.stringify(body),
  ...more,
});
export const missing = (...path: string[]) => ({
  error: "bad",
  issues: [{ code: "required", message: "is missing", path }],
});
