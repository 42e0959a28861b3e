import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { scenarioNames } from "../in-k6/plans.ts";
import { shippedScenario } from "./scenario.ts";
import { writeScript } from "./write-script.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fpk-eject-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const importsOf = (code: string) => [...code.matchAll(/^(?:import|\}) .*from "(.*)";$/gm)].map(([, from]) => from);

describe("an ejected script", () => {
  it.each(scenarioNames)("of %s is the scenario alone, and imports the rest from one file", async (name) => {
    const { script, bundle } = await writeScript(shippedScenario(name), join(folder, "new", "scripts"));
    const code = readFileSync(script, "utf8");
    expect(code).toContain(`k6 run ${script}`);
    expect(code).toContain("\nexport const options = {");
    expect(code.split("\n").length).toBeLessThan(190);
    expect(importsOf(code).filter((from) => from !== "./fpk.js" && !from?.startsWith("k6"))).toEqual([]);
    expect(importsOf(readFileSync(bundle, "utf8")).filter((from) => !/^k6(\/|$)/.test(from ?? ""))).toEqual([]);
  });

  it("shares the file with others of its folder, and writes over neither", async () => {
    const { script, bundle } = await writeScript(shippedScenario("limit"), folder);
    await writeScript(shippedScenario("flow"), folder);
    writeFileSync(script, "mine");
    await expect(writeScript(shippedScenario("limit"), folder)).rejects.toThrow("is not overwritten");
    expect(readFileSync(script, "utf8")).toBe("mine");
    writeFileSync(bundle, "mine");
    await expect(writeScript(shippedScenario("auth"), folder)).rejects.toThrow(
      "fpk.js is of another version, or edited",
    );
    expect(readFileSync(bundle, "utf8")).toBe("mine");
  });
});
