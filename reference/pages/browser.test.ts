import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { start } from "../../cli/command.test.support.ts";
import { realClock } from "../../clock.ts";
import { findChromium, startChromium } from "../../conformance/reports/html/browser.test.support.ts";
import { type RunningReference, startReference } from "../start.ts";

const chromium = findChromium(process.env);
const isRequired = process.env.FPK_REQUIRE_TOOLS === "1";
if (chromium === undefined) console.log("skipped: no Chromium");

const looks = [
  { width: 375, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
] as const;

describe.skipIf(chromium === undefined && !isRequired)("the pages in a browser", () => {
  let browser: Browser;
  let reference: RunningReference;
  beforeAll(async () => {
    if (chromium === undefined) throw new Error("no Chromium in PATH: apt-get install chromium");
    browser = await startChromium(chromium);
    reference = await startReference({ pages: {}, clock: realClock });
  });
  afterAll(async () => {
    await browser?.close();
    await reference?.close();
  });

  /** Lets `use` visit the pages; nothing may be asked of another host, and no script may fail. */
  async function visit(look: BrowserContextOptions, use: (page: Page, root: string) => Promise<void>): Promise<void> {
    const root = new URL("/", reference.baseUrl).href;
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...look });
    try {
      context.setDefaultTimeout(120_000);
      const page = await context.newPage();
      const troubles: string[] = [];
      page.on("pageerror", ({ message }) => troubles.push(message));
      page.on("console", (message) => {
        if (message.type() === "error" && !message.text().includes("status of 40")) troubles.push(message.text());
      });
      page.on("request", (request) => {
        if (!/^data:/.test(request.url()) && !request.url().startsWith(root)) troubles.push(request.url());
      });
      await use(page, root);
      expect(troubles).toEqual([]);
    } finally {
      await context.close();
    }
  }

  async function signIn(page: Page, root: string): Promise<void> {
    await page.goto(`${root}settings`);
    await page.getByRole("button", { name: "Sign in as ada@acme.example.com" }).first().click();
    await page.getByRole("heading", { name: "API keys" }).waitFor();
  }

  async function createKey(page: Page, name: string, expires = ""): Promise<string> {
    await page.getByLabel("Name", { exact: true }).fill(name);
    if (expires !== "") await page.getByLabel("Expiry date").fill(expires);
    await page.getByRole("button", { name: "Create key" }).click();
    return (await page.locator(".panel code").first().textContent()) ?? "";
  }

  const statusWith = async (token: string) =>
    (await fetch(`${reference.baseUrl}/v1/products`, { headers: { authorization: `Bearer ${token}` } })).status;

  describe.each(looks)("$width pixels wide, $colorScheme", ({ width, colorScheme }) => {
    const look = { viewport: { width, height: 900 }, colorScheme };
    async function expectSound(page: Page): Promise<void> {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))).toEqual(
        [],
      );
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    }

    it("axe finds nothing on the first page, the sign-in, the settings and an invitation", () =>
      visit(look, async (page, root) => {
        await page.goto(root);
        await expectSound(page);
        await page.goto(`${root}settings`);
        await expectSound(page);
        await signIn(page, root);
        await page.getByLabel("E-mail address").fill(`guest-${width}-${colorScheme}@example.com`);
        await page.getByRole("button", { name: "Invite" }).click();
        await page.getByRole("heading", { name: "Invitations" }).waitFor();
        await createKey(page, "A key");
        await page.locator("summary").first().click();
        await expectSound(page);
        await page.goto((await page.locator(".rows .copyable code").first().textContent()) ?? "");
        await expectSound(page);
      }));

    it("axe finds nothing in the documentation, also in what opens", () =>
      visit(look, async (page, root) => {
        await page.goto(`${root}docs`);
        await page.locator("#operations-Feedback-submitFeedback button").first().click();
        await page.getByRole("button", { name: "Try it out" }).click();
        await expectSound(page);
      }));
  });

  it("a key created here is what fpk init and fpk check work with, until it is revoked; an expired one is refused", () =>
    visit({}, async (page, root) => {
      await signIn(page, root);
      const OLD = await createKey(page, "Expired", "2020-01-01");
      const KEY = await createKey(page, "Mine");
      expect([await statusWith(OLD), await statusWith(KEY)]).toEqual([401, 200]);
      const fpk = (...args: readonly string[]) => start(args, { KEY, OLD }).ended;
      const init = await fpk("init", reference.baseUrl, "--key", "KEY", "--expired", "OLD", "--out", "page.json");
      expect(init.code, init.stdout).toBe(0);
      const check = () => fpk("check", "--target", "page.json", "--only", "answers.listProducts,auth.expired-key");
      expect(await check()).toMatchObject({ code: 0, stdout: expect.stringContaining("2 passed") });
      await page.reload();
      const row = page.locator("li", { hasText: "Mine" });
      expect(await row.textContent()).toContain("Last used just now");
      await row.getByText("Revoke Mine").click();
      await row.getByRole("button", { name: "Revoke key" }).click();
      await row.waitFor({ state: "detached" });
      expect(await statusWith(KEY)).toBe(401);
      expect(await check()).toMatchObject({ code: 3, stdout: expect.stringContaining("$KEY was answered 401") });
    }));

  it("a button copies the key", () =>
    visit({ permissions: ["clipboard-read", "clipboard-write"] }, async (page, root) => {
      await signIn(page, root);
      const token = await createKey(page, "To copy");
      await page.locator(".panel").getByRole("button", { name: "Copy fpk_key_" }).click();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(token);
    }));

  it("the settings work without JavaScript", () =>
    visit({ javaScriptEnabled: false }, async (page, root) => {
      await signIn(page, root);
      expect(await statusWith(await createKey(page, "Without scripts"))).toBe(200);
      await page.locator("li", { hasText: "Without scripts" }).getByText("Revoke Without scripts").click();
      await page.getByRole("button", { name: "Revoke key" }).first().click();
      expect(await page.locator("li", { hasText: "Without scripts" }).count()).toBe(0);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
    }));

  it("the documentation says without JavaScript that it needs it, and asks for no key", () =>
    visit({ javaScriptEnabled: false }, async (page, root) => {
      await page.goto(`${root}docs`);
      await page.locator(".problem", { hasText: "needs JavaScript" }).waitFor();
      expect(await page.getByLabel("API key").isVisible()).toBe(false);
    }));

  it("the documentation sends requests to this server, with the key, and shows headers and links so that they can be read", () =>
    visit({ colorScheme: "light" }, async (page, root) => {
      await signIn(page, root);
      const token = await createKey(page, "Documentation");
      await page.goto(`${root}docs`);
      await page.getByLabel("API key").fill(token);
      const operation = page.locator("#operations-Products-listProducts");
      await operation.getByRole("button").first().click();
      await operation.getByRole("button", { name: "Try it out" }).click();
      await operation.getByRole("button", { name: "Execute" }).click();
      expect(await operation.locator(".live-responses-table .response-col_status").last().textContent()).toContain(
        "200",
      );
      await page.locator(".live-responses-table pre", { hasText: "bicycle" }).first().waitFor();
      const colourOf = (selector: string) =>
        page.evaluate(`getComputedStyle(document.querySelector(".live-responses-table ${selector}")).color`);
      expect(await colourOf(".headerline")).toBe(await colourOf("pre"));
      expect((await page.locator("td.response-col_links").first().boundingBox())?.width).toBeGreaterThan(150);
    }));
});
