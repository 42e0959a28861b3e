import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { countdown, historyOf, readsOf, type Sent, session } from "./read.test.support.ts";
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
    expect(uncountedEndpoint(withReadsAfter([4, 9, 14], installation, same), "methods")).toMatchObject({
      verdict: "fail",
      expected: expect.stringContaining("each request to getInstallation"),
      actual: expect.stringContaining("each of 3, such as at 95"),
      exchanges: [4, 5, 10, 11, 16, 17],
    });
    const bySession = { ...session, operation: "updateMe" } as const;
    expect(uncountedEndpoint(withReadsAfter([4, 9, 14], bySession, same), "sessions")).toMatchObject({
      verdict: "fail",
    });
  });

  it("is not found in a single response, in one that falls, or in slow ones", () => {
    expect(uncountedEndpoint(withReadsAfter([9], installation, same), "methods")).toMatchObject({
      verdict: "not-applicable",
    });
    expect(
      uncountedEndpoint(
        withReadsAfter([4, 9, 14], installation, (before) => before - 1),
        "methods",
      ),
    ).toMatchObject({ verdict: "not-applicable" });
    const atFirst = (before: number) => (before > 92 ? before : before - 1);
    expect(uncountedEndpoint(withReadsAfter([4, 9, 14], installation, atFirst), "methods")).toMatchObject({
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
    expect(uncountedEndpoint(slowly, "methods")).toMatchObject({ verdict: "not-applicable" });
  });

  it("is not found where other requests do not count down, either, or where the limiter may have been used before the run", () => {
    const inTens = (sent: readonly Exchange[]) =>
      sent.map((exchange, at) => ({ ...exchange, header: () => String(90 - 10 * Math.floor(at / 10)) }));
    const [history] = withReadsAfter([4, 9, 14], installation, same);
    expect(uncountedEndpoint([historyOf(inTens(history?.exchanges ?? []))], "methods")).toMatchObject({
      verdict: "not-applicable",
    });
    const later = (history?.exchanges ?? []).slice(3);
    expect(uncountedEndpoint([historyOf(later)], "methods")).toMatchObject({ verdict: "not-applicable" });
  });

  describe("in slow steps after those of a key", () => {
    const profile = (method: string): Partial<Exchange> => ({
      ...session,
      operation: method === "GET" ? "getMe" : "updateMe",
      request: { method, url: "http://simulated/api/v1/me", headers: [], body: "" },
    });
    /** A key's reads, every 140 ms. After each tenth the session reads its profile, and a key; five times it updates it before that. */
    const run = (updated: (before: number) => number, profileRead: (before: number) => number) => {
      const sent: Sent[] = [];
      let remaining = 100;
      const send = (next: number, more: Partial<Exchange> = {}) => {
        remaining = next;
        sent.push([sent.length * 140, remaining, more]);
      };
      for (const at of countdown(50, 1)) {
        send(remaining - 1);
        if (at % 10 !== 0) continue;
        send(updated(remaining), profile("PUT"));
        send(profileRead(remaining), profile("GET"));
      }
      while (remaining > 0) send(remaining - 1);
      return [historyOf(readsOf(sent))];
    };
    const less = (before: number) => before - 1;

    it("is one of the organization, where the session's other method at the path is counted", () => {
      expect(uncountedEndpoint(run(same, less), "methods")).toMatchObject({
        verdict: "fail",
        expected: expect.stringContaining("each request to updateMe"),
        actual: expect.stringContaining("each of 5, such as at 99"),
      });
      expect(uncountedEndpoint(run(same, less), "sessions")).toMatchObject({ verdict: "not-applicable" });
    });

    it("is one of sessions, where that is not counted either", () => {
      expect(uncountedEndpoint(run(same, same), "methods")).toMatchObject({ verdict: "not-applicable" });
      expect(uncountedEndpoint(run(same, same), "sessions")).toMatchObject({ verdict: "fail" });
    });

    it("is not found where the next response shows that it was counted", () => {
      const isLate = run(same, (before) => before - 2);
      expect(uncountedEndpoint(isLate, "methods")).toMatchObject({ verdict: "not-applicable" });
      expect(uncountedEndpoint(isLate, "sessions")).toMatchObject({ verdict: "not-applicable" });
    });
  });
});
