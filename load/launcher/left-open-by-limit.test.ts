import { expect, it } from "vitest";
import { read } from "../../conformance/laws/limiter/read.test.support.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { RateLimit } from "../../conformance/model/rate-limit.ts";
import { readEnvironment } from "../in-k6/environment.ts";
import { rounds, roundsUntilRecurring, secondsUntilRecurring } from "../in-k6/shapes.ts";
import { leftOpenByLimit } from "./left-open-by-limit.ts";

const oneTooManyNotes = (exchanges: readonly Exchange[], rateLimit: RateLimit) =>
  leftOpenByLimit(exchanges, rateLimit, true).map(({ note }) => note);

/** A limit of 3 in 5 s; reads `apartMs` apart, the last of which is answered 429. */
const notes = (count: number, apartMs: number, windowSeconds = 5) => {
  const exchanges = Array.from({ length: count + 1 }, (_, at) =>
    read(at, at * apartMs, at < count ? 2 - at : undefined),
  );
  return oneTooManyNotes(exchanges, { limit: 3, windowSeconds });
};

it("says how many may have been given back", () => {
  expect(notes(3, 600, 1)).toEqual([
    expect.stringContaining(
      "whether 5 requests more than the limit, or a few more, are served. Using up 3 took 1.82 s",
    ),
  ]);
});

it("gives a time of a few milliseconds in milliseconds", () => {
  expect(notes(3, 20, 0.012)).toEqual([expect.stringContaining("may give one back every 4 ms:")]);
});

it("is left open if a limiter may give one back while the limit is used up, which takes 1.67 s", () => {
  expect(notes(3, 600)).toEqual([
    "not judged: whether one request more than the limit, or a few more, is served. Using up 3 took 1.82 s, and a limiter may give one back every 1.67 s: a lower limit or a longer window would show it",
  ]);
  expect(notes(3, 500)).toEqual([
    "not judged: whether one request more than the limit is served. This is reported only if it recurs; --duration 17 is long enough for that",
  ]);
  expect(notes(2, 600)).toEqual([]);
});

/** From a full limit of 3 in 5 s to the first 429. `order`: of the requests, as they are sent; the server answers them in the order 0 to 3. */
const round = (at: number, order = [0, 1, 2, 3], apartMs = 500) =>
  order.map((answered, index) =>
    read(4 * at + index, 20_000 * at + apartMs * index, answered < 3 ? 2 - answered : undefined, {
      receivedAt: 1_790_000_000_020 + 20_000 * at + apartMs * answered,
    }),
  );
const notesOfRounds = (...rounds: readonly (readonly Exchange[])[]) =>
  oneTooManyNotes(rounds.flat(), { limit: 3, windowSeconds: 5 });

it("is judged where one request more would have been proven, which takes two windows", () => {
  expect(notesOfRounds(round(0))).toHaveLength(1);
  expect(notesOfRounds(round(0), round(1))).toEqual([]);
  // In between, of requests that are sent concurrently another one is rejected than the last.
  expect(notesOfRounds(round(0), round(1, [0, 3, 1, 2], 50), round(2))).toEqual([]);
});

it("does not advise a duration that the run took", () => {
  const slow = (at: number) => round(at, [0, 1, 2, 3], 600);
  expect(notesOfRounds(round(0), slow(1), slow(2))).toEqual([
    expect.stringMatching(
      /too few of the 3 windows with a 429 can show it, since a limiter may give one request back every 1.67 s: a lower limit or a longer window would show it$/,
    ),
  ]);
});

it("advises a duration that has enough rounds", () => {
  for (const rateLimit of [
    { limit: 3, windowSeconds: 5 },
    { limit: 20, windowSeconds: 10 },
    { limit: 2, windowSeconds: 60 },
    { limit: 100, windowSeconds: 60 },
  ]) {
    const roundsIn = (durationSeconds: number) =>
      rounds({ ...readEnvironment({ BASE_URL: "http://127.0.0.1/api" }), rateLimit, durationSeconds });
    expect(roundsIn(secondsUntilRecurring(rateLimit))).toBe(roundsUntilRecurring);
  }
});

it("asks whether the limit is lower if fewer requests were served after each pause of a window", () => {
  const rateLimit = { limit: 4, windowSeconds: 5 };
  /** After so many reads, 429. */
  const roundOf = (at: number, served: number) =>
    Array.from({ length: served + 1 }, (_, index) =>
      read(10 * at + index, 10_000 * at + 100 * index, index < served ? served - 1 - index : undefined),
    );
  const left = (...ofRounds: readonly number[]) =>
    leftOpenByLimit(
      ofRounds.flatMap((served, at) => roundOf(at, served)),
      rateLimit,
      false,
    );
  expect(left(4, 3, 2)).toContainEqual({
    what: "whether the server's limit is lower",
    remedy: "fpk load limit recovery",
    note: expect.stringContaining("is below 4. After a pause of one window at most 3 were served"),
  });
  expect(left(3, 4, 2).map(({ what }) => what)).not.toContain("whether the server's limit is lower");
  // What was used before the run may count in the first window.
  expect(left(3)).toEqual([]);
});
