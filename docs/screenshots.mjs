// Makes the pictures of the README, `docs/*.png`, from what was built: the report of a server with a fault, on the terminal and as a page, and
// the settings of the reference.
// It needs Chromium in PATH.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { AnsiUp } from "ansi_up";
import { chromium } from "playwright-core";
import { virtualClock } from "../dist/clock.js";
import { conform } from "../dist/conformance/index.js";
import { renderHtml } from "../dist/conformance/reports/html/page.js";
import { renderTerminal } from "../dist/conformance/reports/terminal.js";
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

/** A page that shows what the terminal shows. A command that is longer than a line goes on below its beginning. */
function terminalPage(report) {
  const printed = renderTerminal(report, { colour: true, width: 100, file: "report.json" });
  const ansi = Object.assign(new AnsiUp(), { use_classes: true });
  const screen = ansi.ansi_to_html(`$ fpk check --target fpk.target.json --report report.json\n\n${printed}`);
  const lines = screen
    .trimEnd()
    .split("\n")
    .map((line) => `<div>${line === "" ? " " : line}</div>`);
  return `<!doctype html><meta charset="utf-8"><style>
body { background: #12151b; margin: 0; }
pre { box-sizing: border-box; color: #e4e8ee; font: 14px/1.45 "DejaVu Sans Mono", monospace; margin: 0; overflow-wrap: anywhere; padding: 24px 28px; white-space: pre-wrap; width: 900px; }
div { padding-left: 14ch; text-indent: -14ch; }
.ansi-red-fg { color: #ff938a; } .ansi-green-fg { color: #66cf8c; } .ansi-yellow-fg { color: #ecbd5b; }
</style><pre>${lines.join("")}</pre>`;
}

/** The first chart, with a margin. */
async function screenshotChart(page, path) {
  const { x, y, width, height } = await page.locator("figure.chart").first().boundingBox();
  const margin = 20;
  const clip = { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
  await page.screenshot({ path, clip, fullPage: true });
}

/** A key that was just created, above the newest ones of its organization. */
async function screenshotSettings(browser, path) {
  const reference = await startReference({ clock: virtualClock(), port: 8080, pages: {} });
  const page = await browser.newPage({ viewport: { width: 900, height: 1000 }, colorScheme: "light" });
  try {
    await page.goto(new URL("/settings", reference.baseUrl).href);
    await page.getByRole("button", { name: "Sign in as ada@acme.example.com" }).first().click();
    await page.getByLabel("Name", { exact: true }).fill("My laptop");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.locator(".panel code").first().waitFor();
    const { y, height } = await page.locator(".rows li").nth(2).boundingBox();
    await page.screenshot({ path, clip: { x: 0, y: 0, width: 900, height: Math.round(y + height) } });
  } finally {
    await page.close();
    await reference.close();
  }
}

const report = await reportOfFault();
const command = process.env.CHROMIUM ?? "/usr/bin/chromium";
const folder = mkdtempSync(join(tmpdir(), "screenshots-"));
const path = join(folder, "report.html");
writeFileSync(path, renderHtml(report));
const browser = await chromium.launch({ executablePath: command, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1080, height: 1180 }, colorScheme: "light" });
await page.goto(pathToFileURL(path).href);
const to = (name) => fileURLToPath(new URL(name, import.meta.url));
await page.screenshot({ path: to("report.png") });
await screenshotChart(page, to("rate-limit.png"));
writeFileSync(path, terminalPage(report));
await page.reload();
await page.locator("pre").screenshot({ path: to("terminal.png") });
await screenshotSettings(browser, to("settings.png"));
await browser.close();
rmSync(folder, { recursive: true });
