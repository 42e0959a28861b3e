import { expect, it } from "vitest";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import { lostAnswersNote } from "./lost-answers.ts";

const lost = (index: number, more: object = {}) =>
  exchangeWith({ index, status: 0, reason: "lost", failure: "the connection was lost", ...more });

it("requests without an answer are counted, and the first is named", () => {
  expect(lostAnswersNote([exchangeWith({ index: 0 }), lost(1), lost(2), lost(3)])).toMatch(
    /^not judged: that 3 of 4 requests got no answer, such as GET \/v1\/products \(exchange 1\) \("the connection was lost"\)/,
  );
});

it("two may be chance, faulty requests may be cut off, and what the run stopped was not lost by the server", () => {
  expect(lostAnswersNote([lost(0), lost(1)])).toBeUndefined();
  expect(lostAnswersNote([lost(0), lost(1), lost(2, { intent: "invalid" })])).toBeUndefined();
  expect(lostAnswersNote([lost(0), lost(1), lost(2, { failure: "stopped before the answer came" })])).toBeUndefined();
});
