import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { judge, readsOf, type Sent, secondKey, session } from "./read.test.support.ts";
import { sharedByKeys } from "./shared-limit.ts";

describe("limit.shared-by-keys, by what remains", () => {
  const before = Array.from({ length: 40 }, (_, at): Sent => [at * 30, 99 - at]);
  const others = (count: number, more: Partial<Exchange> = secondKey) =>
    Array.from({ length: count }, (_, at): Sent => [1300 + at * 30, 59 - at, more]);
  const afterwards = (remaining: number, sent: readonly Sent[]) =>
    judge(sharedByKeys, readsOf([...before, ...sent, [3200, remaining]]));

  it("is found where the other key's requests took nothing, or too little", () => {
    // Twenty, less what a limiter that refills gives back in 2 s, and one that others may have used before: 14.8.
    expect(afterwards(59, others(20))).toMatchObject({
      verdict: "fail",
      exchanges: Array.from({ length: 22 }, (_, at) => 39 + at),
    });
    expect(afterwards(46, others(20)).verdict).toBe("fail");
    expect(afterwards(45, others(20)).verdict).toBe("pass");
    expect(afterwards(39, others(20)).verdict).toBe("pass");
  });

  it("is not found by sessions, by too few, or by what may have been refilled meanwhile", () => {
    expect(afterwards(59, others(20, session)).verdict).toBe("not-applicable");
    expect(afterwards(59, others(2)).verdict).toBe("not-applicable");
    expect(afterwards(59, others(6)).verdict).toBe("not-applicable");
  });

  it("is not found where the window may have been reset", () => {
    expect(afterwards(79, others(20)).verdict).toBe("not-applicable");
  });
});
