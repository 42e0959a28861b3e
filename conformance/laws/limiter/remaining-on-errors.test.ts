import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { Sequence } from "../sequence-law.ts";
import {
  countdown,
  judge as judgeLaw,
  otherOrganization,
  post,
  rateLimit,
  readsOf,
  response,
  type Sent,
  secondKey,
  session,
} from "./read.test.support.ts";
import { remainingOnErrors } from "./remaining-on-errors.ts";

const judge = (...sent: readonly Sent[]) => judgeLaw(remainingOnErrors, readsOf(sent));

/** Pairs of a success and an error, 30 ms apart, that begin at `at`, and a last success. */
const pairs = (value: (left: number) => number, more: Partial<Exchange> = {}, status = 404, count = 3, from = 90) => [
  ...Array.from({ length: count }, (_, pair): readonly Sent[] => {
    const left = from - 2 * pair;
    const error = { response: response(status, value(left - 1)), ...more };
    return [
      [60 * pair, left],
      [60 * pair + 30, undefined, error],
    ];
  }).flat(),
  [60 * count, from - 2 * count] as Sent,
];

describe("X-RateLimit-Remaining of errors", () => {
  it("is not judged where it is missing, which is the reason then", () => {
    expect(judge(...pairs(() => 0, { response: response(404) }))).toMatchObject({
      verdict: "not-applicable",
      reason: expect.stringContaining("see limit.headers-present"),
    });
  });

  it("holds what remains, whether or not errors count, or are counted later", () => {
    for (const more of [-1, 0, 1]) expect(judge(...pairs((left) => left + more)).verdict).toBe("pass");
  });

  it.each([
    ["none", 0, 403],
    ["none", 0, 404],
    ["the whole limit", 100, 404],
  ])("fails where several report %s", (_name, value, status) => {
    expect(judge(...pairs(() => value, {}, status))).toMatchObject({ verdict: "fail", exchanges: expect.any(Array) });
    expect(judge(...pairs(() => value, {}, status, 2)).verdict).toBe("not-applicable");
  });

  it("fails with the header that only requests with wrong errors have, and shows one of these", () => {
    const request = {
      method: "GET",
      url: "http://simulated/api/v1/products",
      headers: [["If-None-Match", '"a"']],
      body: "",
    } as const;
    const right = pairs((left) => left, {}, 404, 2, 99);
    const wrong = pairs(() => 100, { request }, 404, 3, 94).map(([ms, ...rest]): Sent => [ms + 150, ...rest]);
    const verdict = judge(...right, ...wrong);
    expect(verdict).toMatchObject({ expected: "3 errors to requests with If-None-Match to report what remains" });
    expect(verdict).toMatchObject({ actual: expect.stringMatching(/^X-RateLimit-Remaining: 100 with a 404/) });
    expect(verdict.verdict === "fail" && verdict.exchanges.at(-1)).toBe(right.length + 1);
    expect(judge(...wrong)).toMatchObject({ expected: "3 errors to report what remains" });
  });

  it("may be a few less or more than was sent", () => {
    expect(judge(...pairs((left) => left - 2)).verdict).toBe("pass");
    expect(judge(...pairs((left) => left - 3)).verdict).toBe("fail");
    expect(judge(...pairs((left) => left + 2)).verdict).toBe("pass");
    expect(judge(...pairs((left) => left + 4)).verdict).toBe("fail");
  });

  it("are not compared where other limits, callers, methods or a gateway may answer", () => {
    const request = { method: "GET", url: "http://simulated/api/v1/products/%00", headers: [], body: "" };
    for (const more of [session, post, { request }, { operation: undefined }])
      expect(judge(...pairs(() => 0, more)).verdict).toBe("not-applicable");
    for (const status of [400, 401, 429, 500])
      expect(judge(...pairs(() => 0, {}, status)).verdict).toBe("not-applicable");
    const headers = [...response(404, 0).headers, ["X-RateLimit-Limit", "20"]] as const;
    expect(judge(...pairs(() => 0, { response: { ...response(404, 0), headers } })).verdict).toBe("not-applicable");
    expect(judge(...pairs(() => 0, otherOrganization)).verdict).toBe("not-applicable");
  });

  it("are not compared with what another key was shown, nor without the header, or a success before and after", () => {
    expect(judge(...pairs(() => 0, secondKey)).verdict).toBe("not-applicable");
    expect(judge(...pairs(() => 0, { response: response(404) })).verdict).toBe("not-applicable");
    const of = pairs(() => 0);
    expect(judge(...of.slice(0, -1)).verdict).toBe("not-applicable");
    expect(judge(...of.slice(1)).verdict).toBe("not-applicable");
  });
});

describe("X-RateLimit-Remaining of a declared 403", () => {
  const isDenied = { label: session.credential, denied: ["listFeatures"] };
  const judgeDenied = (sent: readonly Sent[], declared = [isDenied]) =>
    new Sequence(readsOf(sent), rateLimit, declared).verdictOf(remainingOnErrors);
  /** A session's success, 403, a key's success, and another 403; then the key uses up the rest of the limit. */
  const sent = (first: number, second: number, ofSession = 38, next = 36): readonly Sent[] => {
    const denied = (value: number) =>
      ({ ...session, operation: "listFeatures", response: response(403, value) }) as const;
    return [
      [0, 39],
      [30, ofSession, session],
      [60, undefined, denied(first)],
      [90, next],
      [120, undefined, denied(second)],
      [150, next - 2],
    ];
  };

  it("fails where two sessions' requests are wrong, and not where one is, or where none was declared", () => {
    expect(judgeDenied(sent(100, 100))).toMatchObject({ verdict: "fail", exchanges: [3, 4, 5, 2] });
    expect(judgeDenied(sent(0, 0)).verdict).toBe("fail");
    expect(judgeDenied(sent(37, 35)).verdict).toBe("pass");
    expect(judgeDenied(sent(100, 35)).verdict).toBe("pass");
    expect(judgeDenied(sent(100, 100), []).verdict).toBe("not-applicable");
    expect(judgeDenied(sent(100, 100).slice(0, 4)).verdict).toBe("not-applicable");
  });

  it("is not judged where a session has a limit of its own", () => {
    expect(judgeDenied(sent(99, 99, 99)).verdict).toBe("not-applicable");
    expect(judgeDenied(sent(19, 18, 20)).verdict).toBe("not-applicable");
    const byKey = countdown(37, 8).map((left): Sent => [45, left]);
    const [first, second, denied, ...later] = sent(37, 36, 38, 7);
    const alike = [first, second, ...byKey, denied, ...later].flatMap((each, at): Sent[] =>
      each ? [[30 * at, each[1], each[2]]] : [],
    );
    expect(judgeDenied(alike).verdict).toBe("pass");
  });
});
