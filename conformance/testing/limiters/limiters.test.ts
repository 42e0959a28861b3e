import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { withoutLimiter } from "../../../reference/changes/without-limiter.ts";
import { startReference } from "../../../reference/start.ts";
import type { Report } from "../../model/report.ts";
import { isViolated } from "../../model/verdict.ts";
import { inRepository } from "./folder.ts";
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

/** They reject requests before the limit is exceeded. Which of the checks that show it fail differs from run to run. */
const rejectingEarly = ["slowapi, each URL by itself", "golang.org/x/time, rate with a small burst"];
const showRejection = [
  "limit.not-early",
  "limit.recovers",
  "limit.remaining-falls",
  "limit.shared-by-methods",
  "limit.whole-limit-served",
];

function expectFailing(name: string, ids: readonly string[]): void {
  const { failing } = expected[name] ?? { failing: ids.filter((id) => showRejection.includes(id)) };
  expect([name, ids]).toEqual([name, failing]);
  if (rejectingEarly.includes(name)) expect(ids, name).not.toEqual([]);
}

async function judge(limiter: RealLimiter, { windowSeconds = 10, only }: Expected): Promise<Report> {
  const reference = await startReference({ variants: [withoutLimiter] });
  try {
    const options = only === undefined ? {} : { only };
    return await judgeBehind(limiter, reference.target, { limit: 100, windowSeconds }, options);
  } finally {
    await reference.close();
  }
}

/** Where the machine is too slow for a window of 10 s, a longer one follows. */
async function judgeRejectingEarly(limiter: RealLimiter): Promise<Report> {
  const report = await judge(limiter, legal);
  return report.conclusion === "violates" ? report : judge(limiter, { ...legal, windowSeconds: 30 });
}

it("every limiter of the table has its outcome", () => {
  const named = [...Object.keys(expected), ...rejectingEarly];
  expect(named.sort()).toEqual(limiters.map(({ name }) => name).sort());
});

it("the README's table has every limiter with its version, and the outcome that is expected here", () => {
  const [, section = ""] = readFileSync(inRepository("README.md"), "utf8").split("\n## Real limiters\n");
  const [, table = ""] = section.split("| --- |\n");
  const [lines = ""] = table.split("\n\n");
  const rows = lines.split("\n").map((line) => line.slice(2, -2).split(" | "));
  expect(rows.map((cells) => cells.slice(0, 4))).toEqual(
    limiters.map(({ name, version, algorithm, toolchain }) => [name, version, toolchain.language, algorithm]),
  );
  for (const [name = "", , , , verdict, what = ""] of rows) {
    const ids = [...what.matchAll(/`([^`]+)`: §/g)].map(([, id = ""]) => id);
    expectFailing(name, ids);
    expect([name, verdict]).toEqual([name, ids.length === 0 ? "conforms" : "violates"]);
  }
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
      if (missing.has(limiter.name)) continue;
      const of = expected[limiter.name];
      reports.set(limiter.name, of === undefined ? judgeRejectingEarly(limiter) : judge(limiter, of));
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

  it.each(rejectingEarly.filter((name) => !missing.has(name)))("%s fails: it rejects early", async (name) => {
    const report = await reports.get(name);
    const failed = report?.results.filter(isViolated).map(({ id }) => id) ?? [];
    expectFailing(name, failed.filter(isOfLimiter));
    expect(report?.conclusion).toBe("violates");
  });
});
