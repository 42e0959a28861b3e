import { expect, it } from "vitest";
import { separateCountsSentence } from "./interleaved-counts.ts";
import { historyOf, post, readsOf, type Sent, secondKey } from "./read.test.support.ts";

/** Of reads a tenth of a second apart, where one failed check of the limiter is known. */
const sentence = (sent: readonly (readonly [remaining: number, more?: Sent[2]])[], failed = "limit.not-early") =>
  separateCountsSentence(
    historyOf(readsOf(sent.map(([remaining, more], at): Sent => [at * 100, remaining, more]))),
    new Set([failed]),
  );

/** Now and then another instance answers, with a count of its own. */
const threeTimes = [60, 90, 59, 58, 89, 57, 56, 88, 55].map((remaining) => [remaining] as const);

it("a value that rises and falls again by more than was sent, three times, is of instances that count separately", () => {
  expect(sentence(threeTimes)).toBe(
    "X-RateLimit-Remaining was 60, then 90 and then 59 for one key and endpoint in 0.22 s",
  );
});

it("twice, or where no check failed that this explains, says nothing", () => {
  expect(sentence(threeTimes.slice(0, 6))).toBeUndefined();
  expect(sentence(threeTimes, "limit.headers-present")).toBeUndefined();
});

it("values of another key, another path, a write or an unknown path may have a count of their own", () => {
  const url = "http://simulated/api/v1/me";
  for (const other of [
    secondKey,
    { request: { method: "GET", url, headers: [], body: "" } },
    post,
    { operation: undefined },
  ])
    expect(sentence(threeTimes.map(([remaining]) => [remaining, remaining > 80 ? other : {}]))).toBeUndefined();
});
