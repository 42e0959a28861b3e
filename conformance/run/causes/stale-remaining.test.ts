import { expect, it } from "vitest";
import { rateLimit, readsOf, type Sent } from "../../laws/limiter/read.test.support.ts";
import { contract } from "../../model/exchange.test.support.ts";
import type { Result } from "../../model/report.ts";
import { rootCauses } from "./root-causes.ts";

/** The causes after `count` reads, of which each ten report the same, and a 429 next. */
function causesAfter(count: number) {
  const served = Array.from({ length: count }, (_, at): Sent => [at * 20, 99 - Math.floor(at / 10) * 9]);
  const exchanges = readsOf([...served, [count * 20, undefined]]);
  const failed = (id: string, clause: string, ...proof: number[]) =>
    ({
      id,
      clause,
      section: "8",
      level: "stated",
      claim: id,
      verdict: "fail",
      message: "",
      exchanges: proof,
    }) as Result;
  const results = [
    failed("limit.whole-limit-served", "error.429", count - 1, count),
    failed("limit.remaining-falls", "limit.remaining", 9, 10),
  ];
  return rootCauses(results, new Map(), exchanges, { contract, target: { credentials: [], rateLimit } });
}

it("a 429 after the whole limit is a consequence of a header that is not up to date, and one before it is not", () => {
  const early = "429 comes before the organization has used its whole limit";
  expect(causesAfter(100).map(({ cause }) => cause)).toEqual([
    "this does not hold: limit.remaining-falls",
    `${early}; probably a consequence of limit.remaining-falls`,
  ]);
  expect(causesAfter(60)[0]?.cause).toBe(early);
});
