import { expect, it } from "vitest";
import { readsOf, response, type Sent } from "../../laws/limiter/read.test.support.ts";
import { enforcesDeclared } from "./declared-limit.ts";

it("a limit is not enforced where fewer requests were served before a 429, also if that has no headers", () => {
  const sent = Array.from(
    { length: 300 },
    (_, at): Sent => (at === 250 ? [at * 30, undefined, { response: response(429) }] : [at * 30, 100 - (at % 100)]),
  );
  const shown = new Map([["KEY_A", { limit: 100, windowSeconds: 60 }]]);
  expect(enforcesDeclared({ limit: 1000, windowSeconds: 60 }, shown, readsOf(sent))).toBe(false);
});
