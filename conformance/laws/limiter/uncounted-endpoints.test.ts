import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { historyOf, readsOf, type Sent, session } from "./read.test.support.ts";
import { uncountedEndpoint } from "./uncounted-endpoints.ts";

const installation = { operation: "getInstallation" } as const;

/** Reads of the list, every 30 ms, until none remains, and after some of them one read of `more`, which reports what `reported` says. */
function withReadsAfter(positions: readonly number[], more: Partial<Exchange>, reported: (before: number) => number) {
  const sent: Sent[] = [];
  let remaining = 100;
  for (let at = 0; remaining > 0; at += 1) {
    remaining -= 1;
    // A key sends the first and the last.
    const isByKey = at === 0 || remaining === 0;
    sent.push([sent.length * 30, remaining, isByKey ? {} : { ...more, operation: "listProducts" }]);
    if (!positions.includes(at)) continue;
    remaining = reported(remaining);
    sent.push([sent.length * 30, remaining, more]);
  }
  return [historyOf(readsOf(sent))];
}

const same = (before: number) => before;

describe("an endpoint whose requests are not counted", () => {
  it("is found where each response reports the same as the one before it", () => {
    expect(uncountedEndpoint(withReadsAfter([4, 9, 14], installation, same), "api-key")).toMatchObject({
      verdict: "fail",
      expected: expect.stringContaining("each request to getInstallation"),
      actual: expect.stringContaining("each of 3, such as at 95"),
      exchanges: [4, 5, 10, 11, 16, 17],
    });
    const bySession = { ...session, operation: "updateMe" } as const;
    expect(uncountedEndpoint(withReadsAfter([4, 9, 14], bySession, same), "session")).toMatchObject({
      verdict: "fail",
    });
  });

  it("is not found in a single response, in one that falls, or in slow ones", () => {
    expect(uncountedEndpoint(withReadsAfter([9], installation, same), "api-key")).toMatchObject({
      verdict: "not-applicable",
    });
    expect(
      uncountedEndpoint(
        withReadsAfter([4, 9, 14], installation, (before) => before - 1),
        "api-key",
      ),
    ).toMatchObject({ verdict: "not-applicable" });
    const atFirst = (before: number) => (before > 92 ? before : before - 1);
    expect(uncountedEndpoint(withReadsAfter([4, 9, 14], installation, atFirst), "api-key")).toMatchObject({
      verdict: "not-applicable",
    });
    const slowly = withReadsAfter([4, 9], installation, same).map(({ exchanges }) =>
      historyOf(
        exchanges.map((exchange) => ({
          ...exchange,
          sentAt: 20 * exchange.sentAt,
          receivedAt: 20 * exchange.sentAt + 400,
        })),
      ),
    );
    expect(uncountedEndpoint(slowly, "api-key")).toMatchObject({ verdict: "not-applicable" });
  });

  it("is not found where other requests do not count down, either, or where the limiter may have been used before the run", () => {
    const inTens = (sent: readonly Exchange[]) =>
      sent.map((exchange, at) => ({ ...exchange, header: () => String(90 - 10 * Math.floor(at / 10)) }));
    const [history] = withReadsAfter([4, 9, 14], installation, same);
    expect(uncountedEndpoint([historyOf(inTens(history?.exchanges ?? []))], "api-key")).toMatchObject({
      verdict: "not-applicable",
    });
    const later = (history?.exchanges ?? []).slice(3);
    expect(uncountedEndpoint([historyOf(later)], "api-key")).toMatchObject({ verdict: "not-applicable" });
  });
});
