/** `fpk init` in this process, on a reference and its virtual clock: it waits for windows, and no test does. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { virtualClock } from "../../clock.ts";
import { replace } from "../../reference/changes/seams/replace.ts";
import { type ReferenceOptions, startReference } from "../../reference/start.ts";
import { capture } from "./context.test.support.ts";
import { run } from "./init.ts";

type InitOptions = Omit<Parameters<typeof run>[1], "out" | "try">;

/** Starts a reference. `init` runs the verb on it, with tokens in `KEY_A`, `KEY_A2`, `SESSION` and `KEY_B`, and a wrong one in `WRONG`. */
async function started(options: Omit<ReferenceOptions, "clock"> = {}) {
  const clock = virtualClock(Date.now());
  const { baseUrl, target, close } = await startReference({ ...options, clock });
  const folder = mkdtempSync(join(tmpdir(), "fpk-init-"));
  onTestFinished(async () => {
    await close();
    rmSync(folder, { recursive: true });
  });
  const [key, second, session] = target.credentials;
  const other = target.credentials.find(({ org }) => org !== key?.org);
  const env = {
    KEY_A: key?.token,
    KEY_A2: second?.token,
    SESSION: session?.token,
    KEY_B: other?.token,
    WRONG: "fpk_key_wrong",
  };
  async function init(given: InitOptions, url = baseUrl) {
    const { io, printed } = capture({ env, clock });
    const out = join(folder, "t.json");
    const code = await run(url, { ...given, out, force: true, try: true }, io);
    const stdout = printed.stdout.replaceAll(out, "t.json");
    return { code, stdout, stderr: printed.stderr, written: JSON.parse(readFileSync(out, "utf8")) };
  }
  return { init, baseUrl, org: key?.org };
}

/** Seconds, with a fraction, that begin anew when they are over. */
function countdown(ms: number) {
  let start: number | undefined;
  return (now: number) => {
    start ??= now;
    return String((ms - ((now - start) % ms)) / 1000);
  };
}

describe("fpk init", () => {
  it("says that the window is a guess where the file is not tried", async () => {
    const { init } = await started();
    const guess = /window.* is written as 60, which is a guess: --window sets what the server is set to\n$/;
    expect((await init({ key: ["UNSET"] })).stdout).toMatch(guess);
    expect((await init({ key: ["UNSET"], window: "60" })).stdout).not.toContain("a guess");
  });

  it("writes the limit and the window that the headers say, where no option says otherwise", async () => {
    const { init } = await started({ limit: 150, windowSeconds: 2, variants: ["reset-fraction"] });
    const one = await init({ key: ["KEY_A"] });
    expect(one.stdout).toContain("• rateLimit.windowSeconds is written as 2, which X-RateLimit-Reset says");
    const key = ["KEY_A", "KEY_B"];
    const { stdout, stderr, written } = await init({ key });
    expect(stderr).toContain("waiting 3 s for the beginning of the next one");
    expect(stdout).not.toMatch(/^! /m);
    expect(stdout).toContain(
      "• rateLimit.limit is written as 150, which X-RateLimit-Limit says; --limit sets another\n",
    );
    expect(stdout).toContain("• rateLimit.windowSeconds is written as 2, which X-RateLimit-Reset says");
    expect(written.rateLimit).toEqual({ limit: 150, windowSeconds: 2 });

    const declared = await init({ key, limit: "100", window: "60" });
    expect(declared.stdout).toMatch(/^! .* shown X-RateLimit-Limit: 150, but a limit of 100 is declared\./m);
    expect(declared.stdout).toMatch(
      /^! X-RateLimit-Reset has not exceeded 2 s so far, and a window of 60 s is declared/m,
    );
    expect(declared.written.rateLimit).toEqual({ limit: 100, windowSeconds: 60 });
  });

  it("doubts a window that is declared shorter than the reset that the headers announce", async () => {
    const { init } = await started({ limit: 100, windowSeconds: 60 });
    const { stdout, written } = await init({ key: ["KEY_A"], window: "5" });
    expect(stdout).toMatch(
      /^! X-RateLimit-Reset is up to 6[01] s ahead, and a window of 5 s is declared: .*--window to what the server is set to, at least 60$/m,
    );
    expect(written.rateLimit.windowSeconds).toBe(5);
    expect((await init({ key: ["KEY_A"], window: "60" })).stdout).not.toMatch(/^! /m);
  });

  it.each([
    ["always the same", () => "5"],
    ["always as far from now", (now: number) => String(Math.ceil(now / 1000) + 5)],
    ["counted down, with nothing free when it is over", countdown(5000)],
  ])("does not make a window of a reset that is %s", async (_, reset) => {
    const change = replace("limiter", ({ headers }) => ({
      headers: (hit, declared, now) => ({ ...headers(hit, declared, now), "X-RateLimit-Reset": reset(now) }),
    }));
    const { init } = await started({ mutant: { id: "test", clause: "test", fault: "for a test", change } });
    const { stdout, stderr, written } = await init({ key: ["KEY_A"] });
    expect(stderr).toContain(
      "the window did not end as announced, so rateLimit.windowSeconds is not taken from X-RateLimit-Reset",
    );
    expect(stdout).toContain(
      "• rateLimit.windowSeconds is written as 60, which is a guess: --window sets what the server",
    );
    expect(stdout).toMatch(/^! X-RateLimit-Reset has not exceeded [\d.]+ s so far, and a window of 60 s is declared/m);
    expect(written.rateLimit).toEqual({ limit: 100, windowSeconds: 60 });
  });

  it("says which window it assumes where the reset is no number, unless one is declared", async () => {
    const change = replace("limiter", ({ headers }) => ({
      headers: (...of) => ({ ...headers(...of), "X-RateLimit-Reset": "5.0s" }),
    }));
    const { init } = await started({ mutant: { id: "test", clause: "test", fault: "for a test", change } });
    const { stdout, written } = await init({ key: ["KEY_A"] });
    expect(stdout).toContain(
      '• rateLimit.windowSeconds is written as 60, since X-RateLimit-Reset is no number, but "5.0s"; --window sets another\n',
    );
    expect(written.rateLimit.windowSeconds).toBe(60);
    expect((await init({ key: ["KEY_A"], window: "5" })).stdout).not.toContain("--window");
  });

  it("tries what is declared", async () => {
    const { init } = await started({ windowSeconds: 5 });
    const options = { key: ["KEY_A@org_nope", "WRONG"], session: ["KEY_B"], limit: "50", window: "5" };
    const { code, stdout } = await init(options);
    expect(code).toBe(0);
    expect(stdout.split("\n").slice(1, 5)).toEqual([
      expect.stringContaining("! $WRONG was answered 401. Is the token right?"),
      expect.stringContaining("! $KEY_A is declared to be of org_nope, but "),
      expect.stringContaining("! $KEY_B is declared as a session, but "),
      expect.stringContaining("! $KEY_A is shown X-RateLimit-Limit: 100, but a limit of 50 is declared."),
    ]);
  });

  it("does not take a session for right where any token is served", async () => {
    const servesAnyToken = replace("credentials", ({ lookUp }) => {
      let session: ReturnType<typeof lookUp>;
      return {
        lookUp(store, token) {
          const found = lookUp.call(this, store, token);
          if (found?.caller.kind === "session") session = found;
          return found ?? session;
        },
      };
    });
    const { init } = await started({
      mutant: { id: "test", clause: "test", fault: "for a test", change: servesAnyToken },
    });
    const options = { key: ["KEY_A"], session: ["SESSION"] };
    const { stdout } = await init(options);
    expect(stdout).toContain("! a token that was never issued is served, too: whether $SESSION is right");
    expect(stdout).not.toContain("can judge sessions");
    expect((await (await started()).init(options)).stdout).toContain("✓ can judge sessions");
  });

  it("knows two keys of an organization whose window is used up", async () => {
    const { init, org } = await started({ limit: 1 });
    const options = { key: [`KEY_A@${org}`, `KEY_A2@${org}`, "KEY_B"], limit: "1", window: "60" };
    for (const _ of ["fresh", "used up"])
      expect((await init(options)).stdout).toContain("✓ can judge that keys of one organization share its limit\n");
  });

  it("writes the organization that the target shows for a credential", async () => {
    const { init, org } = await started();
    const { stdout, written } = await init({ key: ["KEY_A", "KEY_B@org_other"] });
    expect(stdout).toContain(
      `• org is written as the target shows it: ${org} for KEY_A; correct it where it is another`,
    );
    expect(written.credentials).toMatchObject([{ org }, { org: "org_other" }]);
  });

  it("could judge nothing where no credential is served, and says what to correct", async () => {
    const { init } = await started();
    const { code, stdout } = await init({ key: ["WRONG"] });
    expect(code).toBe(3);
    expect(stdout).toContain("! $WRONG was answered 401. Is the token right?");
    expect(stdout).toMatch(
      /\nnext: correct the tokens, or the base URL in t\.json, then fpk check --target t\.json\n$/,
    );
    expect(stdout).not.toContain("○");
  });

  it("asks for the base URL where nothing answers as this API", async () => {
    const { init, baseUrl } = await started();
    const { code, stdout } = await init({ key: ["KEY_A"] }, baseUrl.replace(/\/api$/, "/ap"));
    expect(code).toBe(3);
    expect(stdout.match(/Is the base URL right\?/g)).toHaveLength(1);
  });
});
