import { describe, expect, it } from "vitest";
import { post, readsOf, secondKey } from "../../laws/limiter/read.test.support.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { DiagnosedFailure } from "./diagnosed-failure.ts";
import { explainersOf } from "./limiter-consequences.ts";

const failureOf = (id: string): DiagnosedFailure => ({
  result: {
    id,
    clause: "limit.per-organization",
    claim: "",
    level: "stated",
    section: "8",
    verdict: "fail",
    message: "",
    exchanges: [],
  },
  law: undefined,
  sequenceLaw: undefined,
  proof: [],
  withFindings: [],
  shown: undefined,
  symptom: { kind: "counts-up" },
});

const explained = (id: string, by: string) => explainersOf([failureOf(id)], [failureOf(id), failureOf(by)], []);

it("explains a 429 that comes too early by an endpoint with a lower limit of its own, but not by one that is exempt", () => {
  expect(explained("limit.not-early", "limit.other-organization")).toEqual(["limit.other-organization"]);
  const explainedWhere = (proof: readonly Exchange[], operation: "listProducts" | "getMe" = "listProducts") => {
    const early = { ...failureOf("limit.not-early"), proof: readsOf([[50, undefined, { operation }]]) };
    return explainersOf([early], [early, { ...failureOf("limit.shared-by-methods"), proof }], proof);
  };
  const getMe = { operation: "getMe" } as const;
  const ofOwn = readsOf([
    [0, undefined],
    [10, 50, post],
    [20, 49, getMe],
    [30, undefined],
  ]);
  expect(explainedWhere(ofOwn)).toEqual(["limit.shared-by-methods"]);
  const exempt = readsOf([
    [0, undefined],
    [10, undefined, post],
    [20, 49, getMe],
    [30, undefined],
  ]);
  expect(explainedWhere(exempt)).toEqual([]);
  const reportedByGetMe = readsOf([
    [48, 49, getMe],
    [50, undefined],
  ]);
  const early = { ...failureOf("limit.not-early"), proof: reportedByGetMe };
  const separate = { ...failureOf("limit.shared-by-methods"), proof: exempt };
  expect(explainersOf([early], [early, separate], exempt)).toEqual(["limit.shared-by-methods"]);
  const uncounted = readsOf([
    [0, 50],
    [10, 49, post],
    [20, 49, post],
    [30, 49],
  ]);
  const earlyForOther = {
    ...failureOf("limit.not-early"),
    proof: readsOf([
      [48, 49],
      [50, undefined, getMe],
    ]),
  };
  const notCounted = { ...failureOf("limit.shared-by-methods"), proof: uncounted };
  expect(explainersOf([earlyForOther], [earlyForOther, notCounted], uncounted)).toEqual([]);
  const otherCount = readsOf([
    [0, 19, getMe],
    [10, 50, post],
  ]);
  expect(explainedWhere(otherCount)).toEqual([]);
  expect(explainedWhere(otherCount, "getMe")).toEqual(["limit.shared-by-methods"]);
});

it("does not explain a 429 that comes too early by a key that has the whole limit for itself", () => {
  expect(explained("limit.not-early", "limit.shared-by-keys")).toEqual([]);
  expect(explained("limit.whole-limit-served", "limit.shared-by-keys")).toEqual([]);
});

it("does not explain a 429 that stays by limits of their own, which admit more", () => {
  expect(explained("limit.recovers", "limit.shared-by-methods")).toEqual([]);
  expect(explained("limit.window-ends", "limit.shared-by-keys")).toEqual([]);
  expect(explained("limit.recovers", "limit.window-ends")).toEqual(["limit.window-ends"]);
});

it("does not explain by a 429 that stays that more requests are served", () => {
  expect(explained("limit.refused-when-exceeded", "limit.recovers")).toEqual([]);
  expect(explained("limit.shared-by-methods", "limit.window-ends")).toEqual([]);
  expect(explained("limit.refused-when-exceeded", "limit.shared-by-methods")).toEqual(["limit.shared-by-methods"]);
});

it("explains more requests than the limit by keys or methods only where several were served", () => {
  const explainedFor = (proof: readonly Exchange[]) => {
    const overrun = { ...failureOf("limit.refused-when-exceeded"), proof };
    const separate = ["limit.shared-by-keys", "limit.shared-by-methods"].map((id) => ({
      ...failureOf(id),
      proof: readsOf([
        [100, 50, post],
        [110, undefined],
      ]),
    }));
    const all = [overrun, ...separate];
    return explainersOf([overrun], all, proof);
  };
  const atZero = (more: Partial<Exchange>) =>
    readsOf([
      [0, 1],
      [20, 0],
      [40, 0, more],
    ]);
  expect(explainedFor(atZero({}))).toEqual([]);
  const countdown = readsOf([
    [0, 99],
    [10, 50, post],
    [20, 0],
    [40, 0],
  ]);
  expect(explainedFor(countdown)).toEqual([]);
  const posted = readsOf([
    [0, 1],
    [20, 0, post],
    [40, 0, post],
  ]);
  expect(explainedFor(posted)).toEqual(["limit.shared-by-methods"]);
  expect(explainedFor(atZero(secondKey))).toEqual(["limit.shared-by-keys"]);
  expect(explainedFor(atZero(post))).toEqual(["limit.shared-by-methods"]);
});

describe("a key or an endpoint that seems to have a limit of its own, where organizations share a count", () => {
  const other = { organization: "org_2", credential: "KEY_B" };
  const explainedFor = (...sent: readonly (readonly [number, number, Partial<Exchange>?])[]) => {
    const exchanges = readsOf(sent);
    const separate = { ...failureOf("limit.shared-by-methods"), proof: [exchanges[0], exchanges.at(-1)] as Exchange[] };
    const all = [separate, failureOf("limit.other-organization")];
    return explainersOf([separate], all, exchanges);
  };
  const toOther = (from: number, to: number, at: number) =>
    Array.from({ length: from - to + 1 }, (_, sent) => [at + sent, from - sent, other] as const);

  it("is a consequence where all count down together, with a reset in between", () => {
    expect(explainedFor([0, 60], ...toOther(59, 55, 1), ...toOther(99, 58, 10), [90, 57])).toEqual([
      "limit.other-organization",
    ]);
  });

  it("is none where a number is repeated, left out, or rises to less than the limit", () => {
    expect(explainedFor([0, 60], [1, 60], ...toOther(59, 55, 2), ...toOther(99, 58, 10), [90, 57])).toEqual([]);
    expect(explainedFor([0, 60], ...toOther(59, 55, 1), ...toOther(99, 80, 10), [90, 57])).toEqual([]);
    expect(explainedFor([0, 30], ...toOther(29, 25, 1), ...toOther(80, 58, 10), [90, 57])).toEqual([]);
    expect(explainedFor([0, 60], [1, 59], [2, 58])).toEqual([]);
  });
});
