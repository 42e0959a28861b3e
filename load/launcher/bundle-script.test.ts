import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UsageError } from "../../cli/usage-error.ts";
import { scenarioNames } from "../in-k6/plans.ts";
import { bundleRecordingScript, bundleScript } from "./bundle-script.ts";
import { shippedScenario } from "./scenario.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fpk-bundle-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const imports = (code: string) => [...code.matchAll(/^import .* from "(.*)";$/gm)].map(([, from]) => from ?? "");

describe("a bundle", () => {
  it.each(scenarioNames)("of %s imports only k6's own modules", async (name) => {
    const code = await bundleScript(shippedScenario(name).path);
    expect(imports(code).length).toBeGreaterThan(0);
    expect(imports(code).filter((from) => !/^k6(\/|$)/.test(from))).toEqual([]);
    expect(code).toContain("handleSummary");
    expect(code).toContain(`// load/scenarios/${name}.`);
    expect(code).not.toContain(process.cwd());
  });

  it.each(scenarioNames)("of %s that only records has no laws and no validators", async (name) => {
    const code = await bundleRecordingScript(shippedScenario(name).path);
    expect(code).toContain("// load/in-k6/recording-contract.");
    expect(code).not.toMatch(/\/\/ load\/in-k6\/contract\.|\/\/ conformance\/laws\/index\./);
  });

  it("keeps the comments of what it joins", async () => {
    writeFileSync(
      join(folder, "law.ts"),
      "/** Why a law. */\nexport const law = (n: number) => {\n  // why inside\n  return n;\n};\n",
    );
    writeFileSync(
      join(folder, "a.ts"),
      '// before\nimport { law } from "./law.ts";\nexport default () => law(1);\nexport const url = "http://a";\n',
    );
    const code = await bundleScript(join(folder, "a.ts"));
    for (const comment of ["/** Why a law. */", "  // why inside", '"http://a"']) expect(code).toContain(comment);
  });

  it("of an invalid script is refused with the place and the reason", async () => {
    writeFileSync(join(folder, "a.ts"), 'import "./nowhere.ts";');
    await expect(bundleScript(join(folder, "a.ts"))).rejects.toThrow(UsageError);
    await expect(bundleScript(join(folder, "a.ts"))).rejects.toThrow(/nowhere\.ts/);
  });
});
