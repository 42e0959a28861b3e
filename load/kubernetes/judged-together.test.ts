/** Several k6 processes run as a TestRun's pods would, and their records are judged as one run. */
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { realClock } from "../../clock.ts";
import type { Report } from "../../conformance/model/report.ts";
import { isViolated } from "../../conformance/model/verdict.ts";
import { startReference } from "../../reference/start.ts";
import type { ScenarioName } from "../in-k6/plans.ts";
import { findScenario } from "../launcher/scenario.ts";
import { describeWithK6, localK6, runK6 } from "../scenarios/run.test.support.ts";
import { type Bench, createBench } from "../verbs/load-bench.test.support.ts";
import { manifestsOf } from "./manifests.ts";

const k6 = await localK6();

const rateLimit = { limit: 40, windowSeconds: 2 };

/** Runs k6 as the operator's runners do, each with its execution segment, on a reference that is left running. */
async function recordedBy(scenario: ScenarioName, mutant?: string) {
  const reference = await startReference({ clock: realClock, ...rateLimit, mutant });
  const bench = createBench(reference);
  const settings = { duration: undefined, maxLatencyRatio: 5, seed: 7, instances: 2 };
  const target = { baseUrl: "http://feedback.default.svc/api", rateLimit, feedbackGraceSeconds: 1 };
  const text = await manifestsOf({ scenario: findScenario(scenario), forwardedArgs: [], target, settings });
  const all = parseAllDocuments(text).map((document) => document.toJS());
  const script = join(bench.folder, "script.js");
  writeFileSync(script, all.find(({ kind }) => kind === "ConfigMap").data[`${scenario}.js`]);
  const { runner } = all.find(({ kind }) => kind === "TestRun").spec;
  const [first, second] = reference.target.credentials;
  const folders = ["0:1/2", "1/2:1"].map((segment, index) => ({ segment, folder: join(bench.folder, `pod-${index}`) }));
  await Promise.all(
    folders.map(({ segment, folder }) => {
      mkdirSync(folder);
      const ofManifest = runner.env.map(({ name, value = "" }: { name: string; value?: string }) => [
        name,
        value.replace("/records", folder),
      ]);
      const secret = { KEY_A: first?.token, KEY_A2: second?.token, BASE_URL: reference.baseUrl };
      const args = ["run", "--quiet", `--execution-segment=${segment}`, "--execution-segment-sequence=0,1/2,1", script];
      return runK6(k6 ?? "k6", [...args, "--address", ""], { ...Object.fromEntries(ofManifest), ...secret });
    }),
  );
  return { bench, folders: folders.map(({ folder }) => folder) };
}

async function judged(bench: Bench, folders: readonly string[]): Promise<{ exitCode: number; report: Report }> {
  const target = bench.write("same-limit.json", { ...bench.reference.target, rateLimit });
  const { exitCode, stdout } = await bench.load({ options: { judge: folders, target, json: true } });
  return { exitCode, report: JSON.parse(stdout) };
}

/** The latencies, as k6 measured them, of a process's responses, in milliseconds. */
const latenciesIn = (folder: string): readonly number[] =>
  readFileSync(join(folder, "console.txt"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith('{"fpk":"response"'))
    .map((line) => JSON.parse(line))
    .map(({ durationMs }) => durationMs);

/** Without the first response after this line to whose body no later line can refer. */
function withoutResponseAfter(text: string, line: number): string {
  const lines = text.split("\n");
  const at = lines.findIndex((each, index) => index > line && /"bodyName":"[^"]*"\}$/.test(each));
  return lines.toSpliced(at, 1).join("\n");
}

describeWithK6(k6, "records of pods", () => {
  let recorded: Awaited<ReturnType<typeof recordedBy>>;
  beforeAll(async () => {
    recorded = await recordedBy("limit");
  });
  afterAll(() => recorded.bench.close());

  it("that conform are judged together, as one run of the scenario", async () => {
    const { exitCode, report } = await judged(recorded.bench, recorded.folders);
    expect(report.summary).toMatch(/^load run \([^)]+\): conforms · /);
    expect(exitCode).toBe(0);
    expect(report.seed).toBe(7);
    expect(report.results.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["limit.not-early", "limit.refused-when-exceeded", "limit.answered-429"]),
    );
    // The difference of the clocks widens what laws conclude from times, not the latency that is reported.
    expect(report.load?.latency?.max).toBeCloseTo(Math.max(...recorded.folders.flatMap(latenciesIn)), 2);
    expect(new Set(report.exchanges.map(({ credential }) => credential))).not.toContain("KEY_A");
    // The duration of the run, not of judging it.
    const until = Math.max(...report.exchanges.map(({ receivedAt }) => receivedAt));
    expect(Math.abs(report.seconds * 1000 - (until - (report.exchanges[0]?.sentAt ?? 0)))).toBeLessThan(100);
  });

  it("of only some pods are refused: what is missing would make a 429 seem too early", async () => {
    await expect(judged(recorded.bench, recorded.folders.slice(0, 1))).rejects.toThrow(
      "2 k6 processes shared the run, and --judge is given 1 folder: name the folders of all",
    );
  });

  it("of another target, of no folder, and beside options of a run are refused", async () => {
    const { bench, folders } = recorded;
    const other = bench.write("other.json", { ...bench.reference.target, baseUrl: "http://127.0.0.1:1/api" });
    await expect(bench.load({ options: { judge: folders, target: other } })).rejects.toThrow(
      /^the target is http:\/\/127\.0\.0\.1:1\/api, and what was recorded went to/,
    );
    await expect(judged(bench, [join(bench.folder, "nowhere")])).rejects.toThrow("--judge takes the folders");
    await expect(bench.load({ scenario: "limit", options: { judge: folders } })).rejects.toThrow("the records name");
    await expect(bench.load({ options: { judge: folders, duration: "3" } })).rejects.toThrow("do not go together");
  });

  it("of a pod that was killed are no verdict", async () => {
    const { bench, folders } = recorded;
    const killed = folders.map((folder) => `${folder}-killed`);
    for (const [at, folder] of folders.entries()) cpSync(folder, killed[at] ?? "", { recursive: true });
    rmSync(join(killed[1] ?? "", "summary.json"));
    const { exitCode, report } = await judged(bench, killed);
    expect(report.summary).toMatch(/^load run \([^)]+\): inconclusive: in .*pod-1-killed k6 wrote no whole summary/);
    expect(exitCode).toBe(3);
  });

  it.each<[string, string, (whole: string) => string, RegExp]>([
    [
      "with a line that is cut",
      "console.txt",
      (whole) => whole.slice(0, whole.lastIndexOf('{"fpk":"response"') + 100),
      /: the record is not whole: .*1 line of the record cannot be read/,
    ],
    [
      "without its last requests",
      "console.txt",
      (whole) => whole.slice(0, whole.lastIndexOf('{"fpk":"response"')),
      /: the record is not whole: k6 counted (\d+) requests and recorded (?!\1)\d+, unless the script was edited to send what it does not record;/,
    ],
    [
      "without a request in its middle",
      "console.txt",
      (whole) => withoutResponseAfter(whole, 20),
      /: the record is not whole: k6 counted (\d+) requests and recorded (?!\1)\d+, unless /,
    ],
    [
      "with a few requests only",
      "console.txt",
      (whole) => whole.split("\n").slice(0, 30).join("\n"),
      /: the record is not whole: k6 counted \d+ requests and recorded \d+, unless /,
    ],
    [
      "with a request twice",
      "console.txt",
      (whole) => whole + whole.slice(whole.lastIndexOf('{"fpk":"response"')),
      /: the record is not whole: k6 counted (\d+) requests, and the record has (?!\1)\d+: some are there twice/,
    ],
    ["with a cut summary", "summary.json", (whole) => whole.slice(0, 100), /pod-1-cut k6 wrote no whole summary/],
  ])("of a pod %s are no verdict", async (_, name, cut, why) => {
    const { bench, folders } = recorded;
    const copy = `${folders[1]}-cut`;
    cpSync(folders[1] ?? "", copy, { recursive: true });
    writeFileSync(join(copy, name), cut(readFileSync(join(copy, name), "utf8")));
    const { exitCode, report } = await judged(bench, [folders[0] ?? "", copy]);
    expect(report.results.filter(isViolated)).toEqual([]);
    expect(report.summary).toMatch(/^load run \([^)]+\): inconclusive: /);
    expect(report.summary).toMatch(why);
    expect(exitCode).toBe(3);
  });

  it("of two runs are refused", async () => {
    const { bench, folders } = recorded;
    const mixed = join(mkdtempSync(join(tmpdir(), "fpk-mixed-")), "pod");
    cpSync(folders[1] ?? "", mixed, { recursive: true });
    writeFileSync(join(mixed, "console.txt"), '{"fpk":"scenario","name":"limit","seed":"8","instances":2}\n');
    appendFileSync(join(mixed, "console.txt"), "a line of its own\n");
    await expect(judged(bench, [folders[0] ?? "", mixed])).rejects.toThrow("are not of one run");
  });

  it.each([
    ["limit", "headers-forgotten-on-429", "limit.headers-present"],
    ["limit", "limit-not-enforced", "limit.refused-when-exceeded"],
    ["recovery", "window-never-turns", "limit.recovers"],
  ] as const)("of %s on a server with the fault %s fail as in one process", async (scenario, mutant, foundBy) => {
    const { bench, folders } = await recordedBy(scenario, mutant);
    try {
      const { exitCode, report } = await judged(bench, folders);
      expect(report.results.filter(isViolated).map(({ id }) => id)).toContain(foundBy);
      expect(exitCode).toBe(1);
    } finally {
      await bench.close();
    }
  });
});
