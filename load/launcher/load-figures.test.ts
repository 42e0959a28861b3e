import { expect, it } from "vitest";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { loadFigures } from "./load-figures.ts";

it("counts the requests in flight at the same time", () => {
  const inFlight = (...times: readonly (readonly [sentAt: number, receivedAt: number])[]) =>
    loadFigures(times.map(([sentAt, receivedAt], index) => exchangeWith({ index, sentAt, receivedAt })))?.inFlight;
  expect(inFlight([0, 10], [5, 20], [8, 9], [9, 30])).toBe(3);
  expect(inFlight([0, 10], [10, 20])).toBe(1);
  expect(inFlight([0, 0])).toBe(1);
  expect(loadFigures([])).toBeUndefined();
});

it("counts the responses of each status, not requests without one", () => {
  const exchanges = [200, 503, 200, 0].map((status) => exchangeWith({ status }));
  expect(loadFigures(exchanges)).toMatchObject({ statuses: { 200: 2, 503: 1 }, unanswered: 1 });
});
