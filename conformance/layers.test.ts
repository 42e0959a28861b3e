import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fpk-layers-"));
  for (const name of [".dependency-cruiser.json", "tsconfig.json"]) copyFileSync(join(root, name), join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What the layer rule says of a tree of these files. */
function broken(files: Readonly<Record<string, string>>): readonly string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const cruise = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const command = [cruise, "--config", ".dependency-cruiser.json", "--output-type", "json", ...Object.keys(files)];
  const options = { cwd: folder, encoding: "utf8", maxBuffer: 1e8 } as const;
  const { summary } = JSON.parse(execFileSync(process.execPath, command, options));
  return summary.violations.map(({ rule }: { rule: { name: string } }) => rule.name);
}

describe("the layer rule", () => {
  it.each([
    [
      "conformance-knows-no-reference",
      { "conformance/case.ts": 'import "../reference/app.ts";', "reference/app.ts": "" },
    ],
    ["reference-knows-no-suite", { "reference/app.ts": 'import "../conformance/case.ts";', "conformance/case.ts": "" }],
    [
      "matrix-knows-the-door",
      { "reference/matrix/judge.ts": 'import "../../conformance/runner.ts";', "conformance/runner.ts": "" },
    ],
    ["spec-knows-nobody", { "spec/contract.ts": 'import "../conformance/case.ts";', "conformance/case.ts": "" }],
    ["clock-imports-nothing", { "clock.ts": 'import "node:fs";' }],
    ["nobody-imports-the-door", { "conformance/case.ts": 'import "../cli.ts";', "cli.ts": "" }],
    ["laws-import-no-package", { "conformance/laws/law.ts": 'import "node:fs";' }],
  ])("%s bites", (rule, files) => {
    expect(broken(files)).toContain(rule);
  });

  it("lets the arrows of the house pass, and tests introduce everybody to everybody", () => {
    const files = {
      "cli.ts": 'import "./conformance/case.ts"; import "./reference/app.ts";',
      "conformance/case.ts": 'import "../spec/contract.ts"; import "../clock.ts";',
      "conformance/case.test.ts": 'import "../reference/app.ts";',
      "reference/app.ts": 'import "../spec/contract.ts"; import "../clock.ts";',
      "spec/contract.ts": 'import "node:fs";',
      "clock.ts": "",
      "conformance/index.ts": "",
      "reference/matrix/judge.ts": 'import "../../conformance/index.ts";',
    };
    expect(broken(files)).toEqual([]);
  });
});
