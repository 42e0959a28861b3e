/** What the command says of a target file that is wrong, from `run/declaration/` and `run/discovery/`. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { folder, start } from "../../cli/command.test.support.ts";
import { type RunningReference, startReference } from "../../reference/start.ts";
import { run } from "./check.ts";
import { capture } from "./context.test.support.ts";

let reference: RunningReference;
beforeEach(async () => {
  reference = await startReference({ windowSeconds: 5 });
});
afterEach(() => reference.close());

/** The tokens of the reference in `KEY_A` and `KEY_B`, and a wrong one in `WRONG`. */
function tokens() {
  const { credentials } = reference.target;
  const [key] = credentials;
  const other = credentials.find(({ org }) => org !== key?.org);
  return { KEY_A: key?.token ?? "", KEY_B: other?.token ?? "", WRONG: "fpk_key_wrong" };
}

const fpk = (...args: readonly string[]) => start(args, tokens()).ended;

describe("fpk check", () => {
  const wrongAt = (at: number) =>
    `$WRONG was answered 401. Is the token right? Or has it expired ("expired": true in credentials[${at}])? Nothing else was judged with it`;

  it.each([
    ["alone", ["--key", "env:WRONG"], 0, "inconclusive"],
    ["beside one that is right", ["--key", "env:KEY_A", "--key", "env:WRONG"], 1, "pass"],
  ] as const)(
    "says first that a token %s is wrong, in its first and its last line, and ends with 3",
    async (_, keys, at, verdict) => {
      const only = ["--only", "auth.key-accepted", "--report", "wrong.json"];
      const { code, stdout } = await fpk("check", reference.baseUrl, ...keys, ...only);
      expect(code).toBe(3);
      expect(stdout.replaceAll("\n  ", " ").split("\n")[0]).toBe(`! ${wrongAt(at)}`);
      expect(stdout).toContain("? inconclusive: $WRONG was answered 401; ");
      const report = JSON.parse(readFileSync(join(folder, "wrong.json"), "utf8"));
      expect(report.doubts[0]).toBe(wrongAt(at));
      expect(report.results).toMatchObject([{ verdict }]);
    },
  );

  it("says once that a valid key is declared as expired, before a check fails because of it", async () => {
    const { baseUrl } = reference;
    const credentials = [{ token: `\${KEY_A}` }, { token: `\${KEY_B}`, expired: true }];
    writeFileSync(join(folder, "valid.json"), JSON.stringify({ baseUrl, credentials }));
    const { io, printed } = capture({ env: tokens() });
    expect(await run(undefined, { target: join(folder, "valid.json"), only: ["auth.expired-key"] }, io)).toBe(1);
    const lines = printed.both.split("\n").filter((line) => /^(!|✗ auth)/.test(line));
    expect(lines).toEqual([
      expect.stringMatching(/^! \$KEY_B is declared as expired, and was served\. Is it still valid\?/),
      ...Array(2).fill(expect.stringMatching(/^✗ auth\.expired-key /)),
    ]);
  });

  it("takes the limit from the command line, with a URL and before a target file's, and repeats it in what it says to run", async () => {
    const file = join(folder, "t.json");
    const { baseUrl } = reference;
    writeFileSync(file, JSON.stringify({ baseUrl, credentials: [{ token: `\${KEY_A}` }], rateLimit: null }));
    for (const target of [
      [baseUrl, "--key", "env:KEY_A"],
      ["--target", "t.json"],
    ]) {
      const only = ["--only", "limit.limit-declared", "--read-only", "--limit", "101", "--window", "0.5", "--json"];
      const { stdout } = await fpk("check", ...target, ...only);
      const report = JSON.parse(stdout);
      expect(report.target.rateLimit).toEqual({ limit: 101, windowSeconds: 0.5 });
      expect(report.doubts[0]).toContain("but a limit of 101 is declared");
      expect(report.results[0].replay).toContain(" --limit 101 --window 0.5 --read-only --only limit.limit-declared");
    }
    rmSync(file);
  });

  it.each([
    [["--window", "0"], "--window takes a number of at least 0.001, not 0"],
    [["--limit", "1.5"], "--limit takes a whole number of at least 1, not 1.5"],
    [
      ["--embedded", "--window", "5"],
      "--window 5 is for your own server; the limit of the embedded reference cannot be changed",
    ],
  ])("refuses %j", async (args, sentence) => {
    const { code, stderr } = await fpk("check", ...args);
    expect({ code, lines: stderr.trim().split("\n").length }).toEqual({ code: 2, lines: 1 });
    expect(stderr).toContain(sentence);
  });
});

describe("fpk check with a window that the headers announce as shorter", () => {
  const reset = /X-RateLimit-Reset has not exceeded .*/;
  // Whole seconds, rounded up, of a clock that `Date` shows in whole seconds, rounded down.
  it.each(["reset-seconds-left", "reset-milliseconds", "reset-fraction", undefined])(
    "hints at the window itself, whatever is rounded (%s)",
    async (variant) => {
      await reference.close();
      reference = await startReference({ windowSeconds: 5, variants: variant === undefined ? [] : [variant] });
      const args = ["--key", "env:KEY_A", "--key", "env:KEY_B", "--only", "8", "--max-requests", "9"];
      const { stderr } = await fpk("check", reference.baseUrl, ...args);
      expect(reset.exec(stderr)?.[0]).toContain("--window 5, or what the server is set to, saves waiting");
    },
  );

  it("does not take the end of a gradual refill for the end of a window", async () => {
    await reference.close();
    const variants = ["limiter-token-bucket", "reset-seconds-left"];
    reference = await startReference({ windowSeconds: 60, variants });
    const { stderr } = await fpk(
      "check",
      reference.baseUrl,
      "--key",
      "env:KEY_A",
      "--only",
      "8",
      "--max-requests",
      "9",
    );
    expect(stderr).not.toMatch(reset);
  });
});

it("fpk check hints at a longer window before it judges", async () => {
  await reference.close();
  reference = await startReference({ windowSeconds: 60 });
  const args = ["--key", "env:KEY_A", "--key", "env:KEY_B", "--window", "5", "--only", "8", "--max-requests", "9"];
  const { stderr } = await fpk("check", reference.baseUrl, ...args);
  expect(stderr).toMatch(
    /^! X-RateLimit-Reset is up to \d+ s ahead, and a window of 5 s is declared: if the window is longer, set --window to what the server is set to, at least 60$/m,
  );
});
