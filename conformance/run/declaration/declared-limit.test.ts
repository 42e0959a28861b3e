import { expect, it } from "vitest";
import { readsOf, response, type Sent } from "../../laws/limiter/read.test.support.ts";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import { enforcesDeclared, limitDoubts } from "./declared-limit.ts";

it("a limit is not enforced where fewer requests were served before a 429, also if that has no headers", () => {
  const sent = Array.from(
    { length: 300 },
    (_, at): Sent => (at === 250 ? [at * 30, undefined, { response: response(429) }] : [at * 30, 100 - (at % 100)]),
  );
  const shown = new Map([["KEY_A", { limit: 100, windowSeconds: 60 }]]);
  expect(enforcesDeclared({ limit: 1000, windowSeconds: 60 }, shown, readsOf(sent))).toBe(false);
});

it.each([
  ["undeclared" as const, /^\$ACME is shown X-RateLimit-Limit: 150, but no .* Declare it: (.+)$/],
  [{ limit: 100, windowSeconds: 60 }, /^\$ACME is shown X-RateLimit-Limit: 150, but a .* right\? (.+) changes the/],
])("a limit that one credential is shown is to be declared there, where others are shown theirs: %o", (tier, doubt) => {
  const limited = (credential: string, limit: string) =>
    exchangeWith({ credential, headers: { "X-RateLimit-Limit": limit } });
  const credentials = ["KEY_A", "ACME"].map(
    (label) => ({ label, token: label, kind: "api-key", expired: false, denied: [] }) as const,
  );
  const rateLimits = { limit: 100, windowSeconds: 60, tiers: new Map([["ACME", tier]]) };
  const declarationWith = (limitOfOther: string) => {
    const exchanges = [limited("KEY_A", limitOfOther), limited("ACME", "150")];
    const doubts = limitDoubts(rateLimits, { credentials, rateLimit: rateLimits }, exchanges);
    return doubts.flatMap((each) => doubt.exec(each)?.[1] ?? []);
  };
  expect(declarationWith("100")).toEqual(['"rateLimit": { "limit": 150 } on the credential itself in the target file']);
  expect(declarationWith("200")).toEqual([expect.stringContaining("--limit 150, or rateLimit in the target file")]);
});
