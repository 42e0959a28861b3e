import { expect, it } from "vitest";
import { createLawContext } from "../../laws/apply.ts";
import { contract, type ExchangeOverrides, exchangeWith, samples } from "../../model/exchange.test.support.ts";
import { mixedAnswers } from "./mixed-answers.ts";

/** Which exchange has whose body. The first two are in flight at the same time, the third is sent later. */
function mixed(...described: readonly ExchangeOverrides[]) {
  const exchanges = described.map((overrides, index) =>
    exchangeWith({ ...overrides, index, sentAt: index < 2 ? index : 100, receivedAt: index < 2 ? 20 : 120 }),
  );
  const found = mixedAnswers(exchanges, exchanges, createLawContext(contract, null));
  return [...found].map(([index, source]) => [index, source.index]);
}

const rejection = { operation: "getMe", status: 429, json: samples.Error } as const;
const user = { operation: "getMe", status: 200, json: samples.User } as const;
const product = { operation: "getProduct", status: 200, json: samples.Product } as const;

it("the body of a request in flight at the same time is known, whichever is sent first", () => {
  expect(mixed({ ...product, json: samples.Error }, rejection)).toEqual([[0, 1]]);
  expect(mixed(user, { ...product, json: samples.User })).toEqual([[1, 0]]);
  expect(mixed(product, { ...rejection, json: samples.Product })).toEqual([[1, 0]]);
});

it("nothing is said of right answers, nor of a body that only another time had, or that is wrong there, too", () => {
  expect(mixed(product, product)).toEqual([]);
  expect(mixed({ ...product, json: samples.Error }, product, rejection)).toEqual([]);
  expect(mixed({ ...product, json: samples.Error }, { ...user, json: samples.Error })).toEqual([]);
});

it("nothing is said of a body that the document does not show where it is right", () => {
  const json = { detail: "no" };
  expect(mixed({ ...product, json }, { operation: "updateMe", status: 200, json })).toEqual([]);
});

it("a success in flight that is the same in everything was given to a caller of another organization, or without valid credentials", () => {
  const other = { ...user, credential: "KEY_B", organization: "org_2" };
  const anonymous = { ...user, kind: "none", credential: "", organization: undefined } as const;
  expect(mixed(user, other)).toEqual([
    [0, 1],
    [1, 0],
  ]);
  expect(mixed(user, anonymous)).toEqual([[1, 0]]);
  expect(mixed(user, { ...user, credential: "KEY_B" })).toEqual([]);
  expect(mixed(user, { ...other, headers: { "X-RateLimit-Remaining": "70" } })).toEqual([]);
  expect(mixed(product, user, other)).toEqual([]);
});
