import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { countedTwice } from "./endpoints-counted-twice.ts";
import { countdown, historyOf, post, readsOf, response, type Sent } from "./read.test.support.ts";

/** Reads, every 30 ms, until none remains, and after every tenth of them a submission that lowers the value by what `costs` says. */
const withSubmissions = (...costs: readonly number[]) => withSubmissionsOf({}, costs);

function withSubmissionsOf(more: Partial<Exchange>, costs: readonly number[]) {
  const sent: Sent[] = [];
  let remaining = 100;
  for (let at = 1; remaining > 0; at += 1) {
    remaining -= 1;
    sent.push([sent.length * 30, remaining]);
    const cost = at % 10 === 0 ? costs[at / 10 - 1] : undefined;
    if (cost === undefined) continue;
    remaining -= cost;
    sent.push([sent.length * 30, undefined, { ...post, ...more, response: response(202, remaining) }]);
  }
  return countedTwice(historyOf(readsOf(sent)));
}

const unknownToken = { kind: "unknown", credential: "unknown", organization: undefined } as const;

describe("an endpoint whose requests are counted more than once", () => {
  it("is found where each of them lowers the value by the same number", () => {
    expect(withSubmissions(2, 2, 2)).toMatchObject({
      verdict: "fail",
      actual: "by 2 for each of 3 requests to submitFeedback: from 90 to 88",
      exchanges: [9, 10],
    });
    expect(withSubmissions(5, 5, 5)).toMatchObject({ actual: expect.stringContaining("by 5 for each of 3 requests") });
  });

  it("is found where other endpoints are counted so, too", () => {
    const reads = (from: number, to: number) => countdown(from, to).map((remaining) => ({ remaining, more: {} }));
    const costly = countdown(5).map((left, at) => ({
      remaining: 48 + 2 * left,
      more: { operation: at < 3 ? "getMe" : "listMembers" } as const,
    }));
    const sent = [...reads(99, 60), ...costly, ...reads(47, 0)];
    const history = historyOf(readsOf(sent.map(({ remaining, more }, at) => [at * 30, remaining, more])));
    expect(countedTwice(history)).toMatchObject({
      actual: "by 2 for each of 6 requests to getMe and 1 other endpoint: from 60 to 58",
    });
  });

  it("is found where all are, as by a limiter that is installed twice", () => {
    const sent = (costs: (at: number) => number) => {
      let remaining = 100;
      return Array.from({ length: 50 }, (_, at): Sent => {
        remaining -= costs(at);
        // The first is long before, so that nothing that was sent before the run counts.
        return [at === 0 ? 0 : 200_000 + at * 30, remaining, { operation: at % 2 === 0 ? "getMe" : "listProducts" }];
      });
    };
    expect(countedTwice(historyOf(readsOf(sent(() => 2))))).toMatchObject({
      actual: "by 2 for each of 48 requests: from 96 to 94; is the limiter installed twice?",
    });
    expect(countedTwice(historyOf(readsOf(sent((at) => (at % 5 === 0 ? 3 : 2)))))).toBeUndefined();
  });

  it("is not found where each of them was redirected, which is a request, too", () => {
    expect(withSubmissionsOf({ redirects: 1 }, [2, 2, 2])).toBeUndefined();
    expect(withSubmissionsOf({ redirects: 1 }, [3, 3, 3])).toMatchObject({ verdict: "fail" });
  });

  it("is not found where requests of no organization came before each of them, which may count against this one", () => {
    const sent: Sent[] = [];
    let remaining = 100;
    for (let at = 1; remaining > 0; at += 1) {
      remaining -= 1;
      sent.push([sent.length * 30, remaining]);
      if (at % 20 !== 0) continue;
      remaining -= 2;
      sent.push([sent.length * 30, undefined, { ...unknownToken, response: response(401) }]);
      sent.push([sent.length * 30, undefined, { ...post, response: response(202, remaining) }]);
    }
    expect(countedTwice(historyOf(readsOf(sent)))).toBeUndefined();
  });

  it("is not found in a single request, in requests that lower it by one, or by different numbers", () => {
    expect(withSubmissions(2)).toBeUndefined();
    expect(withSubmissions(1, 1, 1)).toBeUndefined();
    expect(withSubmissions(2, 1, 2)).toBeUndefined();
  });

  it("is not found where other requests are not counted one by one", () => {
    const values = Array.from({ length: 50 }, (_, at) => 98 - 2 * at);
    const sent = values.map((remaining, at): Sent => {
      const more = at === 3 || at === 7 ? { ...post, response: response(202, remaining) } : {};
      return [at * 30, remaining, more];
    });
    expect(countedTwice(historyOf(readsOf(sent)))).toBeUndefined();
  });
});
