import { expect, it } from "vitest";
import { read } from "../../conformance/laws/limiter/read.test.support.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { RateLimit } from "../../conformance/model/rate-limit.ts";
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
    "not judged: whether one request more than the limit is served: it counts only if it recurs, for which --duration 15 takes the time",
  ]);
  expect(notes(2, 600)).toEqual([]);
});

it("is judged where the limit was used up fast, three times", () => {
  const round = (at: number) =>
    [0, 500, 1000, 1500].map((ms, index) => read(4 * at + index, 10_000 * at + ms, index < 3 ? 2 - index : undefined));
  expect(oneTooManyNotes([0, 1, 2].flatMap(round), { limit: 3, windowSeconds: 5 })).toEqual([]);
  expect(oneTooManyNotes([0, 1].flatMap(round), { limit: 3, windowSeconds: 5 })).toHaveLength(1);
});

it("asks whether the limit is lower if fewer requests were served after each pause of a window", () => {
  const rateLimit = { limit: 4, windowSeconds: 5 };
  /** After so many reads, 429. */
  const round = (at: number, served: number) =>
    Array.from({ length: served + 1 }, (_, index) =>
      read(10 * at + index, 10_000 * at + 100 * index, index < served ? served - 1 - index : undefined),
    );
  const left = (...rounds: readonly number[]) =>
    leftOpenByLimit(
      rounds.flatMap((served, at) => round(at, served)),
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
