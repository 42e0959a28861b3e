import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** What the layer rule finds in a tree of these files: each violation as its rule and the file that imports. */
function violations(files: Readonly<Record<string, string>>): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "fpk-layers-"));
  try {
    for (const name of [".dependency-cruiser.mjs", "tsconfig.json"]) copyFileSync(join(root, name), join(folder, name));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const cruise = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
    const command = [cruise, "--config", ".dependency-cruiser.mjs", "--output-type", "json", ...Object.keys(files)];
    const options = { cwd: folder, encoding: "utf8", maxBuffer: 1e8 } as const;
    const { summary } = JSON.parse(execFileSync(process.execPath, command, options));
    return summary.violations.map(
      ({ rule, from }: { rule: { name: string }; from: string }) => `${rule.name}: ${from}`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A rule, a file that breaks it, and what that file imports. */
const broken = [
  ["model-imports-from-above", "conformance/model/check.ts", "../laws/law.ts"],
  ["client-imports-from-above", "conformance/client/client.ts", "../index.ts"],
  ["run-imports-from-above", "conformance/run/verb.ts", "../verbs/check.ts"],
  ["conformance-has-one-file-outside-folders", "conformance/run/loose.ts", "../loose.ts"],
  ["cases-import-no-case", "conformance/cases/7-errors/a.ts", "../5-scope/b.ts"],
  ["conformance-imports-no-reference", "conformance/run/reference.ts", "../../reference/app.ts"],
  ["reference-imports-no-suite", "reference/suite.ts", "../conformance/run/run.ts"],
  ["matrix-imports-the-public-api", "reference/matrix/judge.ts", "../../conformance/run/run.ts"],
  ["spec-imports-only-itself", "spec/contract.ts", "../conformance/run/run.ts"],
  ["cli-imports-only-itself", "cli/options.ts", "../spec/ledger.ts"],
  ["load-imports-no-reference", "load/launch.ts", "../reference/app.ts"],
  ["clock-imports-nothing", "clock.ts", "node:fs"],
  ["nothing-imports-the-command-line", "conformance/run/door.ts", "../../cli.ts"],
  ["laws-import-no-package", "conformance/laws/package.ts", "node:fs"],
  ["no-circle", "conformance/run/around.ts", "./back.ts"],
] as const;

const imported = {
  "conformance/laws/law.ts": "",
  "conformance/index.ts": "",
  "conformance/verbs/check.ts": "",
  "conformance/loose.ts": "",
  "conformance/cases/5-scope/b.ts": "",
  "conformance/run/run.ts": "",
  "conformance/run/back.ts": 'import type { A } from "./around.ts"; export type B = A;',
  "reference/app.ts": "",
  "spec/ledger.ts": "",
  "cli.ts": "",
};

describe("the layer rule", () => {
  let found: readonly string[] = [];
  beforeAll(() => {
    const breaking = broken.map(([rule, file, from]) => [
      file,
      rule === "no-circle" ? `import type { B } from "${from}"; export type A = B;` : `import "${from}";`,
    ]);
    found = violations({ ...imported, ...Object.fromEntries(breaking) });
  });

  it.each(broken)("%s bites", (rule, file) => {
    expect(found).toContain(`${rule}: ${file}`);
  });

  it("reports nothing for files that are only imported", () => {
    const others = Object.keys(imported).filter((file) => file !== "conformance/run/back.ts");
    expect(found.filter((violation) => others.some((file) => violation.endsWith(`: ${file}`)))).toEqual([]);
  });

  it("lets the allowed arrows pass, and a test import from any folder", () => {
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
    expect(violations(files)).toEqual([]);
  });
});
