import { describe, expect, it } from "vitest";
import type { SequenceLaw } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { context } from "../judged.test.support.ts";
import { read } from "./read.test.support.ts";
import { notEarly, recovers } from "./refusal.ts";

/** What is sent at a time in seconds. `silent`: answered without the headers. */
type Sent = readonly [seconds: number, left: number | "refused" | "silent", of?: Partial<Exchange>];

const silence = { response: { status: 200, headers: [], body: "{}", isUtf8: true, isCut: false } };
const exchangesOf = (sent: readonly Sent[]) =>
  sent.map(([seconds, left, of], index) =>
    read(index, seconds * 1000, left === "refused" ? undefined : left === "silent" ? 0 : left, {
      ...(left === "silent" ? silence : {}),
      ...of,
    }),
  );
const judge = (law: SequenceLaw, ...sent: readonly Sent[]) => law.judge(exchangesOf(sent), context);
const burst = (seconds: number, count: number, left: Sent[1] = "silent", of: Partial<Exchange> = {}) =>
  Array.from({ length: count }, (_, at): Sent => [seconds + at * 0.03, left, of]);
const session = { kind: "session", credential: "SESSION" } as const;
const other = { credential: "KEY_B" };

describe("a 429 comes early", () => {
  it("where more was told to be left than may have been used since", () => {
    expect(judge(notEarly, [0, 2], [1, "refused"])).toMatchObject({ verdict: "fail", exchanges: [0, 1] });
    expect(judge(notEarly, [0, 1], [1, "refused"]).verdict).toBe("pass");
    expect(judge(notEarly, [0, 5], ...burst(1, 3, "silent", other), [2, "refused"])).toMatchObject({
      verdict: "fail",
      exchanges: [0, 4],
    });
    expect(judge(notEarly, [0, 5], ...burst(1, 4, "silent", other), [2, "refused"]).verdict).toBe("pass");
  });

  it("where one was told to be left by a server that tells it after counting", () => {
    expect(judge(notEarly, [0, 0], [1, 1], [2, "refused"])).toMatchObject({ verdict: "fail", exchanges: [1, 2] });
    expect(judge(notEarly, [0, 1], [1, 0], [2, "refused"]).verdict).toBe("pass");
  });

  it("where fewer than the limit were sent in the time that any limiter remembers", () => {
    const followed = (count: number, ...more: readonly Sent[]) =>
      judge(notEarly, [0, "silent"], ...burst(150, count), ...more, [154, "refused"]);
    // One of them may have been under way when a window began.
    expect(followed(98)).toMatchObject({
      verdict: "fail",
      exchanges: [99],
      actual: "429 after 98 requests at most",
    });
    expect(followed(99).verdict).toBe("pass");
    expect(followed(98, [153.5, "silent", session]).verdict).toBe("pass");
    expect(followed(97, [153.5, "silent", { redirects: 1 }]).verdict).toBe("pass");
  });

  it("not where others may have used the limit before the run", () => {
    expect(judge(notEarly, ...burst(0, 50), [10, "refused"]).verdict).toBe("pass");
    expect(judge(notEarly, [0, 40], ...burst(1, 39), [10, "refused"]).verdict).toBe("pass");
    expect(judge(notEarly, [0, 40], ...burst(1, 38), [10, "refused"]).verdict).toBe("fail");
  });

  it("not where it was exceeded not long before, which is for the law of recovery", () => {
    const again = (seconds: number) =>
      judge(notEarly, [0, "silent"], ...burst(150, 100), [154, "refused"], [seconds, "refused"]);
    expect(again(290).verdict).toBe("pass");
    expect(again(340)).toMatchObject({ verdict: "fail", exchanges: [102] });
    const never = judge(notEarly, [0, "silent"], ...burst(150, 100), [290, "refused"]);
    expect(never.verdict).toBe("fail");
  });

  it("for keys alone, and only where there is one", () => {
    expect(judge(notEarly, [0, 50], [1, "refused", session]).verdict).toBe("not-applicable");
    expect(judge(notEarly, [0, 50], [1, 49]).verdict).toBe("not-applicable");
    // What another key was told says as much of the organization, but not what was told to this one.
    expect(judge(notEarly, [0, 1], [0.5, "refused", other]).verdict).toBe("pass");
  });
});

describe("an organization recovers", () => {
  const exceeded: readonly Sent[] = [[0, 99], ...burst(1, 99), [5, "refused"]];

  it("where it is served after a window", () => {
    expect(judge(recovers, ...exceeded, [70, 99]).verdict).toBe("pass");
    expect(judge(recovers, ...exceeded, [65.02, 99]).verdict).toBe("pass");
    expect(judge(recovers, ...exceeded, [65.01, 99]).verdict).toBe("not-applicable");
    expect(judge(recovers, ...exceeded).verdict).toBe("not-applicable");
    expect(judge(recovers, [0, 99], [70, 99]).verdict).toBe("not-applicable");
    expect(judge(recovers, ...exceeded, [70, 99, session]).verdict).toBe("not-applicable");
  });

  it("not where it is refused after being left alone", () => {
    const exchanges = [100, 101];
    expect(judge(recovers, ...exceeded, [130, "refused"])).toMatchObject({ verdict: "fail", exchanges });
    expect(judge(recovers, ...exceeded, [130, "refused"])).toMatchObject({
      actual: expect.stringContaining("no request"),
    });
    expect(judge(recovers, ...exceeded, [100, "silent", session], [130, "refused"])).toMatchObject({
      verdict: "fail",
      actual: expect.stringContaining("only 1 requests"),
    });
    expect(judge(recovers, ...exceeded, [70, "silent"], [130, "refused"]).verdict).toBe("fail");
  });

  it("from the first of a row of refusals, and is not judged while it may still be exceeded", () => {
    expect(judge(recovers, ...exceeded, [40, "refused"], [67, 99]).verdict).toBe("pass");
    expect(judge(recovers, ...exceeded, [40, "silent"], [41, "refused"], [67, 99]).verdict).toBe("not-applicable");
    expect(judge(recovers, ...exceeded, ...burst(30, 100, "refused"), [70, "refused"]).verdict).toBe("inconclusive");
    expect(judge(recovers, ...exceeded, ...burst(30, 100, "refused"), [70, "refused"], [71, 99]).verdict).toBe("pass");
  });
});
