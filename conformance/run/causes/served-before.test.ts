import { expect, it } from "vitest";
import { type ExchangeOverrides, exchangeWith } from "../../model/exchange.test.support.ts";
import type { Result } from "../../model/report.ts";
import { failureOf } from "./failure.ts";
import { servedBefore } from "./served-before.ts";

const path = "/v1/feedback/fb_1/status";
const at = (index: number, sentAt: number, more: ExchangeOverrides = {}) =>
  exchangeWith({ index, operation: "getFeedbackStatus", path, sentAt, receivedAt: sentAt + 1, ...more });

const submission = at(0, 0, { operation: "submitFeedback", path: "/v1/feedback", json: { feedbackId: "fb_1" } });
const lost = at(9, 21_000, { status: 404 });

function sentenceOf(...before: readonly ReturnType<typeof at>[]) {
  const exchanges = [...before, lost];
  const failure = failureOf({ id: "feedback.status-still-there", exchanges: [9] } as unknown as Result, exchanges);
  return servedBefore([failure], exchanges);
}

it("says when what is not found was served, or when its submission was accepted", () => {
  expect(sentenceOf(submission, at(1, 500))).toBe(", after it was served 20 s before");
  expect(sentenceOf(submission)).toBe(", after the submission was accepted 21 s before");
});

it("says that a status was missing from the first read on, unless a read showed it, or was answered otherwise", () => {
  const notFound = at(1, 30, { status: 404 });
  const since = ", from the first read on, 0.03 s after the submission was accepted";
  expect(sentenceOf(submission, notFound)).toBe(since);
  expect(sentenceOf(submission, at(1, 300, { status: 404 }))).toBe(since.replace("0.03", "0.3"));
  expect(sentenceOf(submission, at(1, 30, { status: 401, kind: "none", credential: "none" }), notFound)).toBe(since);
  expect(sentenceOf(submission, notFound, at(2, 40, { credential: "KEY_A2" }))).not.toBe(since);
  expect(sentenceOf(submission, at(1, 20, { status: 503 }), notFound)).not.toBe(since);
});

it("says nothing where another caller was served, or nothing", () => {
  expect(sentenceOf(at(1, 500, { credential: "KEY_B" }))).toBe("");
  expect(sentenceOf(at(1, 500, { status: 404 }))).toBe("");
});
