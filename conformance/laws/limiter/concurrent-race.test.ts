import { expect, it } from "vitest";
import { fails, holds } from "../../model/verdict.ts";
import { raceDoubts } from "./concurrent-race.ts";
import { read, session } from "./read.test.support.ts";
import { sharedBySessions } from "./shared-limit.ts";

/** What is doubted where four requests of a session are served although the limit is used up: each `msBetween` after the one before. */
function doubtsOf(msBetween: number, { remaining = 0, isRejected = true } = {}) {
  const served = [1, 2, 3, 4].map((at) => read(at, at * msBetween, remaining, session));
  const later = isRejected ? [read(6, 250, undefined, session)] : [];
  const exchanges = [read(0, -20, undefined), ...served, read(5, 200, undefined), ...later];
  const verdict = fails({ expected: "429", actual: "4 of 4", exchanges: [0, 1, 2, 3, 4, 5] });
  return raceDoubts([{ check: sharedBySessions, verdict }], exchanges);
}

it("requests of a session that pass an exceeded limit together are named a race", () => {
  expect(doubtsOf(1)).toEqual([
    expect.stringMatching(/^4 requests of a session .* at the same time .* check the limit in one step and count in/),
  ]);
});

it("requests one after the other, with requests left, or that are never answered 429 are not", () => {
  expect(doubtsOf(21)).toEqual([]);
  expect(doubtsOf(1, { remaining: 50 })).toEqual([]);
  expect(doubtsOf(1, { isRejected: false })).toEqual([]);
});

it("a run in which sessions share the limit, or that did not judge it, has no such doubt", () => {
  expect(raceDoubts([{ check: sharedBySessions, verdict: holds }], [])).toEqual([]);
  expect(raceDoubts([], [])).toEqual([]);
  const other = { ...sharedBySessions, id: "limit.shared-by-keys" };
  const exchanges = [1, 2].map((at) => read(at, at, 0, session));
  const verdict = fails({ expected: "429", actual: "2 of 2", exchanges: [0, 1] });
  expect(raceDoubts([{ check: other, verdict }], [...exchanges, read(3, 200, undefined, session)])).toEqual([]);
});
