import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { folder, start } from "../../cli/command.test.support.ts";
import { replace } from "../../reference/changes/seams.ts";
import { type RunningReference, startReference } from "../../reference/start.ts";

let reference: RunningReference;
beforeEach(async () => {
  reference = await startReference({ windowSeconds: 5 });
});
afterEach(() => reference.close());

/** Runs the command with the tokens of the reference in `KEY_A`, `KEY_A2`, `SESSION` and `KEY_B`, and a wrong one in `WRONG`. */
function fpk(...args: readonly string[]) {
  const { credentials } = reference.target;
  const [key, second, session] = credentials;
  const other = credentials.find(({ org }) => org !== key?.org);
  const tokens = {
    KEY_A: key?.token ?? "",
    KEY_A2: second?.token ?? "",
    SESSION: session?.token ?? "",
    KEY_B: other?.token ?? "",
  };
  return start(args, { ...tokens, WRONG: "fpk_key_wrong" }).ended;
}

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
    [["--embedded", "--window", "5"], "a limit of its own"],
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
});

describe("fpk init", () => {
  /** Seconds, with a fraction, that begin anew when they are over. */
  function countdown(ms: number) {
    let start: number | undefined;
    return (now: number) => {
      start ??= now;
      return String((ms - ((now - start) % ms)) / 1000);
    };
  }

  const written = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8")).rateLimit;

  it("writes the limit and the window that the headers say, where no option says otherwise", async () => {
    await reference.close();
    reference = await startReference({ limit: 150, windowSeconds: 2, variants: ["reset-fraction"] });
    const one = await fpk("init", reference.baseUrl, "--key", "KEY_A", "--out", "one.json");
    expect(one.stdout).toContain("• rateLimit.windowSeconds is written as 2, which X-RateLimit-Reset says");
    const init = ["init", reference.baseUrl, "--key", "KEY_A", "--key", "KEY_B"];
    const { stdout, stderr } = await fpk(...init, "--out", "shown.json");
    expect(stderr).toContain("waiting 3 s to see one from its beginning");
    expect(stdout).not.toMatch(/^! /m);
    expect(stdout).toContain(
      "• rateLimit.limit is written as 150, which X-RateLimit-Limit says; --limit sets another\n",
    );
    expect(stdout).toContain("• rateLimit.windowSeconds is written as 2, which X-RateLimit-Reset says");
    expect(written("shown.json")).toEqual({ limit: 150, windowSeconds: 2 });

    const declared = await fpk(...init, "--limit", "100", "--window", "60", "--out", "declared.json");
    expect(declared.stdout).toMatch(/^! .* shown X-RateLimit-Limit: 150, but a limit of 100 is declared\./m);
    expect(declared.stdout).toMatch(
      /^! X-RateLimit-Reset has not exceeded 2 s so far, and a window of 60 s is declared/m,
    );
    expect(written("declared.json")).toEqual({ limit: 100, windowSeconds: 60 });
  });

  it.each([
    ["always the same", () => "5"],
    ["always as far from now", (now: number) => String(Math.ceil(now / 1000) + 5)],
    ["counted down, with nothing free when it is over", countdown(5000)],
  ])("does not make a window of a reset that is %s", async (_, reset) => {
    await reference.close();
    const change = replace("limiter", ({ headers }) => ({
      headers: (hit, declared, now) => ({ ...headers(hit, declared, now), "X-RateLimit-Reset": reset(now) }),
    }));
    reference = await startReference({ mutant: { id: "test", clause: "test", fault: "for a test", change } });
    const { stdout, stderr } = await fpk(
      "init",
      reference.baseUrl,
      "--key",
      "KEY_A",
      "--force",
      "--out",
      "moving.json",
    );
    expect(stderr).toContain("but no window was seen to pass so: rateLimit.windowSeconds is not taken from it");
    expect(stdout).toMatch(/^! X-RateLimit-Reset has not exceeded [\d.]+ s so far, and a window of 60 s is declared/m);
    expect(written("moving.json")).toEqual({ limit: 100, windowSeconds: 60 });
  });

  it("tries what is declared", async () => {
    const keys = ["--key", "KEY_A@org_nope", "--key", "WRONG", "--session", "KEY_B", "--limit", "50", "--window", "5"];
    const { code, stdout } = await fpk("init", reference.baseUrl, ...keys, "--out", "tried.json");
    expect(code).toBe(0);
    expect(stdout.split("\n").slice(1, 5)).toEqual([
      expect.stringContaining("! $WRONG was answered 401. Is the token right?"),
      expect.stringContaining("! $KEY_A is declared to be of org_nope, but "),
      expect.stringContaining("! $KEY_B is declared as a session, but "),
      expect.stringContaining("! $KEY_A is shown X-RateLimit-Limit: 100, but a limit of 50 is declared."),
    ]);
  });

  it("knows two keys of an organization whose window is used up", async () => {
    await reference.close();
    reference = await startReference({ limit: 1 });
    const org = reference.target.credentials[0]?.org;
    const keys = [...["KEY_A", "KEY_A2"].map((name) => `${name}@${org}`), "KEY_B"].flatMap((name) => ["--key", name]);
    const init = [
      "init",
      reference.baseUrl,
      ...keys,
      "--limit",
      "1",
      "--window",
      "60",
      "--force",
      "--out",
      "used.json",
    ];
    for (const _ of ["fresh", "used up"])
      expect((await fpk(...init)).stdout).toContain("✓ can judge that keys of one organization share its limit\n");
  });

  it("writes the organization that the target shows for a credential", async () => {
    const org = reference.target.credentials[0]?.org;
    const init = ["init", reference.baseUrl, "--key", "KEY_A", "--key", "KEY_B@org_other", "--out", "org.json"];
    const { stdout } = await fpk(...init);
    expect(stdout).toContain(
      `• org is written as the target shows it: ${org} for KEY_A; correct it where it is another`,
    );
    const { credentials } = JSON.parse(readFileSync(join(folder, "org.json"), "utf8"));
    expect(credentials).toMatchObject([{ org }, { org: "org_other" }]);
  });

  it("could judge nothing where no credential is served, and says what to correct", async () => {
    const { code, stdout } = await fpk("init", reference.baseUrl, "--key", "WRONG", "--out", "unserved.json");
    expect(code).toBe(3);
    expect(stdout).toContain("! $WRONG was answered 401. Is the token right?");
    expect(stdout).toMatch(
      /\nnext: correct the tokens, or the base URL in unserved\.json, then fpk check --target unserved\.json\n$/,
    );
    expect(stdout).not.toContain("○");
  });

  it("asks for the base URL where nothing answers as this API", async () => {
    const url = reference.baseUrl.replace(/\/api$/, "/ap");
    const { code, stdout } = await fpk("init", url, "--key", "KEY_A", "--out", "nothing-there.json");
    expect(code).toBe(1);
    expect(stdout.match(/Is the base URL right\?/g)).toHaveLength(1);
  });
});
