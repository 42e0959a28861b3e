/** The command's start, its output and its end, on each runtime. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { validateReport } from "../conformance/reports/schema.ts";
import { type Ended, folder, fpk, start } from "./command.test.support.ts";

describe("fpk", () => {
  it("without a verb lists the verbs, and ends as wrong usage", async () => {
    const { code, stdout } = await fpk();
    expect(code).toBe(2);
    for (const verb of ["check", "serve", "explain"]) expect(stdout).toContain(verb);
  });

  it("refuses what it does not know with a sentence, and without a stack trace", async () => {
    const { code, stderr, stdout } = await fpk("chekc");
    expect(stderr).toContain("Did you mean check?");
    expect(stderr).not.toMatch(/\n\s+at /);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });
});

describe("fpk check", () => {
  it("judges the embedded reference, names it first, and writes the report", async () => {
    const { code, stdout, stderr } = await fpk("check", "--embedded", "--report", "report.json", "--seed", "7");
    expect(stderr.split("\n")[0]).toContain("the embedded reference");
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(
      /^✓ the embedded reference conforms; no server of yours was asked · \d+ checks passed · (\d+) of \1 stated clauses judged/,
    );
    expect(code).toBe(0);
    const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
    expect(validateReport(report)).toEqual([]);
    expect(report.seed).toBe(7);
  });

  it("keeps its verdict if the reader closes its output early", async () => {
    const { child, ended } = start(["check", "--embedded", "--json"]);
    child.stdout.once("data", () => child.stdout.destroy());
    expect((await ended).code).toBe(0);
  });
});

describe("fpk serve and fpk check, over the network", () => {
  async function judged(serving: readonly string[], checking: readonly string[] = []): Promise<Ended> {
    const file = join(folder, "target.json");
    rmSync(file, { force: true });
    // In a shorter window more is refilled while requests are on their way, and some checks could not be judged.
    const args = ["serve", "--port", "0", "--limit", "100", "--window", "5", "--write-target", file, ...serving];
    const server = start(args);
    expect(await server.until("stdout", "\n")).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\n$/);
    await server.until("stderr", file);
    const ended = await fpk("check", "--target", file, ...checking);
    server.signal("SIGTERM");
    expect((await server.ended).code).toBe(0);
    return ended;
  }

  it("conform", async () => {
    const { code, stdout } = await judged([]);
    expect(stdout).toContain("✓ conforms · ");
    expect(code).toBe(0);
  });

  it("a mutant is found, by its clause", async () => {
    const { code, stdout } = await judged(["--mutant", "expired-key-accepted"], ["--only", "auth.expired-key"]);
    expect(stdout).toContain("✗ auth.expired-key   §5.3 stated");
    expect(code).toBe(1);
  });

  it("a variant conforms", async () => {
    const { code } = await judged(["--variant", "limiter-token-bucket", "--window", "6"]);
    expect(code).toBe(0);
  });

  it("Ctrl-C ends a run in order, with what was found", async () => {
    const server = start(["serve", "--port", "0", "--write-target", "cut.json"]);
    await server.until("stderr", "cut.json");
    const check = start(["check", "--target", "cut.json"]);
    await check.until("stderr", "waiting");
    check.signal("SIGINT");
    const { code, stdout } = await check.ended;
    expect(code).toBe(3);
    expect(stdout).toContain("the run was interrupted");
  });
});
