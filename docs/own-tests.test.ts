import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { realSchemathesis, requireSchemathesis } from "../conformance/fuzz/fuzz.test.support.ts";
import { runProgram } from "../conformance/tools/run-program.ts";
import { built } from "../reference/built.test.support.ts";
import { startReference } from "../reference/start.ts";

const page = readFileSync(new URL("own-tests.md", import.meta.url), "utf8");
/** With a longer window: beside other tests the limit would not be crossed in 5 s. */
const windowSeconds = 20;
const code = (language: string) =>
  (page.split(`\`\`\`${language}\n`)[1]?.split("```")[0] ?? "").replace(
    /windowSeconds: \d+/,
    `windowSeconds: ${windowSeconds}`,
  );

/** A folder with the page's example, and its target file for a reference with that mutant. */
async function folderWith(name: string, language: string, mutant?: string) {
  const reference = await startReference({ mutant, windowSeconds });
  onTestFinished(() => reference.close());
  const folder = mkdtempSync(join(tmpdir(), "fpk-own-tests-"));
  writeFileSync(join(folder, name), code(language));
  writeFileSync(join(folder, "fpk.target.json"), JSON.stringify(reference.target));
  const [key] = reference.target.credentials;
  const env = { ...process.env, BASE_URL: reference.baseUrl, KEY_A: key?.token ?? "", ORG_A: key?.org ?? "" };
  return { folder, env };
}

// Schemathesis brings pytest along.
requireSchemathesis();
describe.skipIf(realSchemathesis === undefined)("the page's example for pytest", () => {
  const pytest = join(dirname(realpathSync(realSchemathesis?.command ?? "/")), "pytest");

  async function tested(mutant?: string) {
    const { folder, env } = await folderWith("test_conformance.py", "python", mutant);
    const FPK = `${process.execPath} ${fileURLToPath(built("cli.js"))}`;
    const args = [
      "-c",
      'cd "$1" && exec "$2" -q test_conformance.py --junit-xml conformance.xml',
      "sh",
      folder,
      pytest,
    ];
    const { stdout } = await runProgram("/bin/sh", args, { ...env, FPK }, { timeoutMs: 500_000 });
    return { stdout, junit: readFileSync(join(folder, "conformance.xml"), "utf8") };
  }

  it("has a test for each check, and JUnit of it", async () => {
    const { stdout, junit } = await tested();
    expect(stdout).toMatch(/^\d{3} passed in /m);
    expect(junit).toContain('name="test_check[auth.expired-key]"');
  });

  it("fails the test of the check that does not hold, with what was expected, and the whole", async () => {
    const { stdout } = await tested("expired-key-accepted");
    expect(stdout).toContain("expected 401 for listProducts with an expired key");
    expect(stdout).toMatch(/again: fpk check --target fpk\.target\.json --only auth\.expired-key/);
    expect(stdout).toMatch(/^2 failed, \d{3} passed in /m);
  });
});

describe("the page's example for Node", () => {
  it("has a test for each check", async () => {
    const { folder, env } = await folderWith("conformance.test.mjs", "js");
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(fileURLToPath(new URL("..", import.meta.url)), join(folder, "node_modules", "fpk-conformance"));
    const { code, stdout } = await runProgram(process.execPath, ["--test", folder], env, { timeoutMs: 500_000 });
    expect(stdout).toMatch(/^ok \d+ - body\.is-json: /m);
    expect(code).toBe(0);
  });
});
