import { expect, it } from "vitest";
import {
  countdown,
  otherOrganization,
  rateLimit,
  readsOf,
  response,
  type Sent,
} from "../../laws/limiter/read.test.support.ts";
import { Sequence } from "../../laws/sequence-law.ts";
import type { Exchange } from "../../model/exchange.ts";
import { plainRules, type Rules } from "../../testing/simulated-limiters/rules.ts";
import { simulatedRun } from "../../testing/simulated-limiters/run.ts";
import { limiterDoubts } from "./limiter-behaviour.ts";

/** What is doubted where the limit of 100 in `declared` seconds is enforced in windows of `windowSeconds`. */
async function doubtsWith(windowSeconds: number, declared: number, fault = (rules: Rules) => rules) {
  const rules = plainRules({ rateLimit: { limit: 100, windowSeconds } });
  const rateLimit = { limit: 100, windowSeconds: declared };
  const { exchanges, failed } = await simulatedRun(fault({ ...rules, declared: rateLimit }), {
    latencyMs: 20,
    jitter: 0,
    startsAt: 1_790_000_000_000,
    usedBefore: 0,
    usedBeforeMs: 0,
    caseRequests: 60,
  });
  return limiterDoubts(new Sequence(exchanges, rateLimit).histories, new Set(failed));
}

/** Every second request of an organization is counted by the other instance. */
function inTurn(rules: Rules): Rules {
  const turns = new Map<string, number>();
  const bucketOf: Rules["bucketOf"] = ({ organization }) => {
    const turn = (turns.get(`${organization}`) ?? 0) + 1;
    turns.set(`${organization}`, turn);
    return `${organization} ${turn % 2}`;
  };
  return { ...rules, bucketOf };
}

it.each([5, 60])("two instances that answer in turn are named, with windows of %i s", async (windowSeconds) => {
  expect(await doubtsWith(windowSeconds, windowSeconds, inTurn)).toEqual([
    expect.stringMatching(
      /^X-RateLimit-Remaining had each value twice, .*: do two instances answer, each with its own count\?$/,
    ),
  ]);
});

it("a window that is shorter than declared is named as such", async () => {
  expect(await doubtsWith(5, 60)).toEqual([
    expect.stringMatching(
      /^the window was reset twice in .* but 60 s are declared: does the limiter forget .* Only if .* shorter, set rateLimit\.windowSeconds/,
    ),
  ]);
});

it("a shorter window is asked for where a new one began soon after the limit was used up, though one request too many may have been served", () => {
  const doubts = (ms: number) => {
    const used = countdown(99).map((remaining, at): Sent => [at * 20, remaining]);
    const sent: readonly Sent[] = [...used, [2020, 0], [2020 + ms, 99], [2040 + ms, 98]];
    return limiterDoubts(new Sequence(readsOf(sent), rateLimit).histories, new Set(["limit.remaining-falls"]));
  };
  expect(doubts(6_600)).toEqual([
    expect.stringMatching(
      /^a new window began .* after the limit was used up, but 60 s are declared: does the limiter forget /,
    ),
  ]);
  expect(doubts(40_000)).toEqual([]);
});

it("no shorter window is asked for where the one before was as long as declared, or where several requests too many were served", () => {
  const used = countdown(98).map((remaining, at): Sent => [55_000 + at * 20, remaining]);
  const doubts = (before: readonly Sent[], tooMany: number) => {
    const atZero = Array.from({ length: tooMany }, (_, at): Sent => [57_000 + at * 20, 0]);
    const sent = [...before, ...used, ...atZero, [64_000, 99], [64_020, 98]] as const;
    return limiterDoubts(new Sequence(readsOf(sent), rateLimit).histories, new Set(["limit.remaining-falls"]));
  };
  expect(doubts([[54_980, 99]], 1)).toEqual([expect.stringMatching(/^a new window began 7\.\d+ s after/)]);
  const began: readonly Sent[] = [
    [3900, 40],
    [4000, 99],
  ];
  expect(doubts(began, 1)).toEqual([]);
  expect(doubts([[54_980, 99]], 2)).toEqual([]);
});

it("no other window is asked for where the response that shows a new one was given to another organization, too", () => {
  const used = countdown(99).map((remaining, at): Sent => [at * 20, remaining]);
  const sent: readonly Sent[] = [...used, [2020, 0], [8620, 99], [8640, 98]];
  const doubts = (ms: number) => {
    const shared: Sent = [ms, 99, otherOrganization];
    return limiterDoubts(
      new Sequence(readsOf([...sent, shared]), rateLimit).histories,
      new Set(["limit.remaining-falls"]),
    );
  };
  expect(doubts(8610)).toEqual([]);
  expect(doubts(9000)).toEqual([expect.stringMatching(/^a new window began/)]);
});

it("no other window is asked for where a 429 that came too early reports 0, and the next response what remained before", () => {
  const from = 200_000;
  const reads = (before: number, after: number) => [
    ...countdown(99, before).map((remaining, at): Sent => [from + at * 20, remaining]),
    [from + 2_000, undefined] as Sent,
    ...countdown(after, after - 5).map((remaining, at): Sent => [from + 2_020 + at * 20, remaining]),
    [from + 20_000, 99] as Sent,
  ];
  const doubts = (before: number, after: number, ...failed: readonly string[]) =>
    limiterDoubts(
      new Sequence(readsOf([[0, 99], ...reads(before, after)]), rateLimit).histories,
      new Set(["limit.remaining-falls", ...failed]),
    );
  expect(doubts(66, 65)).toEqual([]);
  // All of the limit was used before the 429, and the next response shows a new window.
  expect(doubts(0, 99)).toEqual([expect.stringMatching(/^the window was reset twice/)]);
  // A longer window may slide.
  expect(doubts(0, 99, "limit.recovers")).toEqual([]);
});

it("a longer window is asked for only where a 429 came after a pause", () => {
  const doubts = (...sent: readonly Sent[]) =>
    limiterDoubts(new Sequence(readsOf(sent), rateLimit).histories, new Set(["limit.recovers"]));
  const steady = countdown(99).map((remaining, at): Sent => [at * 700, remaining]);
  expect(doubts(...steady, [70_000, undefined], [100_000, undefined])).toEqual([]);
  expect(doubts(...steady, [70_000, undefined], [131_000, undefined])).toEqual([
    expect.stringMatching(/^429 was still answered after a window without requests, .*: is the window longer\?/),
  ]);
});

it("nor where another organization, with which a count is shared, sent requests in the pause", () => {
  const doubts = (failed: string, of: Partial<Exchange>) => {
    const steady = countdown(99).map((remaining, at): Sent => [at * 30, remaining]);
    const { histories } = new Sequence(
      readsOf([...steady, [3_000, undefined], [100_000, 99, of], [131_000, undefined]]),
      rateLimit,
    );
    return limiterDoubts(histories, new Set(["limit.recovers", failed]));
  };
  expect(doubts("limit.other-organization", otherOrganization)).toEqual([]);
  expect(doubts("limit.not-early", otherOrganization)).toEqual([expect.stringContaining("is the window longer?")]);
});

it("nor where the window was announced as declared until the first 429, which may have made it longer", () => {
  const announcing = (status: number, remaining: number, seconds: number): Partial<Exchange> => {
    const { headers, ...rest } = response(status, remaining);
    return { response: { ...rest, headers: [...headers, ["X-RateLimit-Reset", String(seconds)]] } };
  };
  const doubts = (before: number, after: number) => {
    const reads = countdown(99).map((left, at): Sent => [at * 30, left, announcing(200, left, before)]);
    const rejected = [3_000, 70_000].map((ms): Sent => [ms, undefined, announcing(429, 0, after)]);
    const { histories } = new Sequence(readsOf([...reads, ...rejected]), rateLimit);
    return limiterDoubts(histories, new Set(["limit.recovers"]));
  };
  expect(doubts(60, 120)).toEqual([]);
  expect(doubts(120, 120)).toEqual([expect.stringContaining("--window 120")]);
  expect(doubts(0, 120)).toEqual([expect.stringContaining("is the window longer?")]);
});

it("a window of seconds is longer, too, where the announced times exceed the declared one by more than rounding", () => {
  const doubts = (announced: number) => {
    const { headers, ...rest } = response(200, 60);
    const reset: Partial<Exchange> = {
      response: { ...rest, headers: [...headers, ["X-RateLimit-Reset", String(announced)]] },
    };
    const { histories } = new Sequence(readsOf([[0, 60, reset]]), { limit: 100, windowSeconds: 3 });
    return limiterDoubts(histories, new Set(["limit.recovers"]));
  };
  expect(doubts(6)).toEqual([
    expect.stringMatching(/^X-RateLimit-Reset is up to 6 s ahead, and 3 s are declared: .*\(--window 5\)$/),
  ]);
  expect(doubts(5)).toEqual([]);
});

/** One connection at which a slow instance answers one read after the other, and every 40 ms a read during it, at a fast one. */
const besides = (falls: boolean): readonly Sent[] =>
  countdown(60, 30).flatMap((remaining, at): readonly Sent[] => [
    [at * 40, remaining, { receivedAt: readAt(at * 40 + 39) }],
    [at * 40 + 5, falls ? 95 - at : remaining, { receivedAt: readAt(at * 40 + 38.5) }],
  ]);

const readAt = (ms: number) => readsOf([[ms, 1]])[0]?.sentAt ?? 0;

it("an instance that answers only concurrent reads is named, whatever fails because of it", () => {
  const doubts = (falls: boolean) =>
    limiterDoubts(new Sequence(readsOf(besides(falls)), rateLimit).histories, new Set(["limit.shared-by-keys"]));
  expect(doubts(true)).toEqual([
    expect.stringMatching(
      /^X-RateLimit-Remaining was \d+, then \d+ and then \d+ for one key .*: do two instances answer/,
    ),
  ]);
  expect(doubts(false)).toEqual([]);
});
