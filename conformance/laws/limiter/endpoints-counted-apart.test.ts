import { expect, it } from "vitest";
import type { ExchangeOverrides } from "../../model/exchange.test.support.ts";
import { endpointsCountedApart } from "./endpoints-counted-apart.ts";
import { historiesOf } from "./history.ts";
import { read } from "./read.test.support.ts";

/** Responses of one key, 100 ms apart: which endpoint, and what remains. */
const verdict = (...responses: readonly (readonly [operation: ExchangeOverrides["operation"], remaining: number])[]) =>
  endpointsCountedApart(
    historiesOf(
      responses.map(([operation, remaining], at) => read(at, 100 * at, remaining, { operation })),
      { limit: 100, windowSeconds: 60 },
    ),
  );

it("names an endpoint whose responses report another count", () => {
  const found = verdict(
    ["listProducts", 60],
    ["getMe", 99],
    ["listProducts", 59],
    ["listFeatures", 58],
    ["getMe", 98],
    ["listProducts", 57],
  );
  expect(found?.expected).toMatch(/in responses to getMe$/);
  expect(found?.actual).toBe("another count, such as 99 before the next endpoint's 59");
});

it("says nothing where one count explains all, also one that is reset, or a single value is apart", () => {
  expect(
    verdict(["listProducts", 60], ["getMe", 59], ["listProducts", 58], ["getMe", 99], ["listProducts", 98]),
  ).toBeUndefined();
  expect(
    verdict(["listProducts", 60], ["getMe", 99], ["listProducts", 59], ["getMe", 58], ["listProducts", 57]),
  ).toBeUndefined();
});

it("does not name endpoints where instances count separately", () => {
  expect(
    verdict(
      ["listProducts", 60],
      ["getMe", 99],
      ["listFeatures", 59],
      ["listProducts", 98],
      ["getMe", 58],
      ["listFeatures", 97],
      ["listProducts", 57],
      ["getMe", 96],
      ["listFeatures", 56],
    ),
  ).toBeUndefined();
});
