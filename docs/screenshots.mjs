// Makes the pictures of the README, `docs/*.png`, from what was built: the report of a server with a fault. It needs Chromium in PATH.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { virtualClock } from "../dist/clock.js";
import { conform } from "../dist/conformance/index.js";
import { renderHtml } from "../dist/conformance/reports/html/page.js";
import { startReference } from "../dist/reference/start.js";

/** Each credential has its own limit; the target file lacks an expired key, and a caller that is denied something. */
async function reportOfFault() {
  const clock = virtualClock();
  const reference = await startReference({ clock, mutant: "limit-by-key" });
  try {
    const { baseUrl, ...target } = reference.target;
    const credentials = target.credentials.filter(({ expired, denied }) => !expired && !denied?.length);
    const report = await conform({ ...target, baseUrl, credentials, clock, seed: 42 });
    return JSON.parse(JSON.stringify(report).replaceAll(baseUrl, "https://dev.example.com/api"));
  } finally {
    await reference.close();
  }
}

const command = process.env.CHROMIUM ?? "/usr/bin/chromium";
const folder = mkdtempSync(join(tmpdir(), "screenshots-"));
const path = join(folder, "report.html");
writeFileSync(path, renderHtml(await reportOfFault()));
const browser = await chromium.launch({ executablePath: command, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1080, height: 1180 }, colorScheme: "light" });
await page.goto(pathToFileURL(path).href);
const to = (name) => fileURLToPath(new URL(name, import.meta.url));
await page.screenshot({ path: to("report.png") });
await page
  .locator("figure.chart")
  .first()
  .screenshot({ path: to("rate-limit.png") });
await browser.close();
rmSync(folder, { recursive: true });
