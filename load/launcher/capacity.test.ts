import { expect, it } from "vitest";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { capacityOf, measureCapacity } from "./capacity.ts";
import { capacityNotes } from "./capacity-notes.ts";
import { slowdownOf } from "./latency-notes.ts";
import { hasStalled } from "./slow-seconds.ts";

interface Load {
  readonly step?: number;
  readonly latency?: (second: number) => number;
  readonly fails?: (second: number, at: number) => boolean;
}

/** In each second one step more requests than in the one before. */
function risingLoad(seconds: number, { step = 10, latency = () => 5, fails = () => false }: Load = {}) {
  return Array.from({ length: seconds }, (_, second) =>
    Array.from({ length: step * (second + 1) }, (_, at) => {
      const sentAt = 1000 * second + (1000 * at) / (step * (second + 1));
      const status = fails(second, at) ? 500 : 200;
      return exchangeWith({ sentAt, receivedAt: sentAt + latency(second), status });
    }),
  ).flat();
}
const times = ({ sentAt, receivedAt }: { readonly sentAt: number; readonly receivedAt: number }) => ({
  sentAt,
  receivedAt,
});
const notesOf = (exchanges: ReturnType<typeof risingLoad>) =>
  capacityNotes({ scenario: "spike", exchanges, begunAt: 0 });

it("the rate up to which the target answered as at the beginning is said", () => {
  expect(notesOf(risingLoad(10))).toEqual([
    "up to 100 requests a second every operation was answered as at the beginning (median 5 ms)",
  ]);
  expect(notesOf(risingLoad(10, { latency: (second) => (second < 6 ? 5 : 80) }))).toEqual([
    "up to 60 requests a second every operation was answered as at the beginning (median 5 ms). At 70 requests a second, from second 7 on, 240 of 240 in 3 s were slow, only of listProducts (240 of 240, median of these 80 ms). A run at that rate from the beginning shows whether the rate or the time is the cause",
  ]);
  expect(notesOf(risingLoad(10, { fails: (second, at) => second >= 7 && at % 10 === 0 }))).toEqual([
    "up to 70 requests a second every operation was answered as at the beginning (median 5 ms). At 80 requests a second, from second 8 on, 27 of 270 in 3 s failed (only of listProducts: 27 × 500). A run at that rate from the beginning shows whether the rate or the time is the cause",
  ]);
});

it("one operation that gets slow is named, though the others are fast", () => {
  const load = risingLoad(10).map((exchange, at) =>
    at % 5 > 0
      ? exchange
      : exchangeWith({
          ...times(exchange),
          operation: "submitFeedback",
          receivedAt: exchange.sentAt + (exchange.sentAt < 4000 ? 20 : 300),
        }),
  );
  expect(notesOf(load)).toEqual([
    "up to 40 requests a second every operation was answered as at the beginning (medians from 5 to 20 ms). At 50 requests a second, from second 5 on, 36 of 180 in 3 s were slow, only of submitFeedback (36 of 36, median of these 300 ms). A run at that rate from the beginning shows whether the rate or the time is the cause",
  ]);
});

it("an operation of which few requests are sent, and which all get slow, is found; a few slow ones of it are not", () => {
  const withSlow = (isSlow: (at: number) => boolean) =>
    risingLoad(20).map((exchange, at) => {
      if (at % 20 > 0) return exchange;
      const receivedAt = exchange.sentAt + (exchange.sentAt > 10_000 && isSlow(at) ? 250 : 5);
      return exchangeWith({ ...times(exchange), operation: "listOrganizations", receivedAt });
    });
  const exchanges = withSlow(() => true);
  expect(notesOf(exchanges)).toEqual([
    "up to 100 requests a second every operation was answered as at the beginning (median 5 ms). At 110 requests a second, from second 11 on, 18 of 360 in 3 s were slow, only of listOrganizations (18 of 18, median of these 250 ms). A run at that rate from the beginning shows whether the rate or the time is the cause",
  ]);
  const sent = { scenario: "spike", begunAt: 0 } as const;
  expect(capacityOf({ ...sent, exchanges })).toEqual({ perSecond: 100, isReached: true, slowAt: 110 });
  expect(slowdownOf({ ...sent, exchanges })).toMatch(/, responses were slow, only of listOrganizations$/);
  expect(capacityOf({ ...sent, exchanges: withSlow((at) => at % 160 === 0) })).toEqual({
    perSecond: 200,
    isReached: false,
  });
  // That it is not sent any more does not show that it would be answered as before.
  const last = exchanges.filter(({ operation, sentAt }) => operation === "listProducts" || sentAt < 15_000);
  expect(capacityOf({ ...sent, exchanges: last })).toMatchObject({ perSecond: 100, isReached: true });
});

it("a 429 is not an answer as at the beginning, and its latency is none of the medians", () => {
  const withStatus = (isLimited: (second: number, at: number) => boolean) =>
    risingLoad(20).map((exchange, at) =>
      exchangeWith({
        ...times(exchange),
        receivedAt: exchange.sentAt + (isLimited(Math.floor(exchange.sentAt / 1000), at) ? 1 : 30),
        status: isLimited(Math.floor(exchange.sentAt / 1000), at) ? 429 : 200,
      }),
    );
  const exchanges = withStatus((second, at) => second >= 5 && at % 6 === 0);
  expect(notesOf(exchanges)).toEqual([
    expect.stringMatching(
      /^up to 50 requests a second .* \(median 30 ms\). At 60 requests a second, from second 6 on, 35 of 210 in 3 s were answered 429\. /,
    ),
  ]);
  const sent = { scenario: "spike", begunAt: 0, exchanges } as const;
  expect(capacityOf(sent)).toEqual({ perSecond: 50, isReached: true, slowAt: 60 });
  expect(slowdownOf(sent)).toBe(
    "up to 50 requests a second as at the beginning; at 60, from second 6 on, responses were 429, only of listProducts",
  );
  expect(notesOf(withStatus((second, at) => second < 3 && at % 50 < 10))).toEqual([
    expect.stringMatching(/\(median 30 ms\), except that 20 of 2100 requests were answered 429$/),
  ]);
});

it("a slow second alone is a passing stall, in which this machine may have been busy", () => {
  const exchanges = risingLoad(10, { latency: (second) => (second === 5 ? 900 : 5) });
  const machine = Array.from({ length: 11 }, (_, second) => ({ at: 1000 * second, idle: 0, total: second }));
  expect(capacityNotes({ scenario: "spike", begunAt: 0, exchanges, machine })).toEqual([
    expect.stringMatching(/A passing stall in second 6, .*; the processors of this machine were 100% busy$/),
  ]);
  expect(notesOf(risingLoad(10, { latency: (second) => (second === 5 ? 900 : 5) }))).toEqual([
    expect.stringMatching(
      /^up to 100 requests a second .* \(median 5 ms\)\. A passing stall in second 6, at 60 requests a second: 60 of 60 were slow, /,
    ),
  ]);
});

it("a stall after which more requests were answered as at the beginning is no capacity", () => {
  // Nothing is answered from 8.5 to 11 s.
  const exchanges = risingLoad(20).map((exchange) => {
    const { sentAt } = exchange;
    return exchangeWith({ sentAt, receivedAt: (sentAt >= 8500 && sentAt < 11_000 ? 11_000 : sentAt) + 5 });
  });
  const stalled =
    "A passing stall from second 9 to 11, at 90 to 110 requests a second: 253 of 300 were slow, only of listProducts (253 of 300, median of these 1195 ms)";
  expect(notesOf(exchanges)).toEqual([
    `up to 200 requests a second every operation was answered as at the beginning (median 5 ms). ${stalled}`,
  ]);
  const sent = { scenario: "spike", begunAt: 0 } as const;
  expect(capacityOf({ ...sent, exchanges })).toEqual({ perSecond: 200, isReached: false });
  expect(slowdownOf({ ...sent, exchanges })).toBe("from second 9 to 11 responses were slow, only of listProducts");
  const withKnee = exchanges.map((exchange) =>
    exchange.sentAt < 16_000 ? exchange : exchangeWith({ ...times(exchange), receivedAt: exchange.sentAt + 80 }),
  );
  expect(hasStalled({ ...sent, exchanges })).toBe(true);
  expect(hasStalled({ ...sent, exchanges: risingLoad(20) })).toBe(false);
  expect(capacityOf({ ...sent, exchanges: withKnee })).toEqual({ perSecond: 160, isReached: true, slowAt: 170 });
  const below = (all: typeof exchanges) => [
    ...new Set(measureCapacity({ ...sent, exchanges: all })?.below.map(({ sentAt }) => 1 + Math.floor(sentAt / 1000))),
  ];
  const seconds = Array.from({ length: 20 }, (_, at) => at + 1).filter((second) => second < 9 || second > 11);
  expect(below(exchanges)).toEqual(seconds);
  // 80% of 160 requests a second are sent in second 12.
  expect(below(withKnee)).toEqual(seconds.filter((second) => second <= 12));
  // Of a lower rate nothing is known.
  const lower = exchanges.filter(({ sentAt }, at) => sentAt < 11_000 || at % 3 === 0);
  expect(capacityOf({ ...sent, exchanges: lower })).toEqual({ perSecond: 80, isReached: true, slowAt: 90 });
});

it("the last seconds are not among those that are answered well if they are slow", () => {
  const sent = { scenario: "spike", begunAt: 0 } as const;
  const exchanges = risingLoad(20, { latency: (second) => (second < 18 ? 5 : 80) });
  const lastSeconds = (rate: number, number: number) =>
    `second ${number} to 20, at ${rate} to 200 requests a second, at the end of the run`;
  expect(notesOf(exchanges)).toEqual([
    `up to 180 requests a second every operation was answered as at the beginning (median 5 ms). From ${lastSeconds(190, 19)}: 390 of 390 were slow, only of listProducts (390 of 390, median of these 80 ms), so the capacity may be there: a load that rises further shows it`,
  ]);
  expect(capacityOf({ ...sent, exchanges })).toEqual({ perSecond: 180, isReached: false, slowAt: 190 });
  expect(slowdownOf({ ...sent, exchanges })).toBe(
    `up to 180 requests a second as at the beginning; from ${lastSeconds(190, 19)}, responses were slow, only of listProducts`,
  );
  // The rate of a second in which the load ends is not known.
  expect(notesOf(exchanges.filter(({ sentAt }) => sentAt < 19_500))).toEqual([
    expect.stringContaining(". In second 19, at 190 requests a second, at the end of the run: 190 of 190 were slow"),
  ]);
  const lower = exchanges.filter(({ sentAt }, at) => sentAt < 18_000 || at % 2 === 0);
  expect(capacityOf({ ...sent, exchanges: lower })).toEqual({ perSecond: 180, isReached: false });
  expect(notesOf(lower)).toEqual([expect.stringMatching(/\. From second 19 to 20, .* median of these 80 ms\)$/)]);
});

it("nothing is said of a load that does not rise, and of few requests", () => {
  const even = risingLoad(10, { step: 1 }).map(({ request: _, ...rest }, at) =>
    exchangeWith({ ...rest, sentAt: 40 * at }),
  );
  expect(notesOf(even)).toEqual([]);
  expect(notesOf(risingLoad(3, { step: 1 }))).toEqual([]);
  expect(notesOf([])).toEqual([]);
});

it("what is slow beyond a rate is seen though most responses are as fast as before; a few slow ones are none", () => {
  const withSlow = (isSlow: (at: number, second: number) => boolean) =>
    risingLoad(10).map((exchange, at) => {
      const { sentAt } = exchange;
      const second = Math.floor(sentAt / 1000);
      return exchangeWith({ sentAt, receivedAt: sentAt + (isSlow(at, second) ? 1500 : 5) });
    });
  expect(notesOf(withSlow((at, second) => second > 5 && at % 6 === 0))).toEqual([
    expect.stringMatching(/^up to 60 requests a second .* only of listProducts \(57 of 340, median of these 1500 ms\)/),
  ]);
  expect(notesOf(withSlow((at) => at % 50 === 0))).toEqual([
    "up to 100 requests a second every operation was answered as at the beginning (median 5 ms), except that 11 of 550 requests were slow",
  ]);
});

it("what is slow beyond a rate is seen though in one of the seconds it is less", () => {
  const slowIn = new Map([
    [15, 15],
    [16, 22],
    [17, 9],
    [18, 14],
    [19, 20],
  ]);
  const exchanges = Array.from({ length: 20 }, (_, second) =>
    Array.from({ length: 25 + 5 * second }, (_, at) => {
      const sentAt = 1000 * second + (1000 * at) / (25 + 5 * second);
      return exchangeWith({ sentAt, receivedAt: sentAt + (at < (slowIn.get(second) ?? 0) ? 300 : 10) });
    }),
  ).flat();
  expect(notesOf(exchanges)).toEqual([
    expect.stringMatching(
      /^up to 95 requests a second .*\. At 100 requests a second, from second 16 on, 80 of 550 in 5 s were slow/,
    ),
  ]);
});

it("some slow responses in the seconds before many more are slow are no part of what lasts, but failures are", () => {
  const perSecond = (second: number) => 80 + 7 * (second - 4);
  const risingWith = (slow: readonly number[], status = 200) =>
    Array.from({ length: 4 + slow.length }, (_, second) => {
      const requests = second < 4 ? 10 : perSecond(second);
      return Array.from({ length: requests }, (_, at) => {
        const sentAt = 1000 * second + (1000 * at) / requests;
        const isAffected = second >= 4 && at < (slow[second - 4] ?? 0);
        const receivedAt = sentAt + (isAffected && status === 200 ? 300 : 5);
        return exchangeWith({ sentAt, receivedAt, status: isAffected ? status : 200 });
      });
    }).flat();
  const slowAt = (slow: readonly number[], status?: number) =>
    capacityOf({ scenario: "spike", begunAt: 0, exchanges: risingWith(slow, status) })?.slowAt;
  expect(slowAt([0, 20, 9, 17, 80, 100, 110, 115])).toBe(perSecond(8));
  expect(slowAt([0, 20, 0, 70, 97, 99, 110, 115])).toBe(perSecond(7));
  // Three good seconds at a higher rate, and before them about half as many slow ones as in the five that soon follow.
  expect(slowAt([0, 20, 19, 21, 3, 4, 4, 30, 90, 100, 110])).toBe(perSecond(12));
  expect(slowAt([0, 20, 19, 21, 6, 6, 7, 7, 7, 7, 8, 8])).toBe(perSecond(5));
  // As many as later.
  expect(slowAt([0, 12, 7, 12, 14, 15, 16, 14])).toBe(perSecond(5));
  expect(slowAt([0, 87, 0, 101, 0, 115, 0, 129])).toBe(perSecond(5));
  expect(slowAt([0, 20, 9, 17, 80, 100, 110, 115], 503)).toBe(perSecond(5));
});

it("an operation that was not sent at low rates has no part in the capacity, and is named", () => {
  // Every tenth request reads a status, from 70 requests a second on; all of these are slow, and so few that they are no strain.
  const exchanges = risingLoad(20).map((exchange, at) =>
    exchange.sentAt < 7000 || at % 10 > 0
      ? exchange
      : exchangeWith({ ...times(exchange), operation: "getFeedbackStatus", receivedAt: exchange.sentAt + 157 }),
  );
  expect(notesOf(exchanges)).toEqual([
    "up to 200 requests a second every operation but getFeedbackStatus was answered as at the beginning (median 5 ms). Whether getFeedbackStatus gets slower is not known: it was served fewer than 3 times below 80 requests a second",
  ]);
  const sent = { scenario: "spike", begunAt: 0 } as const;
  expect(capacityOf({ ...sent, exchanges })).toEqual({
    perSecond: 200,
    isReached: false,
    without: ["getFeedbackStatus"],
  });
  const twice = exchanges.filter(({ operation, sentAt }) => operation !== "getFeedbackStatus" || sentAt > 19_900);
  expect(notesOf(twice)).toEqual([
    expect.stringContaining(". Whether getFeedbackStatus gets slower is not known: it was served fewer than 3 times"),
  ]);
});

it("reads of a status that are 404 have failed, unless the submission is new", () => {
  const accepted = { operation: "submitFeedback", status: 202, json: { feedbackId: "f" }, receivedAt: 3 } as const;
  const withMissing = (isMissing: (sentAt: number) => boolean) =>
    risingLoad(20).map((exchange, at) => {
      if (at === 0) return exchangeWith({ ...times(exchange), ...accepted });
      if (at % 6 > 0) return exchange;
      const status = isMissing(exchange.sentAt) ? 404 : 200;
      const path = "/v1/feedback/f/status";
      return exchangeWith({ ...times(exchange), operation: "getFeedbackStatus", path, status });
    });
  const capacity = (exchanges: ReturnType<typeof risingLoad>) =>
    capacityOf({ scenario: "spike", begunAt: 0, exchanges });
  expect(capacity(withMissing((sentAt) => sentAt >= 10_000))).toMatchObject({ perSecond: 100, isReached: true });
  const late = withMissing((sentAt) => sentAt > 2000 && sentAt < 4900);
  expect(capacity(late)).toMatchObject({ perSecond: 200, isReached: false });
  expect(notesOf(late)).toEqual([
    expect.stringMatching(/\. 19 reads showed no status, as of a new or old submission is legal, and are left out/),
  ]);
});

/** From 80 a second on, submissions are lost; of fifty responses then, so many are slow. Of each second's submissions the status of one is read 6 s later. */
function losingLoad(slow = 0) {
  const exchanges = risingLoad(20).map((exchange, at) => {
    const { sentAt, receivedAt } = exchange;
    const isSlow = sentAt > 8000 && at % 50 < slow;
    const sent = { sentAt, receivedAt: isSlow ? sentAt + 300 : receivedAt };
    return exchangeWith(
      at % 10 > 0 ? sent : { ...sent, operation: "submitFeedback", status: 202, json: { feedbackId: `f${sentAt}` } },
    );
  });
  const followed = exchanges.filter(({ operation }, at) => operation === "submitFeedback" && at % 40 === 0);
  const reads = followed.map((acceptance) => {
    const sentAt = acceptance.sentAt + 6000;
    const path = `/v1/feedback/f${acceptance.sentAt}/status`;
    const status = acceptance.sentAt >= 8000 ? 404 : 200;
    return exchangeWith({ operation: "getFeedbackStatus", path, status, sentAt, receivedAt: sentAt + 5 });
  });
  return [...exchanges, ...reads].sort((a, b) => a.sentAt - b.sentAt);
}

it("submissions that are accepted from a rate on, and lost, end the capacity where they were accepted", () => {
  const capacity = capacityOf({ scenario: "spike", begunAt: 0, exchanges: losingLoad() });
  expect(capacity?.isReached).toBe(true);
  expect(capacity?.perSecond).toBeLessThan(90);
  expect(capacity?.perSecond).toBeGreaterThan(60);
  expect(notesOf(losingLoad())).toEqual([
    expect.stringMatching(/, [0-9]+ of [0-9]+ accepted submissions whose status was read had none\. /),
  ]);
});

it("beside lost submissions, slow responses are named only if they would be a strain by themselves", () => {
  const slowdown = (slow: number) => slowdownOf({ scenario: "spike", begunAt: 0, exchanges: losingLoad(slow) });
  expect(slowdown(0)).toMatch(/ on, submissions were lost$/);
  expect(slowdown(2)).toMatch(/ on, submissions were lost$/);
  expect(slowdown(25)).toMatch(/ on, responses were slow/);
});

it("where no operation was served, nothing says that the target got slow or failed", () => {
  const exchanges = risingLoad(10).map((exchange) =>
    exchangeWith({ ...times(exchange), operation: "getMe", status: 404 }),
  );
  expect(notesOf(exchanges)).toEqual(["whether getMe gets slower is not known: it was served fewer than 3 times"]);
  expect(slowdownOf({ scenario: "spike", begunAt: 0, exchanges })).toBeUndefined();
});

it("a script of the user's own has a capacity if it plans a rising rate", () => {
  const of = (identity: object) =>
    capacityOf({
      scenario: "steady",
      identities: [{ scenario: "steady", seed: "1", instances: 1, ...identity }],
      exchanges: risingLoad(10),
      begunAt: 0,
    });
  expect(of({ ramps: true })).toEqual({ perSecond: 100, isReached: false });
  expect(of({})).toBeUndefined();
});

it("no capacity is measured where this machine was busy", () => {
  const exchanges = risingLoad(10, { latency: (second) => (second < 6 ? 5 : 80) });
  const machineWith = (busy: number) =>
    Array.from({ length: 11 }, (_, second) => ({ at: 1000 * second, idle: second * (1 - busy), total: second }));
  const capacity = (busy: number) =>
    capacityOf({ scenario: "spike", exchanges, begunAt: 0, machine: machineWith(busy) });
  expect(capacity(0.5)).toEqual({ perSecond: 60, isReached: true, slowAt: 70 });
  expect(capacity(0.95)).toBeUndefined();
  const notes = capacityNotes({ scenario: "spike", exchanges, begunAt: 0, machine: machineWith(0.95) });
  expect(notes).toEqual([expect.stringContaining("From second 7 on, the processors of this machine were 95% busy")]);
});

it("a busy machine does not explain that the target answers with failures, but that it does not answer", () => {
  const machine = Array.from({ length: 11 }, (_, second) => ({ at: 1000 * second, idle: 0, total: second }));
  const failing = risingLoad(10, { fails: (second, at) => second >= 7 && at % 10 === 0 });
  const sent = { scenario: "spike", begunAt: 0, machine } as const;
  expect(capacityOf({ ...sent, exchanges: failing })).toEqual({ perSecond: 70, isReached: true, slowAt: 80 });
  expect(capacityNotes({ ...sent, exchanges: failing })).toEqual([
    expect.stringMatching(
      /27 of 270 in 3 s failed \(only of listProducts: 27 × 500\)\. The processors of this machine were 100% busy\. A run at that rate/,
    ),
  ]);
  const unanswered = failing.map((exchange) =>
    exchange.status === 500
      ? exchangeWith({ ...times(exchange), receivedAt: exchange.sentAt + 30_000, status: 0 })
      : exchange,
  );
  expect(capacityOf({ ...sent, exchanges: unanswered })).toBeUndefined();
});
