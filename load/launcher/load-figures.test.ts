import { expect, it } from "vitest";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import type { Exchange, Intent } from "../../conformance/model/exchange.ts";
import type { OperationId } from "../../spec/read-contract.ts";
import { loadFigures } from "./load-figures.ts";

const figuresOf = (exchanges: readonly Exchange[]) => loadFigures([{ exchanges, begunAt: 0 }]);

it("the requests a second are those of the scenarios' own sending: not of setup, waits and the last responses", () => {
  const sentAt = (...times: readonly number[]) => times.map((at) => exchangeWith({ sentAt: at, receivedAt: at + 900 }));
  const setup = [0, 300, 600];
  const steady = { exchanges: sentAt(...setup, 5000, 5100, 5200, 5300), begunAt: 4900 };
  const spike = { exchanges: sentAt(...setup, 9000, 9200), begunAt: 9000 };
  expect(loadFigures([steady])).toMatchObject({ requests: 7, perSecond: 10 });
  expect(loadFigures([steady, spike])).toMatchObject({ requests: 12, perSecond: 8 });
});

it("the requests a second are those that were sent, however long the last of them hang", () => {
  const sent = Array.from({ length: 101 }, (_, at) => {
    const sentAt = 20 * at;
    return at % 40 === 0
      ? exchangeWith({ sentAt, receivedAt: sentAt + 30_000, status: 0 })
      : exchangeWith({ sentAt, receivedAt: at === 99 ? 31_000 : sentAt + 5 });
  });
  expect(figuresOf(sent)).toMatchObject({ requests: 101, perSecond: 50, unanswered: 3 });
  const asked = [30_001, 30_802, 31_603].map((sentAt) => exchangeWith({ sentAt, receivedAt: sentAt + 5 }));
  expect(figuresOf([...sent, ...asked])).toMatchObject({ requests: 104, perSecond: 50 });
});

it("counts the requests in flight at the same time", () => {
  const inFlight = (...times: readonly (readonly [sentAt: number, receivedAt: number])[]) =>
    figuresOf(times.map(([sentAt, receivedAt], index) => exchangeWith({ index, sentAt, receivedAt })))?.inFlight;
  expect(inFlight([0, 10], [5, 20], [8, 9], [9, 30])).toBe(3);
  expect(inFlight([0, 10], [10, 20])).toBe(1);
  expect(inFlight([0, 0])).toBe(1);
  expect(figuresOf([])).toBeUndefined();
});

it("leaves out of the latency what is asked for only to see it rejected", () => {
  const status = (ms: number, code: number) =>
    exchangeWith({ operation: "getFeedbackStatus", sentAt: 0, receivedAt: ms, status: code });
  const exchanges = [status(600, 200), status(5, 404)];
  expect(loadFigures([{ exchanges, begunAt: 0, scenario: "spike" }])?.latency).toMatchObject({ count: 1, p50: 600 });
});

it("has the requests and latencies of each operation, with those that were waited for in vain, the most frequent first", () => {
  const sent = (operation: OperationId, ms: number, status = 200) =>
    exchangeWith({ operation, sentAt: 0, receivedAt: ms, status });
  const exchanges = [
    sent("submitFeedback", 40),
    sent("listProducts", 10),
    sent("listProducts", 30),
    sent("listProducts", 9000, 0),
    sent("getMe", 5, 0),
  ];
  const ranges = expect.anything();
  expect(figuresOf(exchanges)?.operations).toEqual([
    {
      operation: "listProducts",
      requests: 3,
      latency: { count: 3, p50: 30, p95: 8103, p99: 8820.6, max: 9000, ranges },
    },
    { operation: "submitFeedback", requests: 1, latency: { count: 1, p50: 40, p95: 40, p99: 40, max: 40, ranges } },
    { operation: "getMe", requests: 1 },
  ]);
});

it("counts the responses with which a scenario is rejected as it expects", () => {
  const features = (status: number, intent: Intent = "valid") =>
    exchangeWith({ operation: "listFeatures", status, intent });
  const exchanges = [features(404, "foreign-id"), features(403, "unknown-id"), features(200), features(404)];
  expect(loadFigures([{ exchanges, begunAt: 0, scenario: "spike" }])).toMatchObject({
    statuses: { 200: 1, 403: 1, 404: 2 },
    expectedStatuses: { 403: 1, 404: 1 },
    failed: 1,
  });
  const own = [
    ...[404, 200].map((status) => exchangeWith({ operation: "getFeedbackStatus", status })),
    exchangeWith({ operation: "getMe", status: 404 }),
  ];
  for (const scenario of ["flow", "spike"])
    expect(loadFigures([{ exchanges: own, begunAt: 0, scenario }])).not.toHaveProperty("expectedStatuses");
  const flood = [
    exchangeWith({ kind: "unknown", status: 401 }),
    exchangeWith({ kind: "expired", status: 401 }),
    features(403),
    exchangeWith({ status: 401 }),
    exchangeWith({ status: 403 }),
  ];
  expect(loadFigures([{ exchanges: flood, begunAt: 0, scenario: "auth" }])).toMatchObject({
    expectedStatuses: { 401: 2, 403: 1 },
    failed: 2,
  });
});

it("counts the responses of each status, not requests without one", () => {
  const exchanges = [200, 503, 200, 0].map((status) => exchangeWith({ status }));
  expect(figuresOf(exchanges)).toMatchObject({ statuses: { 200: 2, 503: 1 }, unanswered: 1 });
});
