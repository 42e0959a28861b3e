import { expect, it } from "vitest";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { countCutOff, isCutOff, unansweredUntilEnd } from "./cut-off.ts";

const response = (error: string, error_code: number) => ({ status: 0, headers: {}, body: null, error, error_code });

it("a timeout before its time is a request that k6 cut off when the run ended", () => {
  const timeout = response("request timeout", 1050);
  expect(isCutOff(timeout, 12_000, 30)).toBe(true);
  expect(isCutOff(timeout, 30_001, 30)).toBe(false);
  expect(isCutOff(response("Get: context canceled", 1000), 12_000, 30)).toBe(true);
  expect(isCutOff(response("dial: connection refused", 1212), 1, 30)).toBe(false);
  expect(isCutOff({ ...timeout, status: 200 }, 1, 30)).toBe(false);
});

it("counts what was in flight at the end", () => {
  const unanswered = (failure: string, receivedAt: number, reason?: "timeout" | "unreachable") =>
    exchangeWith({ status: 0, failure, reason, receivedAt });
  expect(
    countCutOff([
      unanswered("request timeout", 40_000, "timeout"),
      unanswered(unansweredUntilEnd(14_000).error, 59_000, "unreachable"),
      unanswered("request timeout", 59_900, "timeout"),
      unanswered("connection refused", 59_900, "unreachable"),
      exchangeWith({ receivedAt: 60_000 }),
    ]),
  ).toBe(2);
});
