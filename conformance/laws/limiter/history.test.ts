import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { credentialsOf, earlierUse, type History, historiesOf, isAlone } from "./history.ts";
import { read } from "./read.test.support.ts";
import { endOf, startOf, type Timeline } from "./timeline.ts";

type Sent = readonly [ms: number, left: number | undefined, of?: Partial<Exchange>];

const historyOf = (...sent: readonly Sent[]): History => {
  const exchanges = sent.map(([ms, left, of], index) => read(index, ms, left, of));
  const [history] = historiesOf(exchanges, { limit: 100, windowSeconds: 60 });
  if (history === undefined) throw new Error("no history");
  return history;
};
const all = (timeline: Timeline) => timeline.within(startOf(0), endOf(Number.MAX_SAFE_INTEGER));
const at = (history: History, place: number) => {
  const exchange = history.exchanges[place];
  if (exchange === undefined) throw new Error("no exchange");
  return exchange;
};

const second = { credential: "KEY_B" };
const session = { kind: "session", credential: "SESSION" } as const;
const foreign = { organization: "org_2", credential: "KEY_C" };
const foreignSession = { ...foreign, kind: "session", credential: "SESSION_C" } as const;

describe("a history", () => {
  it("holds what one organization sent, in the order of sending", () => {
    const history = historyOf([60, 97], [0, 99], [0, 98, second], [30, 50, foreign]);
    expect(history.exchanges.map(({ index }) => index)).toEqual([1, 2, 0]);
    expect(history.told.map(({ remaining, best, at: place }) => [remaining, best, place])).toEqual([
      [99, 99, 0],
      [98, 99, 1],
      [97, 99, 2],
    ]);
    expect(credentialsOf(history, "api-key")).toEqual(["KEY_A", "KEY_B"]);
    expect(credentialsOf(history, "session")).toEqual([]);
  });

  it("counts what may have been counted, and what may have been without being served", () => {
    const history = historyOf(
      [0, 99],
      [30, undefined],
      [60, 50, session],
      [90, 50, foreign],
      [120, 50, foreignSession],
    );
    expect(all(history.own)).toBe(3);
    expect(all(history.possible)).toBe(4);
    expect(all(history.unsure)).toBe(3);
    expect(all(history.elsewhere)).toBe(1);
  });

  it("is told nothing by refusals, sessions and errors", () => {
    const failed = { response: { status: 404, headers: [], body: "{}", isUtf8: true, isCut: false } };
    expect(historyOf([0, undefined], [30, 50, session], [60, 50, failed], [90, 7]).told).toHaveLength(1);
  });
});

describe("what is left is known to be told after counting", () => {
  it("where one that was served was told that nothing is left, and none was told the whole limit", () => {
    expect(historyOf([0, 1], [30, 0]).tellsAfter).toBe(true);
    expect(historyOf([0, 2], [30, 1]).tellsAfter).toBe(false);
    expect(historyOf([0, 100], [90_000, 0]).tellsAfter).toBe(false);
  });

  it("where one less than the limit was told after all was forgotten", () => {
    const rested = (ms: number, ...between: readonly Sent[]) => historyOf([0, 50], ...between, [ms, 99]).tellsAfter;
    // Two windows, the first request's own time, and the slack of a server's clock.
    expect(rested(120_921)).toBe(true);
    expect(rested(120_919)).toBe(false);
    expect(rested(122_000, [1200, undefined, session])).toBe(false);
    expect(historyOf([0, 99]).tellsAfter).toBe(false);
    expect(historyOf([0, 50], [130_000, 98]).tellsAfter).toBe(false);
  });
});

describe("what others may have used before the run", () => {
  const used = (place: number, ...sent: readonly Sent[]) => {
    const history = historyOf(...sent);
    return earlierUse(history, at(history, place));
  };

  it("is what the best answer so far leaves", () => {
    expect(used(0, [0, undefined], [30, 60])).toBe(Number.POSITIVE_INFINITY);
    expect(used(1, [0, undefined], [30, 60])).toBe(40);
    expect(used(2, [0, 60], [30, 40], [60, 39])).toBe(40);
    expect(used(1, [0, 60], [30, 80], [60, 39])).toBe(20);
    expect(used(2, [0, 60], [30, 59], [60, 0])).toBe(39);
    expect(used(1, [0, 100], [30, 99])).toBe(0);
  });

  it("is nothing once it is forgotten", () => {
    expect(used(1, [0, 60], [120_900, 60])).toBe(40);
    expect(used(1, [0, 60], [120_901, 60])).toBe(0);
    expect(used(1, [0, undefined], [120_901, undefined])).toBe(0);
  });
});

it("a request is alone where no other of its organization was under way", () => {
  const alone = (...sent: readonly Sent[]) => {
    const history = historyOf([1000, 50, { redirects: 2 }], ...sent);
    return isAlone(
      history,
      at(
        history,
        history.exchanges.findIndex(({ index }) => index === 0),
      ),
    );
  };
  expect(alone()).toBe(true);
  expect(alone([970, 50], [1030, 50], [1010, 50, foreign])).toBe(true);
  expect(alone([1010, 50])).toBe(false);
  expect(alone([990, undefined, session])).toBe(false);
});
