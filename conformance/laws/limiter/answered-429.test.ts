import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { answered429 } from "./answered-429.ts";
import { judge as judgeLaw, post, readsOf, response, type Sent, session } from "./read.test.support.ts";

type Answered = readonly [remaining: number | undefined, more?: Partial<Exchange>];

const judge = (...answered: readonly Answered[]) =>
  judgeLaw(answered429, readsOf(answered.map(([remaining, more], index) => [index * 30, remaining, more] as const)));
/** Answered with another error, and with `remaining` in its header, if it has one. */
const error = (status: number, remaining?: number, more: Partial<Exchange> = {}): Answered => [
  0,
  { response: response(status, remaining), ...more },
];
const url = "http://simulated/api/v1/else";
const get = { method: "GET", url, headers: [], body: "" };

describe("when the limit is exceeded", () => {
  it.each([503, 403, 400])("a %d in place of a 429 is found, the third time in a row", (status) => {
    const thrice = [error(status), error(status), error(status)];
    expect(judge([2], [1], ...thrice)).toMatchObject({ verdict: "fail", exchanges: [1, 2, 3, 4] });
    expect(judge([2], [1], ...thrice.slice(1)).verdict).toBe("not-applicable");
    expect(judge([2], [1], error(status), error(status), [0], error(status)).verdict).toBe("not-applicable");
  });

  it("is known by the last value, by the error's own, or by two limits served", () => {
    const thrice = (remaining?: number) => Array.from({ length: 3 }, () => error(503, remaining));
    expect(judge([3], [2], ...thrice()).verdict).toBe("not-applicable");
    expect(judge([3], [2], ...thrice(1)).verdict).toBe("fail");
    expect(judge([3], [2], ...thrice(2)).verdict).toBe("not-applicable");
    const many = (count: number) => Array.from({ length: count }, (): Answered => [50]);
    expect(judge(...many(199), ...thrice()).verdict).toBe("not-applicable");
    expect(judge(...many(200), ...thrice()).verdict).toBe("fail");
  });

  it("is not known by an error's own value after fewer requests than the limit", () => {
    const overload = [error(500, 0), error(500, 0), error(500, 0)];
    expect(judge([99], [98], ...overload).verdict).toBe("not-applicable");
    expect(judge([99], ...Array.from({ length: 90 }, (): Answered => [98]), ...overload).verdict).toBe(
      "not-applicable",
    );
    expect(judge([99], ...Array.from({ length: 98 }, (): Answered => [98]), ...overload).verdict).toBe("fail");
  });

  it("errors that report how more and more requests were used were not rejected by the limiter", () => {
    const served = Array.from({ length: 200 }, (): Answered => [50]);
    expect(judge(...served, error(410, 53), error(410, 52), error(410, 51)).verdict).toBe("not-applicable");
    expect(judge(...served, error(410, 53), error(410, 53), error(410, 53)).verdict).toBe("fail");
    expect(judge(...served, error(410, 53), error(410, 52), error(410, 52)).verdict).toBe("fail");
    expect(judge(...served, error(410, 2), error(410, 1), error(410, 0)).verdict).toBe("fail");
  });

  it("a 429 between two errors ends the row", () => {
    expect(judge([1], [0], error(503), error(503), [undefined], error(503)).verdict).toBe("pass");
  });

  it("errors while requests remain may be an outage, unless errors come again a window later", () => {
    /** 80 requests a minute. */
    const steady = (count: number): readonly Sent[] => Array.from({ length: count }, (_, at) => [at * 750, 50]);
    const outage = (at: number): readonly Sent[] =>
      [0, 30, 60].map((ms) => [at + ms, undefined, { response: response(503) }]);
    const judgeSent = (...sent: readonly Sent[]) => judgeLaw(answered429, readsOf(sent)).verdict;
    expect(judgeSent(...steady(240), ...outage(180_000))).toBe("not-applicable");
    expect(judgeSent(...steady(240), ...outage(180_000), [200_000, 50], ...outage(210_000))).toBe("not-applicable");
    expect(judgeSent(...steady(240), ...outage(180_000), ...outage(241_000))).toBe("not-applicable");
    expect(judgeSent(...steady(240), ...outage(180_000), [200_000, 50], ...outage(241_000))).toBe("fail");
    const longOutage = Array.from(
      { length: 90 },
      (_, at): Sent => [180_000 + at * 30, undefined, { response: response(500, 0) }],
    );
    expect(judgeSent(...steady(240), ...longOutage)).toBe("not-applicable");
    const withoutHeaders = steady(240).map(([at]): Sent => [at, undefined, { response: response(200) }]);
    expect(judgeSent(...withoutHeaders, ...outage(180_000))).toBe("fail");
  });

  it("errors beside a 429 show that the server had no room for so many in parallel", () => {
    const parallel = (...sent: readonly Sent[]) =>
      judgeLaw(answered429, readsOf([[-60, 1], [-30, 0], ...sent])).verdict;
    const overload: Sent = [0, undefined, { response: response(503, 50) }];
    expect(parallel([0, undefined], overload, overload, overload)).toBe("pass");
    expect(parallel(overload, overload, overload)).toBe("fail");
  });

  it("writes may be rejected with another status while reads are answered 429", () => {
    const written = (status: number): Answered => error(status, 0, post);
    const served: Answered = [5, post];
    const between = (...writes: readonly Answered[]) => judge(served, [1], [0], [undefined], ...writes, [undefined]);
    const thrice = (status: number) => [written(status), written(status), written(status)];
    expect(between(...thrice(503))).toMatchObject({ verdict: "fail", exchanges: [0, 3, 4, 5, 6, 7] });
    expect(between(...thrice(503).slice(1)).verdict).toBe("pass");
    expect(between(...thrice(503), written(429)).verdict).toBe("pass");
    expect(between(...thrice(403)).verdict).toBe("fail");
    expect(between(...thrice(409)).verdict).toBe("pass");
    expect(judge([1], [0], [undefined], ...thrice(503), [undefined]).verdict).toBe("pass");
    expect(judge(served, [1], [0], [undefined], ...thrice(503), [3]).verdict).toBe("pass");
  });

  it("a rejected write has other causes where writes of another kind, or none before, were served", () => {
    const written = (more: Partial<Exchange> = {}) => error(503, 0, { ...post, ...more });
    const judgeWrites = (served: Answered, ...writes: readonly Answered[]) =>
      judge(served, [1], [0], [undefined], ...writes, [undefined]).verdict;
    const served: Answered = [5, post];
    expect(judgeWrites(served, written(), written(), written())).toBe("fail");
    expect(judgeWrites(served, written(), written(), error(502, 0, post))).toBe("pass");
    expect(judgeWrites(served, written(), written(), written({ operation: "inviteMember" }))).toBe("pass");
    expect(judgeWrites(served, ...[1, 2, 3].map(() => written({ credential: "KEY_B" })))).toBe("pass");
    expect(judgeWrites([5, { ...post, operation: "inviteMember" }], written(), written(), written())).toBe("pass");
    expect(judgeWrites(error(400, 5, post), written(), written(), written())).toBe("pass");
    // It was answered after the first 429.
    expect(judgeWrites([5, { ...post, receivedAt: 1_790_000_000_095 }], written(), written(), written())).toBe("pass");
  });

  it("a single read may be rejected with another status, which shows if it was served before, and nothing remains", () => {
    const read = { request: { ...get, url: `${get.url}/features` } };
    const between = (served: Answered, rejected: Answered) =>
      judge(served, [1], [0], [undefined], rejected, [undefined]);
    const served: Answered = [5, read];
    expect(between(served, error(403, 0, read))).toMatchObject({ verdict: "fail", exchanges: [0, 3, 4, 5] });
    expect(between(served, error(401, 0, read)).verdict).toBe("fail");
    expect(between(served, error(503, 0, read)).verdict).toBe("fail");
    expect(between(served, error(403, 1, read)).verdict).toBe("pass");
    const bySession = { ...read, ...session };
    expect(between([5, bySession], error(503, 0, bySession)).verdict).toBe("fail");
    // The session may have ended.
    expect(between([5, bySession], error(401, 0, bySession)).verdict).toBe("pass");
    expect(between(served, error(404, 0, read)).verdict).toBe("pass");
    expect(between([5], error(403, 0, read)).verdict).toBe("pass");
  });

  it("errors have other causes where the same request was not served before, or where no key sent it", () => {
    const elsewhere = error(404, 0, { request: get });
    expect(judge([1], [0], elsewhere, elsewhere, elsewhere).verdict).toBe("not-applicable");
    const write = error(503, 0, { request: { ...get, method: "POST" } });
    expect(judge([1, { request: get }], write, write, write).verdict).toBe("not-applicable");
    const written = { ...get, method: "POST" };
    const elsewhereGet = error(403, 0, { request: get });
    expect(judge([0, { request: written }], elsewhereGet, elsewhereGet, elsewhereGet).verdict).toBe("not-applicable");
    const other = error(503, 0, { credential: "KEY_B" });
    expect(judge([1], [0], other, other, other).verdict).toBe("not-applicable");
    const sessions = error(503, 0, session);
    expect(judge([1], [0, session], [0], sessions, sessions, sessions).verdict).toBe("not-applicable");
    expect(judge([1], [0], error(503), sessions, error(503), sessions, error(503)).verdict).toBe("fail");
  });

  it("errors have other causes where what is read was written to after it was served, also by another key", () => {
    const write = (more: Partial<Exchange> = {}): Answered => [
      1,
      { request: { ...get, method: "PUT" }, operation: "updateMe", ...more },
    ];
    const read = { request: get };
    const thrice = [error(503, 0, read), error(503, 0, read), error(503, 0, read)];
    const judgeAll = (...answered: readonly Answered[]) => judge(...answered).verdict;
    expect(judgeAll([2, read], write(), [0], ...thrice)).toBe("not-applicable");
    expect(judgeAll([2, read], write({ ...session }), [0], ...thrice)).toBe("not-applicable");
    expect(judgeAll(write(), [2, read], [0], ...thrice)).toBe("fail");
    expect(judgeAll([2, read], [0], ...thrice, write())).toBe("fail");
    expect(judgeAll([2, read], [1, post], [0], ...thrice)).toBe("fail");
    const one = (...before: readonly Answered[]) =>
      judgeAll(...before, [1], [0], [undefined], error(503, 0, read), [undefined]);
    expect(one([5, read])).toBe("fail");
    expect(one([5, read], write())).toBe("pass");
    expect(one(write(), [5, read])).toBe("fail");
  });

  it("a read that fails in the same way while requests remain has a fault of its own", () => {
    const read = { request: get };
    const one = (remaining: number, status = 503) =>
      judge([9, read], error(status, remaining, read), [5, read], [0], [undefined], error(503, 0, read), [undefined])
        .verdict;
    expect(one(8)).toBe("pass");
    expect(one(0)).toBe("fail");
    expect(one(8, 500)).toBe("fail");
  });

  it("it holds where a key was answered 429, and not where a session was", () => {
    expect(judge([0], [undefined]).verdict).toBe("pass");
    expect(judge([0], [undefined, session]).verdict).toBe("not-applicable");
    expect(judge([0], error(302), error(302), error(302)).verdict).toBe("not-applicable");
  });
});
