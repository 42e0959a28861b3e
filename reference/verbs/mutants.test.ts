import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { built } from "../built.test.support.ts";

/** The built command, as `npx fpk` starts it. */
const cli = fileURLToPath(built("cli.js"));
const folder = mkdtempSync(join(tmpdir(), "mutants-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fpk(...args: readonly string[]) {
  return new Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>((resolve) => {
    const child = execFile(process.execPath, [cli, ...args], { cwd: folder }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

describe("fpk mutants", () => {
  it("judges what --only names, on threads, prints the matrix, and writes it", async () => {
    const only = ["--only", "auth.key-expiry,limiter-gcra", "--only", "limiter-gcra+reset-fraction"];
    const files = ["m.json", "m.html", "m.md"].flatMap((name) => ["--report", name]);
    const { code, stdout, stderr } = await fpk("mutants", ...only, "--seed", "7", ...files);
    expect(stderr).toMatch(/mutants and 2 legal choices on \d+ threads, seed 7\n/);
    expect(stdout).toMatch(/✓ expired-key-accepted +\d+ {2}auth\.expired-key/);
    const last = stdout.trimEnd().split("\n").at(-1);
    expect(last).toMatch(/^✓ (\d+) of \1 mutants killed · 1 of 1 checks kill · 2 of 2 legal choices conform · median/);
    expect(code).toBe(0);
    const matrix = JSON.parse(readFileSync(join(folder, "m.json"), "utf8"));
    expect(matrix).toMatchObject({ schemaVersion: 2, exitCode: 0, seed: 7, isPartial: true });
    for (const name of ["m.html", "m.md"]) expect(readFileSync(join(folder, name), "utf8")).toContain(matrix.summary);
  });

  it.each([
    [["--only", "expired-key-acepted"], "did you mean expired-key-accepted?"],
    [["--only", "limit-by-key,"], "single commas"],
    [["--seed", "soon"], "--seed takes a whole number"],
    [["--report", "m.pdf"], ".json, .html, .md"],
    [["--report", "no/such/folder/m.json"], "does not exist"],
    [["--onyl", "limit-by-key"], "Did you mean --only?"],
    [["limit-by-key"], "too many arguments"],
  ] as const)("%j is rejected before anything is judged", async (args, sentence) => {
    const { code, stdout, stderr } = await fpk("mutants", ...args);
    expect(stderr).toContain(sentence);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(existsSync(join(folder, "m.pdf"))).toBe(false);
  });
});
