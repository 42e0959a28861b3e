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

it("says nothing where another caller was served, or nothing", () => {
  expect(sentenceOf(at(1, 500, { credential: "KEY_B" }))).toBe("");
  expect(sentenceOf(at(1, 500, { status: 404 }))).toBe("");
});
