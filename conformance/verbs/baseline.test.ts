import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "./baseline.ts";
import { checked } from "./check.test.support.ts";
import { capture } from "./context.test.support.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fpk-known-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const mutant = "expired-key-accepted";
const only = ["auth"];
const file = (name: string) => join(folder, name);
const json = (name: string) => JSON.parse(readFileSync(file(name), "utf8"));
const listing = (...known: readonly object[]) => {
  writeFileSync(file("known.json"), JSON.stringify({ known }));
  return { only, baseline: file("known.json") };
};

async function written(report: string, to: string) {
  const { io, printed } = capture();
  await run(file(report), { report: file(to) }, io);
  return printed.stdout;
}

describe("fpk check --baseline", () => {
  it("is not failed by a known failure, shows it with its reason, and says in no format that the server conforms", async () => {
    const options = listing({ check: "auth.expired-key", reason: "FB-1042", until: "2999-12-31" });
    const report = ["json", "xml", "html", "md", "sarif"].map((extension) => file(`r.${extension}`));
    const { code, stdout, stderr } = await checked({ mutant }, { ...options, report });
    expect(code).toBe(0);
    expect(stdout).toContain("⚠ auth.expired-key   §5.3 stated");
    expect(stdout).toContain("    known     FB-1042, until 2999-12-31\n");
    expect(stdout).toMatch(/\n\d+ checks: \d+ passed, 1 known failure/);
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(
      /^! no new failures of the embedded reference in what was selected: 1 known failure remains \(baseline\) · /,
    );
    expect(stderr).toMatch(/^⚠ auth\.expired-key /m);
    expect(json("r.json")).toMatchObject({
      conclusion: "conforms",
      exitCode: 0,
      counts: { stated: { warn: 1, fail: 0 } },
    });
    const text = (name: string) => readFileSync(file(name), "utf8");
    expect(text("r.xml")).not.toMatch(/<failure|<error/);
    expect(json("r.json").summary).toMatch(/^no new failures /);
    expect(text("r.md")).toContain("## ⚠️ Conformance: no new failures ");
    expect(text("r.html")).toContain(
      "<title>! No new failures: 1 known failure remains (baseline) · conformance report</title>",
    );
    expect(text("r.html")).toMatch(/<b>0<\/b> <span>new failures<\/span>.*<b>1<\/b> <span>known failure<\/span>/s);
    expect(text("r.html")).toMatch(/<h2 id="known">Known failures/);
    for (const path of report.filter((path) => !path.endsWith("json")))
      expect(readFileSync(path, "utf8")).not.toMatch(/\bconforms\b/i);
  });

  it("does not say that a server conforms of which no check passed", async () => {
    const options = { ...listing({ check: "auth.expired-key", reason: "r" }), only: ["auth.expired-key"] };
    const { code, stdout } = await checked({ mutant }, { ...options, report: [file("r.html")] });
    expect([code, stdout.trimEnd().split("\n").at(-1)]).toEqual([
      0,
      expect.stringMatching(
        /^! no new failures .*: 1 known failure remains \(baseline\) · 0 checks passed · 1 of \d+ stated clauses judged · /,
      ),
    ]);
    expect(readFileSync(file("r.html"), "utf8")).not.toContain("Conforms");
  });

  it.each([
    [{ reason: "" }, "auth.expired-key is listed without a reason: add one"],
    [{ reason: "r", until: "1970-01-01" }, "auth.expired-key was listed until 1970-01-01"],
  ])("is failed by it with %j", async (entry, sentence) => {
    const options = listing({ check: "auth.expired-key", ...entry });
    // A virtual clock of the tests begins in 1970.
    const { code, stdout } = await checked({ mutant }, options);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`! baseline: ${sentence}`)]);
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^✗ violates 1 .*; the baseline does not fit in 1 point/);
  });

  it("fails where what is listed no longer fails, and says that the target conforms", async () => {
    const { code, stdout } = await checked(
      {},
      { ...listing({ check: "auth.expired-key", reason: "r" }), report: [file("r.xml"), file("r.sarif")] },
    );
    expect(code).toBe(1);
    expect(stdout).toContain("! baseline: auth.expired-key is listed and no longer fails: remove it");
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(
      /^✗ violates its baseline in 1 point; apart from that .*conforms/,
    );
    const named = "baseline: auth.expired-key is listed and no longer fails";
    expect(readFileSync(file("r.xml"), "utf8")).toContain(`<failure message="${named}`);
    const [{ invocations }] = JSON.parse(readFileSync(file("r.sarif"), "utf8")).runs;
    expect(invocations[0].toolExecutionNotifications[0].message.text).toContain(named);
  });

  it("notes what is listed and was not judged", async () => {
    const options = listing({ check: "load.answered", reason: "r" });
    const { code, stdout } = await checked({}, options);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining("• listed in the baseline and not judged: load.answered"),
    ]);
  });

  it("does not end by --bail at what is listed", async () => {
    const options = listing({ check: "auth.expired-key", reason: "r" });
    const { code, stdout } = await checked({ mutant }, { ...options, bail: "1" });
    expect([code, stdout.includes("the run was stopped")]).toEqual([0, false]);
  });
});

describe("fpk baseline", () => {
  it("writes what fails, to be given reasons; then the run holds", async () => {
    await checked({ mutant }, { only, report: [file("r.json")] });
    expect(await written("r.json", "known.json")).toBe(
      `${file("known.json")} is written, with 1 known failure; give a reason to the one without\n`,
    );
    const [entry] = json("known.json").known;
    expect(entry).toEqual({ check: "auth.expired-key", reason: "" });
    expect((await checked({ mutant }, listing({ ...entry, reason: "agreed" }))).code).toBe(0);
  });

  it("brings a baseline up to date, and overwrites no other file", async () => {
    await checked({ mutant }, { only, report: [file("r.json")] });
    listing({ check: "auth.expired-key", reason: "agreed" }, { check: "auth.no-credentials", reason: "fixed" });
    expect(await written("r.json", "known.json")).toMatch(/with 1 known failure\n$/);
    expect(json("known.json")).toEqual({ known: [{ check: "auth.expired-key", reason: "agreed" }] });
    writeFileSync(file("mine.json"), '{"name":"mine"}');
    await expect(written("r.json", "mine.json")).rejects.toThrow(
      /--report \S+mine\.json is not a baseline: the property `known` is missing\. --report names the baseline to write: /,
    );
    expect(json("mine.json")).toEqual({ name: "mine" });
  });
});
