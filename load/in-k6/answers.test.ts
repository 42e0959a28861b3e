import { expect, it } from "vitest";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { verdictOfAnswers } from "./answers.ts";

const answered = (...statuses: readonly number[]) =>
  verdictOfAnswers(statuses.map((status) => exchangeWith({ status })));

it("a 5xx among valid requests fails, under the clause of its operation, and says how many there were", () => {
  const { check, difference } = answered(200, 500, 429, 500);
  expect(check).toMatchObject({ id: "load.answered", clause: "endpoint.listProducts" });
  expect(difference?.actual).toMatch(/^GET .*: 500$/);
  expect(difference?.share).toBe("2 of 4 requests");
});

it("neither 429, nor 501, nor the 503 of an overloaded server is a failure", () => {
  const overloaded = exchangeWith({ status: 503, headers: { "Retry-After": "1" } });
  const others = [200, 429, 501].map((status) => exchangeWith({ status }));
  const verdict = verdictOfAnswers([...others, overloaded]);
  expect(verdict).not.toHaveProperty("difference");
  expect(verdict).not.toHaveProperty("unjudged");
});

it("a request without an answer leaves the check open", () => {
  const lost = exchangeWith({ status: 0, failure: "connection reset" });
  expect(verdictOfAnswers([exchangeWith({}), lost]).unjudged).toBe(
    "no answer to 1 of 2 requests (listProducts: connection reset)",
  );
});
