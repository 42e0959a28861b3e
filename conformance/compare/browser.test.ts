import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Result } from "../model/report.ts";
import { findChromium, startChromium, violationsOn, withPage } from "../reports/html/browser.test.support.ts";
import { sampleReport } from "../reports/sample.test.report.ts";
import { compareReports } from "./compare.ts";
import { renderHtml } from "./html.ts";

const chromium = findChromium(process.env);
if (chromium === undefined) console.log("skipped: no Chromium");

const turned = { fail: "pass", pass: "fail" } as const;
const latency = { count: 40, p50: 10, p95: 20, p99: 30, max: 40 };
const operations = [{ operation: "getFeedbackStatus", requests: 40, latency }];
const load = { requests: 40, perSecond: 10, limited: 0, unanswered: 0, scenario: "spike", latency, operations };
const first = { ...sampleReport, load: { ...load, capacity: { perSecond: 196, isReached: true } } };

const other = {
  ...sampleReport,
  load,
  seed: 9,
  results: sampleReport.results.map((result): Result => {
    const { verdict } = result;
    return { ...result, verdict: verdict === "fail" || verdict === "pass" ? turned[verdict] : verdict };
  }),
};

it.skipIf(chromium === undefined && process.env.FPK_REQUIRE_TOOLS !== "1")(
  "the page of a comparison loads nothing, is not too wide, and axe finds nothing, on a phone and in the dark",
  async () => {
    if (chromium === undefined) throw new Error("no Chromium in PATH: apt-get install chromium");
    const folder = mkdtempSync(join(tmpdir(), "fpk-compared-"));
    const file = join(folder, "c.html");
    const reports = [first, other].map((report, at) => ({ name: `${at}.json`, report }));
    writeFileSync(file, renderHtml(compareReports(reports)));
    const browser = await startChromium(chromium);
    try {
      for (const look of [
        { width: 375, colorScheme: "light" },
        { width: 1280, colorScheme: "dark" },
      ] as const) {
        await withPage(browser, file, look, async ({ page, troubles }) => {
          expect(await violationsOn(page)).toEqual([]);
          expect(troubles).toEqual([]);
          expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(look.width);
          const isTooWide = "[...document.querySelectorAll('.scroll')].some((it) => it.scrollWidth > it.clientWidth)";
          expect(await page.evaluate(isTooWide)).toBe(false);
        });
      }
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true });
    }
  },
);
