import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { startReference } from "../../../reference/start.ts";
import { conform } from "../../index.ts";
import type { Report } from "../../model/report.ts";
import { sampleReport } from "../sample.test.report.ts";
import { findChromium, type Look, startChromium, violationsOn, withPage } from "./browser.test.support.ts";
import { renderHtml } from "./page.ts";

const chromium = findChromium(process.env);
const isRequired = process.env.FPK_REQUIRE_TOOLS === "1";
if (chromium === undefined) console.log("skipped: no Chromium");

const looks: readonly Look[] = [375, 1280].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);
const [phone] = looks;
const desktop: Look = { width: 1280, colorScheme: "light" };

/** Fields whose values are from a fixed set, or are computed from. */
const fixed = new Set([
  "conclusion",
  "verdict",
  "level",
  "section",
  "intent",
  "kind",
  "operation",
  "method",
  "startedAt",
  "clause",
]);
const markup =
  '"></a></script><script>document.title = "taken"; alert(1)</script><img src="http://127.0.0.1:9/x" onerror="alert(2)">\u202e';

/** The report of a server that writes markup into everything that it sends. */
const hostile = JSON.parse(
  JSON.stringify(sampleReport, (key, value) => (typeof value === "string" && !fixed.has(key) ? value + markup : value)),
) as Report;

describe.skipIf(chromium === undefined && !isRequired)("the page in a browser", () => {
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  const files = new Map<string, string>();
  let browser: Browser;
  const open = <T>(name: string, look: Look, use: Parameters<typeof withPage<T>>[3]) =>
    withPage(browser, files.get(name) ?? "", look, use);

  beforeAll(async () => {
    if (chromium === undefined) throw new Error("no Chromium in PATH: apt-get install chromium");
    browser = await startChromium(chromium);
    const conforming = await reportOfReference();
    const many = Array.from({ length: 5000 }, (_, index) => {
      const exchange = conforming.exchanges[index % conforming.exchanges.length];
      return { ...exchange, index };
    });
    const manyFailures = Array.from({ length: 10 }, (_, at) =>
      sampleReport.results.map((result) => ({ ...result, id: `${result.id}-${at}` })),
    )
      .flat()
      .filter(({ verdict }) => verdict === "fail");
    const series = [{ second: 0, requests: 5, limited: 1, unanswered: 0, remaining: [], latency: { p50: 2, p95: 4 } }];
    const reports = {
      conforming,
      sample: { ...sampleReport, series },
      hostile,
      long: { ...conforming, exchanges: many },
      many: { ...sampleReport, results: manyFailures },
    };
    for (const [name, report] of Object.entries(reports)) {
      const path = join(folder, `${name}.html`);
      writeFileSync(path, renderHtml(report as Report));
      files.set(name, path);
    }
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  describe.each(looks)("$width pixels wide, $colorScheme", (look) => {
    it("axe finds nothing, also in what opens", () =>
      open("sample", look, async ({ page }) => {
        await page.locator("details.exchange > summary").first().click();
        expect(await violationsOn(page)).toEqual([]);
      }));

    it.each(["conforming", "hostile"])("%s: nothing is loaded, runs into an error, or is too wide", (name) =>
      open(name, look, async ({ page, troubles }) => {
        for (const summary of await page.locator("main > section > details > summary").all()) await summary.click();
        expect(troubles).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(look.width);
        expect(await page.title()).toMatch(/conformance report$/);
      }),
    );
  });

  it("shows the whole matrix on a phone", () =>
    open("conforming", { width: 375, colorScheme: "light" }, async ({ page }) => {
      const hidden =
        "document.querySelector('.matrix').offsetWidth - document.querySelector('.matrix').parentElement.clientWidth";
      expect(await page.evaluate(hidden)).toBeLessThanOrEqual(0);
    }));

  it("wraps what the target chose on a phone, and shades the ends of a chart at which there is more", () =>
    open("sample", { width: 375, colorScheme: "light" }, async ({ page }) => {
      const boxes = "[...document.querySelectorAll('.scroll')]";
      expect(
        await page.evaluate(
          `${boxes}.filter((it) => it.querySelector('table')).every((it) => it.scrollWidth <= it.clientWidth)`,
        ),
      ).toBe(true);
      const isShaded = "(it) => getComputedStyle(it).backgroundAttachment.startsWith('local, local, scroll, scroll')";
      expect(await page.evaluate(`${boxes}.filter((it) => it.scrollWidth > it.clientWidth).map(${isShaded})`)).toEqual([
        true,
        true,
      ]);
    }));

  it("axe finds nothing on the report of a whole run", () =>
    open("conforming", desktop, async ({ page }) => expect(await violationsOn(page)).toEqual([])));

  it("shows what went over the wire when an exchange is opened, and markup as text", () =>
    open("hostile", desktop, async ({ page, troubles }) => {
      const exchange = page.locator("#check-schema\\.types details.exchange, .failure details.exchange").first();
      await exchange.locator("summary").click();
      expect(await exchange.locator("pre").first().textContent()).toContain("HTTP/1.1");
      expect(await exchange.textContent()).toContain("</script><script>");
      expect(await page.locator("img").count()).toBe(0);
      expect(troubles).toEqual([]);
    }));

  it("leads from a cell of the matrix to its checks, and from there to the failure, by keyboard", () =>
    open("sample", desktop, async ({ page }) => {
      await page.locator(".matrix a[href='#on-whole-API-limits']").focus();
      await page.keyboard.press("Enter");
      const check = page.locator("#on-whole-API-limits a", { hasText: "limit.shared-by-keys" });
      await check.waitFor({ state: "visible" });
      await check.focus();
      await page.keyboard.press("Enter");
      expect(await focused(page)).toContain("two keys of one organization share its limit");
    }));

  it("opens the exchange that a link names, whichever part of the list holds it, and filters the list", () =>
    open("long", desktop, async ({ page }) => {
      await page.evaluate("location.hash = 'exchange-4321'");
      const exchange = page.locator("#exchange-4321");
      await exchange.locator("pre").first().waitFor({ state: "visible" });
      expect(await page.locator("#exchange-list details").count()).toBe(100);
      expect(await page.locator("#exchange-list [role=status]").textContent()).toBe("4301 to 4400 of 5000");
      await page.getByRole("searchbox").fill("429");
      expect(await page.locator("#exchange-list [role=status]").textContent()).toMatch(/^1 to 100 of \d+$/);
      expect(await page.locator("#exchange-list b").allTextContents()).toContain("429");
    }));

  it("answers within a moment with thousands of exchanges", () =>
    open("long", desktop, async ({ page }) => {
      const ms = await page.evaluate(`{
        const start = performance.now();
        location.hash = "exchange-0";
        dispatchEvent(new HashChangeEvent("hashchange"));
        performance.now() - start;
      }`);
      expect(ms).toBeLessThan(2000);
    }));

  it("copies a command", () =>
    open("sample", desktop, async ({ page }) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.locator("#check-limit\\.shared-by-keys .command button").first().click();
      const copied = await page.evaluate("navigator.clipboard.readText()");
      expect(copied).toBe("fpk check --only limit.shared-by-keys --seed 42");
    }));

  it("can be read without JavaScript", () =>
    open("sample", { ...desktop, javaScriptEnabled: false }, async ({ page }) => {
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toContain("Violates the document");
      expect(await page.locator(".matrix td.fail").count()).toBeGreaterThan(0);
      expect(await page.getByText("429 for the second key, once the first").isVisible()).toBe(true);
      expect(await page.getByText("fpk check --only limit.shared-by-keys").isVisible()).toBe(true);
    }));

  it("prints with every failure open", () =>
    open("sample", phone ?? desktop, async ({ page }) => {
      expect((await page.pdf()).length).toBeGreaterThan(10_000);
      expect(await page.locator("details.failure:not([open])").count()).toBe(0);
    }));

  it("prints charts and tables whole", () =>
    open("sample", { width: 720, colorScheme: "light" }, async ({ page }) => {
      await page.emulateMedia({ media: "print" });
      const cut = "[...document.querySelectorAll('.scroll')].filter((it) => it.scrollWidth > it.clientWidth).length";
      expect(await page.evaluate(cut)).toBe(0);
    }));

  it("prints failures one after the other, and begins no page for each", () =>
    open("many", desktop, async ({ page }) => {
      const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
      expect(pdf.match(/\/Type \/Page\n/g)?.length).toBeLessThan(18);
    }));

  it("has names for what it shows: landmarks, one heading of the first level, and the headers of its tables", () =>
    open("conforming", desktop, async ({ page }) => {
      expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
      for (const role of ["banner", "navigation", "main", "contentinfo"] as const)
        expect(await page.getByRole(role).count()).toBe(1);
      expect(await page.getByRole("rowheader", { name: /^listFeatures/ }).count()).toBe(1);
      expect(await page.getByRole("link", { name: /^listFeatures, schema: .*\d+ passed$/ }).count()).toBe(1);
    }));

  it("is at most 1 MB without the exchanges", () => {
    const report = { ...hostile, exchanges: [] };
    expect(Buffer.byteLength(renderHtml(report))).toBeLessThan(1_000_000);
  });
});

const focused = (page: Page) => page.evaluate("document.activeElement.textContent");

async function reportOfReference(): Promise<Report> {
  const clock = virtualClock();
  const reference = await startReference({ clock });
  try {
    return await conform({ ...reference.target, clock, seed: 1 });
  } finally {
    await reference.close();
  }
}
