import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import {
  judge as judgeLaw,
  otherOrganization,
  post,
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
