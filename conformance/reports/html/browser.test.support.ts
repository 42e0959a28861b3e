/** Pages of reports in a real Chromium: what it loads, logs and shows. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, chromium, type Page } from "playwright-core";

type Environment = Readonly<Record<string, string | undefined>>;

const names = ["chromium", "chromium-browser", "google-chrome"];

/** The command of the first Chromium in PATH that runs; undefined if there is none. `.ci/run` installs one. */
export function findChromium({ PATH = "" }: Environment): string | undefined {
  const folders = PATH.split(delimiter).filter((folder) => folder !== "");
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((command) => existsSync(command) && spawnSync(command, ["--version"], { timeout: 30_000 }).status === 0);
}

/** Its sandbox needs rights that containers do not give. */
export const startChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: ["--no-sandbox"] });

export interface Look {
  /** Pixels. */
  readonly width: number;
  readonly colorScheme: "light" | "dark";
  readonly javaScriptEnabled?: boolean;
}

/** A page that is open, and what went wrong on it. */
export interface Opened {
  readonly page: Page;
  /** Errors, warnings and dialogs, and the URL of each request but for the page itself. */
  readonly troubles: readonly string[];
}

/** Opens a file and lets `use` look at it. */
export async function withPage<T>(
  browser: Browser,
  path: string,
  { width, ...look }: Look,
  use: (opened: Opened) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, ...look });
  try {
    const page = await context.newPage();
    const troubles: string[] = [];
    const url = pathToFileURL(path).href;
    page.on("console", (message) => troubles.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => troubles.push(error.message));
    page.on("dialog", (dialog) => {
      troubles.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      if (request.url().split("#")[0] !== url) troubles.push(`request: ${request.url()}`);
    });
    await page.goto(url);
    return await use({ page, troubles });
  } finally {
    await context.close();
  }
}

/** What axe finds, each with where. */
export async function violationsOn(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
