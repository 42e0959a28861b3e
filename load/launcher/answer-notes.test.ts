import { expect, it } from "vitest";
import { type ExchangeOverrides, exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { answerNotes } from "./answer-notes.ts";

const submission: ExchangeOverrides = { operation: "submitFeedback", kind: "api-key", credential: "KEY_A" };
const notes = (...answers: readonly ExchangeOverrides[]) =>
  answerNotes(answers.map((answer, index) => exchangeWith({ ...submission, index, ...answer })));

it("says how many valid requests were rejected that others like them were not", () => {
  expect(notes({ status: 202 }, { status: 400 }, { status: 422 }, { status: 202 })).toEqual([
    expect.stringMatching(
      /^2 of 4 requests to submitFeedback were answered 400 or 422, as in exchange 1, although others like them were served/,
    ),
  ]);
});

it.each<[string, ExchangeOverrides]>([
  ["exceed the limit", { status: 429 }],
  ["are not permitted", { status: 403 }],
  ["come from a caller that is never served", { status: 400, credential: "KEY_B" }],
  ["have another organization's identifier", { status: 404, operation: "listFeatures" }],
])("says nothing about requests that %s", (_, answer) => {
  expect(notes({ status: 202 }, answer)).toEqual([]);
});

it("counts the 503s that ask to try again later", () => {
  expect(notes({ status: 202 }, { status: 503, headers: { "Retry-After": "1" } })).toEqual([
    "1 of 2 requests were answered 503 with Retry-After (overloaded), which by itself is no failure",
  ]);
});
