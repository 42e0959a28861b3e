import { expect, it } from "vitest";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import { outageNotes } from "./outage.ts";

const answered = (index: number) => exchangeWith({ index, sentAt: index });
const lost = (index: number) =>
  exchangeWith({ index, sentAt: index, status: 0, operation: "updateMe", path: "/v1/me", reason: "lost" });
const rejected = (index: number) =>
  exchangeWith({ index, sentAt: index, status: 0, reason: "unreachable", failure: "connection refused" });

it("names the requests without an answer before connections failed, and how many failed", () => {
  expect(outageNotes([answered(0), lost(1), lost(2), rejected(3), rejected(4), answered(5)])).toEqual([
    expect.stringMatching(
      /refused connections for a time during the run: 2 requests failed with "connection refused".* without an answer: PUT .* \(exchange 1\), PUT /,
    ),
  ]);
});

it("names the last one that was answered, where none was lost", () => {
  expect(outageNotes([answered(0), rejected(1)])).toEqual([
    expect.stringMatching(
      /went down during the run: 1 request failed .* which was answered: GET \/v1\/products \(exchange 0\)/,
    ),
  ]);
});

it("says nothing of a server that was never there, or always", () => {
  expect(outageNotes([rejected(0), rejected(1)])).toEqual([]);
  expect(outageNotes([answered(0), lost(1), answered(2)])).toEqual([]);
});
