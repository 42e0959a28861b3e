import { expect, it } from "vitest";
import { type ExchangeOverrides, exchangeWith } from "../model/exchange.test.support.ts";
import { errorNever5xx } from "./errors.ts";
import { context } from "./judged.test.support.ts";

const expectedFor = (sent: ExchangeOverrides) =>
  errorNever5xx.judge(exchangeWith({ operation: "getProduct", status: 500, ...sent }), context);

it("error.never-5xx names what was wrong in the request, and that it had no valid credentials", () => {
  expect(expectedFor({ intent: "unknown-id" })).toMatchObject({
    expected: "a 4xx for an unknown identifier (getProduct)",
  });
  expect(expectedFor({ intent: "unknown-id", kind: "none" })).toMatchObject({
    expected: "a 4xx for an unknown identifier without valid credentials (getProduct)",
  });
  expect(expectedFor({ intent: "valid", kind: "none" })).toMatchObject({
    expected: "a 4xx for a request without valid credentials (getProduct)",
  });
});
