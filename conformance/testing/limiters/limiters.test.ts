import { beforeAll, describe, expect, it } from "vitest";
import { withoutLimiter } from "../../../reference/changes/without-limiter.ts";
import { startReference } from "../../../reference/start.ts";
import type { Report } from "../../model/report.ts";
import { isViolated } from "../../model/verdict.ts";
import { judgeBehind } from "./judge.ts";
import { limiters } from "./limiters.ts";
import type { RealLimiter } from "./real-limiter.ts";

interface Expected {
  /** The ids of every check that fails; what is illegal. */
  readonly failing: readonly string[];
  readonly because?: string;
  /** 10 unless given. */
  readonly windowSeconds?: number;
  /** All checks of the suite unless given. */
  readonly only?: readonly string[];
}

const legal: Expected = { failing: [] };

const expected: Readonly<Record<string, Expected>> = {
  "express-rate-limit": legal,
  "express-rate-limit, standard headers only": {
    failing: ["limit.headers-present"],
    because: "its headers are RateLimit and RateLimit-Policy",
  },
  "rate-limiter-flexible": legal,
  "@fastify/rate-limit": legal,
  "bottleneck, refreshed": legal,
  "bottleneck, increased": legal,
  "go-chi/httprate": legal,
  "throttled/throttled": legal,
  "golang.org/x/time, rate": legal,
  "ulule/limiter": legal,
  "sethvargo/go-limiter": { failing: ["limit.reset-numeric"], because: "its X-RateLimit-Reset is an HTTP date" },
  "didip/tollbooth": {
    failing: ["limit.headers-present"],
    because: "its headers are RateLimit-Limit and X-Rate-Limit-Limit",
  },
  "Flask-Limiter, fixed window": legal,
  "Flask-Limiter, moving window": legal,
  "Flask-Limiter, sliding window": legal,
  slowapi: legal,
  "Bucket4j, greedy": legal,
  "Bucket4j, intervally": legal,
  "Bucket4j, intervally in quarters": legal,
  resilience4j: legal,
  "Guava RateLimiter": {
    failing: ["limit.headers-present"],
    because: "it does not say what remains",
    // It refuses early, too, in some runs: the faster the suite and the longer the window.
    windowSeconds: 3,
    only: ["limit.headers-present"],
  },
};

/** They are illegal, and the checks that fail on them differ from run to run: limit.not-early, limit.remaining-falls, limit.shared-by-methods. */
const others = ["slowapi, each URL by itself", "golang.org/x/time, rate with a small burst"];

async function judge(limiter: RealLimiter, { windowSeconds = 10, only }: Expected): Promise<Report> {
  const reference = await startReference({ variants: [withoutLimiter] });
  try {
    const options = only === undefined ? {} : { only };
    return await judgeBehind(limiter, reference.target, { limit: 100, windowSeconds }, options);
  } finally {
    await reference.close();
  }
}

it("every limiter of the table has its outcome", () => {
  const named = [...Object.keys(expected), ...others];
  expect(named.sort()).toEqual(limiters.map(({ name }) => name).sort());
});

const missing = new Map<string, string>();
for (const { name, toolchain } of limiters) {
  const reason = await toolchain.missing(process.env);
  if (reason !== undefined) missing.set(name, `${toolchain.language}: ${reason}`);
}
const reasons = [...new Set(missing.values())];
for (const reason of reasons) console.warn(`skipped: ${reason}`);

it.runIf(process.env.FPK_REQUIRE_TOOLS === "1")("every limiter is installed", () => {
  expect(reasons).toEqual([]);
});

/** The proxies' own routers answer unusual paths, before the limiter: with other errors than the reference, and without its headers. */
const isOfLimiter = (id: string) => id.startsWith("limit.") && id !== "limit.headers-present";

describe("the reference behind", () => {
  const reports = new Map<string, Promise<Report>>();
  // All concurrently: each spends its time in waiting for windows.
  beforeAll(async () => {
    for (const limiter of limiters) {
      const of = expected[limiter.name];
      if (of !== undefined && !missing.has(limiter.name)) reports.set(limiter.name, judge(limiter, of));
    }
    await Promise.allSettled(reports.values());
  });

  for (const [name, { failing, because }] of Object.entries(expected)) {
    const outcome = because === undefined ? "is blamed for nothing" : `fails ${failing.join(" and ")}: ${because}`;
    it.skipIf(missing.has(name))(`${name} ${outcome}`, async () => {
      const report = await reports.get(name);
      const fails = report?.results.filter(isViolated) ?? [];
      const failed = fails.filter(({ id }) => failing.includes(id) || isOfLimiter(id));
      expect(failed.map(({ id, message }) => (failing.includes(id) ? id : `${id}: ${message}`)).sort()).toEqual(
        failing,
      );
      expect(report?.results.filter(({ verdict }) => verdict === "broken")).toEqual([]);
      expect(report?.requests.total).toBeGreaterThan(0);
    });
  }
});
