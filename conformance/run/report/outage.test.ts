import { expect, it } from "vitest";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import { outageOf } from "./outage.ts";

const answered = (index: number) => exchangeWith({ index, sentAt: index });
const lost = (index: number) =>
  exchangeWith({ index, sentAt: index, status: 0, operation: "updateMe", path: "/v1/me", reason: "lost" });
const rejected = (index: number) =>
  exchangeWith({ index, sentAt: index, status: 0, reason: "unreachable", failure: "connection refused" });

it("names the requests without an answer before connections failed, and how many failed", () => {
  expect(outageOf([answered(0), lost(1), lost(2), rejected(3), rejected(4), answered(5)])?.note).toMatch(
    /refused connections for a time during the run: 2 requests failed with "connection refused".* without an answer: PUT .* \(exchange 1\), PUT /,
  );
});

it("names the last one that was answered, where none was lost", () => {
  expect(outageOf([answered(0), rejected(1)])?.note).toMatch(
    /went down during the run: 1 request failed .* which was answered: GET \/v1\/products \(exchange 0\)/,
  );
});

it("says nothing of a server that was never there, or always", () => {
  expect(outageOf([rejected(0), rejected(1)])).toBeUndefined();
  expect(outageOf([answered(0), lost(1), answered(2)])).toBeUndefined();
});
