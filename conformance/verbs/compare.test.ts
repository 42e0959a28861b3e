import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sampleReport } from "../reports/sample.test.report.ts";
import { checked } from "./check.test.support.ts";
import { run } from "./compare.ts";
import { capture } from "./context.test.support.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fpk-compare-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (name: string, text?: string) => {
  const path = join(folder, name);
  if (text !== undefined) writeFileSync(path, text);
  return path;
};

async function compared(paths: readonly string[], report: readonly string[] = []) {
  const { io, printed } = capture();
  const code = await run(paths, { report }, io);
  return { code, stdout: printed.stdout };
}

it("compares a server before and after a change, on the terminal and in a file that it overwrites again", async () => {
  const only = ["auth"];
  await checked({ mutant: "expired-key-accepted" }, { only, report: [file("before.json")] });
  await checked({}, { only, report: [file("after.json")] });
  for (const _ of [1, 2]) {
    const { code, stdout } = await compared([file("before.json"), file("after.json")], [file("c.md")]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /1 check judged differently:\n {2}auth\.expired-key [\s\S]*?\n {4}A {2}✗ fail\n[\s\S]* {4}B {2}✓ pass\n/,
    );
    expect(readFileSync(file("c.md"), "utf8")).toMatch(
      /\*\*1 check judged differently\*\*\n\n[\s\S]*`auth\.expired-key`/,
    );
  }
});

it("ends with 1 where a p95 latency is longer than --max-regression allows, or there is none any more", async () => {
  const { io, printed } = capture();
  const latencyOf = (p95: number | undefined, count = 40) =>
    p95 === undefined ? {} : { latency: { count, p50: 1, p95, p99: p95, max: p95 } };
  const loaded = (p95: number | undefined, ofOperation: number | undefined, count?: number) => {
    const operations = [{ operation: "listProducts", requests: 9, ...latencyOf(ofOperation, count) }];
    const figures = { requests: 9, perSecond: 1, limited: 0, unanswered: 0, statuses: {}, inFlight: 1 };
    const load = { ...figures, scenario: "steady", ...latencyOf(p95), operations };
    return JSON.stringify({ ...sampleReport, load });
  };
  const paths = [file("a.json", loaded(100, 50)), file("b.json", loaded(120, 61))];
  const codeWith = (maxRegression: string, all = paths) => run(all, { maxRegression }, io);
  expect(await codeWith("22%")).toBe(0);
  expect(await codeWith("20%")).toBe(1);
  expect(printed.stdout).toMatch(
    /\n✗ steady, listProducts: p95 latency 61 ms of 40 responses, more than 20% above 50 ms of 40\n$/,
  );
  // Of so few, one slow response is the p95.
  expect(await codeWith("20%", [file("a.json"), file("f.json", loaded(100, 500, 9))])).toBe(0);
  const [silent, silentInPart] = [file("d.json", loaded(undefined, undefined)), file("e.json", loaded(100, undefined))];
  const gone = "no p95 latency, since nothing was answered; before it was";
  expect(await codeWith("20%", [file("a.json"), silentInPart])).toBe(1);
  expect(printed.stdout).toMatch(new RegExp(`\n✗ steady, listProducts: ${gone} 50 ms\n$`));
  expect(await codeWith("20%", [file("a.json"), silent])).toBe(1);
  expect(printed.stdout).toContain(`✗ steady: ${gone} 100 ms\n`);
  expect(await codeWith("20%", [silent, file("a.json")])).toBe(0);
  const noLoad = file("c.json", JSON.stringify({ ...sampleReport, load: undefined }));
  await expect(codeWith("20%", [file("a.json"), noLoad])).rejects.toThrow("no load scenario in common");
  await expect(codeWith("20")).rejects.toThrow("--max-regression takes a share such as 20%, not 20");
});

it.each([
  [["a.json"], [], "name two reports or more"],
  [["a.json", "nowhere.json"], [], "nowhere.json is not there"],
  [["a.json", "mine.md"], [], "is not a JSON report"],
  [["a.json", "a.json"], ["c.txt"], "c.txt must end in .md or .html"],
  [["a.json", "a.json"], ["mine.md"], "mine.md exists already, and is not a comparison; name another file"],
  [["a.json", "a.json"], ["mine.html"], "mine.html exists already, and is not a comparison; name another file"],
])("refuses %j with --report %j, and overwrites nothing", async (paths, outputs, sentence) => {
  file("a.json", JSON.stringify(sampleReport));
  file("mine.md", "# Mine\n");
  file("mine.html", "<!doctype html><title>Mine</title>");
  const all = (names: readonly string[]) => names.map((name) => file(name));
  await expect(compared(all(paths), all(outputs))).rejects.toThrow(sentence);
  expect(readFileSync(file("mine.md"), "utf8")).toBe("# Mine\n");
});
