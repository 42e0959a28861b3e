import { expect, it } from "vitest";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import { rejectedBefore } from "./cached-for-others.ts";

const other = { organization: "org_2", credential: "KEY_B" };
const read = (index: number, id: string, status: number, of = { organization: "org_1", credential: "KEY_A" }) =>
  exchangeWith({ index, operation: "getProduct", path: `/v1/products/${id}`, status, ...of });

it("finds the rejection of another organization that a cache may have kept", () => {
  const [first, rejection, rejected] = [read(0, "p1", 200), read(1, "p1", 404, other), read(2, "p1", 404)];
  expect(rejectedBefore(rejected, [first, rejection, rejected])).toBe(rejection);
  // Nobody else asked for it, or was answered otherwise.
  expect(rejectedBefore(rejected, [first, rejected])).toBeUndefined();
  expect(rejectedBefore(rejected, [first, read(1, "p1", 403, other), rejected])).toBeUndefined();
});

it("finds none where such a rejection is not kept, or nothing was ever served", () => {
  const exchanges = [read(0, "p2", 404, other), read(1, "p2", 200), read(2, "p1", 404, other), read(3, "p1", 404)];
  const rejected = exchanges.at(-1);
  expect(rejected && rejectedBefore(rejected, exchanges)).toBeUndefined();
  expect(rejected && rejectedBefore(rejected, exchanges.slice(2))).toBeUndefined();
});
