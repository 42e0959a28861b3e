import { describe, expect, it } from "vitest";
import { historiesOf } from "./histories.ts";
import { type History, hasNoConcurrent } from "./history.ts";
import {
  historyOf as historyFrom,
  otherOrganization,
  rateLimit,
  readsOf,
  response,
  type Sent,
  secondKey,
  session,
} from "./read.test.support.ts";
import { isExhausted } from "./single-exchange.ts";
import { endOf, startOf, type Timeline } from "./timeline.ts";
import { maxUseBeforeRun } from "./use-before-run.ts";

const historyOf = (...sent: readonly Sent[]): History => historyFrom(readsOf(sent));
const all = (timeline: Timeline) => timeline.maxWithin(startOf(0), endOf(Number.MAX_SAFE_INTEGER));
const at = (history: History, position: number) => {
  const exchange = history.exchanges[position];
  if (exchange === undefined) throw new Error("no exchange");
  return exchange;
};

const anonymous = { organization: undefined, kind: "none", credential: "" } as const;
const foreignSession = { ...otherOrganization, kind: "session", credential: "SESSION_C" } as const;

it.each([
  [undefined, true],
  ["0", true],
  ["-1", true],
  ["5", false],
  ["18446744073709551615", true],
])("a 429 with X-RateLimit-Remaining: %s shows that the limit is exceeded: %s", (remaining, isShown) => {
  const headers: [string, string][] = [["X-RateLimit-Limit", "100"]];
  if (remaining !== undefined) headers.push(["X-RateLimit-Remaining", remaining]);
  const [rejected] = readsOf([[0, undefined, { response: { ...response(429), headers } }]]);
  expect(rejected && isExhausted(rejected)).toBe(isShown);
});

describe("a history", () => {
  it("holds what one organization sent, in the order of sending", () => {
    const history = historyOf([60, 97], [0, 99], [0, 98, secondKey], [30, 50, otherOrganization]);
    expect(history.exchanges.map(({ index }) => index)).toEqual([1, 2, 0]);
    expect(history.reported.map(({ remaining, maxSoFar, position }) => [remaining, maxSoFar, position])).toEqual([
      [99, 99, 0],
      [98, 99, 1],
      [97, 99, 2],
    ]);
  });

  it("takes what was sent at the same time in the order of its indices", () => {
    const history = historyFrom(readsOf([0, 0, 0].map((ms) => [ms, 99])).toReversed());
    expect(history.exchanges.map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  it("is none of requests of no organization", () => {
    expect(historiesOf(readsOf([[0, 99, anonymous]]), rateLimit)).toEqual([]);
  });

  it("counts what may have been counted, and what is uncertain", () => {
    const history = historyOf(
      [0, 99],
      [30, undefined],
      [60, 50, session],
      [90, 50, otherOrganization],
      [120, 50, foreignSession],
      [150, 50, anonymous],
    );
    expect(all(history.timeline)).toBe(3);
    expect(all(history.possiblyCounted)).toBe(5);
    expect(all(history.uncertain)).toBe(4);
    expect(all(history.otherOrganizations)).toBe(1);
  });

  it("takes no report from a 429, a session or an error", () => {
    const failed = { response: response(404, 50) };
    expect(historyOf([0, undefined], [30, 50, session], [60, 50, failed], [90, 7]).reported).toHaveLength(1);
  });
});

describe("what remains is known to be reported after counting", () => {
  it("where a request was served with 0 remaining, and none with the whole limit", () => {
    expect(historyOf([0, 1], [30, 0]).remainingIncludesSelf).toBe(true);
    expect(historyOf([0, 2], [30, 1]).remainingIncludesSelf).toBe(false);
    expect(historyOf([0, 100], [90_000, 0]).remainingIncludesSelf).toBe(false);
  });

  it("where one less than the limit was reported after every request was forgotten", () => {
    const paused = (ms: number, ...between: readonly Sent[]) =>
      historyOf([0, 50], ...between, [ms, 99]).remainingIncludesSelf;
    // Two windows, the first request's own time, and the slack of a server's clock.
    expect(paused(120_921)).toBe(true);
    expect(paused(120_919)).toBe(false);
    expect(paused(122_000, [1200, undefined, session])).toBe(false);
    expect(historyOf([0, 99]).remainingIncludesSelf).toBe(false);
    expect(historyOf([0, 50], [130_000, 98]).remainingIncludesSelf).toBe(false);
  });
});

describe("what others may have used before the run", () => {
  const used = (position: number, ...sent: readonly Sent[]) => {
    const history = historyOf(...sent);
    return maxUseBeforeRun(history, at(history, position));
  };

  it("is what the largest value so far leaves", () => {
    expect(used(0, [0, undefined], [30, 60])).toBe(Number.POSITIVE_INFINITY);
    expect(used(1, [0, undefined], [30, 60])).toBe(40);
    expect(used(2, [0, 60], [30, 40], [60, 39])).toBe(40);
    expect(used(1, [0, 60], [30, 80], [60, 39])).toBe(20);
    expect(used(1, [0, 100], [30, 99])).toBe(0);
  });

  it("is one less where the first request certainly counted itself: 0 was reported to two served requests, one after the other", () => {
    expect(used(2, [0, 60], [30, 59], [60, 0])).toBe(40);
    expect(used(2, [0, 60], [30, 59], [60, 0], [61, 5], [62, 0])).toBe(40);
    expect(used(2, [0, 60], [30, 59], [60, 0], [90, 5], [120, 0])).toBe(39);
    // It is also left out of account that another's only request may have left 99 of 100.
    expect(used(1, [0, 99], [30, 0])).toBe(0);
  });

  it("is not concluded from what was answered later", () => {
    const until = (ms: number) => ({ sentAt: 1_790_000_000_010, receivedAt: 1_790_000_000_000 + ms });
    expect(used(2, [0, 60], [10, 90, until(61)], [60, undefined])).toBe(40);
    expect(used(2, [0, 60], [10, 90, until(60)], [60, undefined])).toBe(10);
  });

  it("is no more than what the organization's first request may have cost, once all from before the run is forgotten", () => {
    const late = (remaining: number) => used(0, [0, 60, anonymous], [200_000, remaining], [200_100, 1]);
    expect([late(96), late(99), late(100)]).toEqual([2, 0, 0]);
  });

  it("is nothing once it is forgotten", () => {
    expect(used(1, [0, 60], [120_900, 60])).toBe(40);
    expect(used(1, [0, 60], [120_921, 60])).toBe(0);
    expect(used(1, [0, undefined], [120_921, undefined])).toBe(0);
  });
});

it("a request has no concurrent one where no other of its organization was in flight", () => {
  const alone = (...sent: readonly Sent[]) => {
    const history = historyOf([1000, 50, { redirects: 2 }], ...sent);
    return hasNoConcurrent(
      history,
      at(
        history,
        history.exchanges.findIndex(({ index }) => index === 0),
      ),
    );
  };
  expect(alone()).toBe(true);
  expect(alone([970, 50], [1030, 50], [1010, 50, otherOrganization])).toBe(true);
  expect(alone([1010, 50])).toBe(false);
  expect(alone([990, undefined, session])).toBe(false);
});
