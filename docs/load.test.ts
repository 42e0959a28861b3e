import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { realClock } from "../clock.ts";
import { shippedScenario } from "../load/launcher/scenario.ts";
import { writeScript } from "../load/launcher/write-script.ts";
import { describeWithK6, localK6 } from "../load/scenarios/run.test.support.ts";
import { startReference } from "../reference/start.ts";
import { runRecipe } from "./recipe.test.support.ts";

const page = readFileSync(new URL("load.md", import.meta.url), "utf8");
const k6 = await localK6();

describeWithK6(k6, "the lines of docs/load.md", () => {
  it.each([
    ["one process of plain k6", "rm -rf records"],
    ["two that share a run", "rm -rf one two"],
  ])("record with %s, and judge the records", async (_, beginning) => {
    const reference = await startReference({ clock: realClock, limit: 40, windowSeconds: 2 });
    onTestFinished(() => reference.close());
    const folder = mkdtempSync(join(tmpdir(), "fpk-docs-load-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await writeScript(shippedScenario("limit"), join(folder, "DIR"));
    writeFileSync(join(folder, "staging.json"), JSON.stringify(reference.target));
    const [KEY_A, KEY_A2, SESSION_A, , , KEY_B] = reference.target.credentials.map(({ token }) => token);
    const values = { BASE_URL: reference.baseUrl, KEY_A, KEY_A2, SESSION_A, KEY_B, LIMIT: "40", WINDOW: "2" };
    const block = page.split("```sh\n").find((each) => each.startsWith(beginning)) ?? "";
    const lines = Object.entries(values).reduce(
      (text, [name, value]) => text.replace(new RegExp(`\\b${name}=\\S+`), `${name}='${value}'`),
      block.split("```")[0] ?? "",
    );
    expect(lines).not.toContain("…");
    const env = { PATH: [dirname(k6 ?? ""), process.env.PATH].join(delimiter) };
    const { code, stdout, stderr } = await runRecipe(folder, lines, env);
    expect([code, stdout.trim().split("\n").at(-1)], stderr).toEqual([
      0,
      expect.stringMatching(/^✓ load run \(\w+\): conforms · 4\d checks passed/),
    ]);
  });
});
