import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fpk-layers-"));
  for (const name of [".dependency-cruiser.mjs", "tsconfig.json"]) copyFileSync(join(root, name), join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What the layer rule says of a tree of these files. */
function broken(files: Readonly<Record<string, string>>): readonly string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const cruise = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const command = [cruise, "--config", ".dependency-cruiser.mjs", "--output-type", "json", ...Object.keys(files)];
  const options = { cwd: folder, encoding: "utf8", maxBuffer: 1e8 } as const;
  const { summary } = JSON.parse(execFileSync(process.execPath, command, options));
  return summary.violations.map(({ rule }: { rule: { name: string } }) => rule.name);
}

describe("the layer rule", () => {
  it.each([
    [
      "model-imports-from-above",
      { "conformance/model/check.ts": 'import "../laws/law.ts";', "conformance/laws/law.ts": "" },
    ],
    [
      "client-imports-from-above",
      { "conformance/client/client.ts": 'import "../index.ts";', "conformance/index.ts": "" },
    ],
    [
      "run-imports-from-above",
      { "conformance/run/run.ts": 'import "../verbs/check.ts";', "conformance/verbs/check.ts": "" },
    ],
    [
      "conformance-has-one-loose-file",
      { "conformance/run/run.ts": 'import "../loose.ts";', "conformance/loose.ts": "" },
    ],
    [
      "cases-import-no-case",
      { "conformance/cases/7-errors/a.ts": 'import "../5-scope/b.ts";', "conformance/cases/5-scope/b.ts": "" },
    ],
    [
      "conformance-knows-no-reference",
      { "conformance/run/run.ts": 'import "../../reference/app.ts";', "reference/app.ts": "" },
    ],
    [
      "reference-knows-no-suite",
      { "reference/app.ts": 'import "../conformance/run/run.ts";', "conformance/run/run.ts": "" },
    ],
    [
      "matrix-knows-the-door",
      {
        "reference/matrix/judge.ts": 'import "../../conformance/run/run.ts";',
        "conformance/run/run.ts": "",
      },
    ],
    ["spec-knows-nobody", { "spec/contract.ts": 'import "../conformance/run/run.ts";', "conformance/run/run.ts": "" }],
    ["cli-knows-nobody", { "cli/options.ts": 'import "../spec/contract.ts";', "spec/contract.ts": "" }],
    ["load-knows-no-reference", { "load/launch.ts": 'import "../reference/app.ts";', "reference/app.ts": "" }],
    ["clock-imports-nothing", { "clock.ts": 'import "node:fs";' }],
    ["nobody-imports-the-door", { "conformance/run/run.ts": 'import "../../cli.ts";', "cli.ts": "" }],
    ["laws-import-no-package", { "conformance/laws/law.ts": 'import "node:fs";' }],
    [
      "no-circle",
      {
        "conformance/run/a.ts": 'import type { B } from "./b.ts"; export type A = B;',
        "conformance/run/b.ts": 'import type { A } from "./a.ts"; export type B = A;',
      },
    ],
  ])("%s bites", (rule, files) => {
    expect(broken(files)).toContain(rule);
  });

  it("lets the arrows of the house pass, and tests introduce everybody to everybody", () => {
    const files = {
      "cli.ts": 'import "./conformance/verbs/check.ts"; import "./reference/app.ts";',
      "cli/options.ts": 'import "../clock.ts";',
      "conformance/verbs/check.ts": 'import "../run/run.ts"; import "../../cli/options.ts";',
      "conformance/run/run.ts": 'import "../../spec/contract.ts"; import "../../clock.ts"; import "../laws/law.ts";',
      "conformance/laws/law.ts": "",
      "conformance/run/run.test.ts": 'import "../../reference/app.ts";',
      "reference/app.ts": 'import "../spec/contract.ts"; import "../clock.ts";',
      "spec/contract.ts": 'import "node:fs";',
      "clock.ts": "",
      "conformance/index.ts": 'import "./run/run.ts";',
      "reference/matrix/judge.ts": 'import "../../conformance/index.ts";',
    };
    expect(broken(files)).toEqual([]);
  });
});
