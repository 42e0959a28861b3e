import { describe, expect, it } from "vitest";
import { countdown, historyOf, readsOf, type Sent, session } from "./read.test.support.ts";
import { judgeSessionsInARow } from "./uncounted-sessions.ts";

/** Since the key's first response it is known how much may have been used before. */
const verdict = (sent: readonly Sent[]) => judgeSessionsInARow(historyOf(readsOf([[-1000, 99], ...sent]))).verdict;
const inARow = (values: readonly number[], everyMs = 30) =>
  values.map((value, at): Sent => [at * everyMs, value, session]);
const same = (count: number) => Array<number>(count).fill(90);

describe("a session's requests in a row", () => {
  it("do not count where all report the same", () => {
    expect(verdict(inARow(same(6)))).toBe("fail");
    expect(verdict(inARow(countdown(90, 85)))).toBe("pass");
  });

  it("show nothing where they are few, or so slow that the limit is refilled", () => {
    expect(verdict(inARow(same(4)))).toBe("not-applicable");
    expect(verdict(inARow(same(6), 2000))).toBe("not-applicable");
    // Below 0 nothing falls.
    expect(verdict(inARow(same(6).map(() => 0)))).toBe("not-applicable");
  });

  it("are not in a row where a key sends, too, or where they are refused", () => {
    const [first, second, third, ...others] = inARow(same(6));
    const key: Sent = [75, 90];
    expect(verdict([first, second, third, key, ...others].filter((sent) => sent !== undefined))).toBe("not-applicable");
    expect(verdict(inARow(same(6)).map(([ms, , more]): Sent => [ms, undefined, more]))).toBe("not-applicable");
  });
});
