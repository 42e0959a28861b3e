import { expect, it } from "vitest";
import { exchangeWith } from "../model/exchange.test.support.ts";
import { parseTarget } from "./parse.ts";
import { rateLimitsOf } from "./rate-limits.ts";

const standard = { limit: 100, windowSeconds: 60 };

const targetWith = (rateLimit: object | null | undefined, ...credentials: readonly object[]) =>
  parseTarget({ baseUrl: "https://dev.example.com/api", credentials, rateLimit }, {}, "x");

/** An answer to a key, with `X-RateLimit-Limit`. */
const shown = (credential: string, organization: string, limit: string) =>
  exchangeWith({ credential, organization, kind: "api-key", headers: { "X-RateLimit-Limit": limit } });

it("an organization's declared limit is that of all its credentials, declared or found", () => {
  const target = targetWith(
    standard,
    { token: "a", org: "org_1", rateLimit: { limit: 500 } },
    { token: "b" },
    { token: "c" },
  );
  const found = [shown("KEY_2", "org_1", "500"), shown("KEY_3", "org_2", "100")];
  const tier = { limit: 500, windowSeconds: 60 };
  expect(rateLimitsOf(target, found)?.tiers).toEqual(
    new Map([
      ["KEY_1", tier],
      ["KEY_2", tier],
    ]),
  );
});

it("where no limit is declared, one that is always another than the Standard tier's is of an undeclared tier", () => {
  const target = targetWith(
    undefined,
    { token: "a", org: "org_1" },
    { token: "b", org: "org_2" },
    { token: "c", org: "org_3" },
  );
  const found = [
    shown("KEY_1", "org_1", "500"),
    shown("KEY_1", "org_1", "500"),
    shown("KEY_2", "org_2", "100"),
    shown("KEY_3", "org_3", "100"),
    shown("KEY_3", "org_3", "99"),
  ];
  expect(rateLimitsOf(target, found)?.tiers).toEqual(new Map([["KEY_1", "undeclared"]]));
});

it("a limit that is declared, or switched off, is not taken from answers", () => {
  const found = [shown("KEY_1", "org_1", "500")];
  expect(rateLimitsOf(targetWith(standard, { token: "a", org: "org_1" }), found)?.tiers).toEqual(new Map());
  expect(rateLimitsOf(targetWith(null, { token: "a", org: "org_1" }), found)).toBeNull();
});
