import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Report } from "../model/report.ts";
import { sampleReport } from "../reports/sample.test.report.ts";
import { checked } from "./check.test.support.ts";
import { configure, run } from "./compare.ts";
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

it("the help says what a capacity is, and everything that ends a comparison with 3", () => {
  let help = "";
  const command = new Command("compare").configureOutput({ writeOut: (text) => (help += text) });
  configure(command);
  command.outputHelp();
  const said = help.replace(/\s+/g, " ");
  expect(said).toContain("the capacity (the rate up to which every operation was answered as at the beginning)");
  expect(said).toMatch(/3 if that cannot be said: .*different shapes .* only one .* covers an operation\./);
});

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
  const latencyOf = (p95: number | undefined, count = 200) =>
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
    /\n1 regression \(--max-regression 20%\):\n {2}✗ steady, listProducts: p95 latency 61 ms of 200 responses, more than 20% above 50 ms of 200\n$/,
  );
  // Of so few, one slow response is the p95.
  expect(await codeWith("20%", [file("a.json"), file("f.json", loaded(100, 500, 9))])).toBe(0);
  const [silent, silentInPart] = [file("d.json", loaded(undefined, undefined)), file("e.json", loaded(100, undefined))];
  const gone = "no p95 latency, since nothing was served; before it was";
  expect(await codeWith("20%", [file("a.json"), silentInPart])).toBe(1);
  expect(printed.stdout).toMatch(new RegExp(`\n {2}✗ steady, listProducts: ${gone} 50 ms\n$`));
  expect(await codeWith("20%", [file("a.json"), silent])).toBe(1);
  expect(printed.stdout).toContain(`✗ steady: ${gone} 100 ms\n`);
  expect(await codeWith("20%", [silent, file("a.json")])).toBe(0);
  const noLoad = file("c.json", JSON.stringify({ ...sampleReport, load: undefined }));
  await expect(codeWith("20%", [file("a.json"), noLoad])).rejects.toThrow("no load scenario in common");
  await expect(codeWith("20")).rejects.toThrow("--max-regression takes a share such as 20%, not 20");
});

describe("--max-regression", () => {
  const latency = { count: 1000, p50: 40, p95: 50, p99: 60, max: 99 };
  const load = { requests: 1000, perSecond: 50, limited: 0, unanswered: 0, scenario: "spike", latency };
  const report = { ...sampleReport, load };
  const before = () => file("before.json", JSON.stringify(report));
  async function codeAfter(change: Partial<Report>, outputs: readonly string[] = []) {
    const { io, printed } = capture();
    const after = file("after.json", JSON.stringify({ ...report, ...change }));
    const code = await run([before(), after], { maxRegression: "20%", report: outputs }, io);
    return { code, stdout: printed.stdout };
  }

  /** What is printed is in one line. */
  async function compareLoads(loads: readonly object[], options: Parameters<typeof run>[1] = { maxRegression: "20%" }) {
    const { io, printed } = capture();
    const paths = loads.map((each, at) => file(`${at}.json`, JSON.stringify({ ...report, load: each })));
    const code = await run(paths, options, io);
    return { code, stdout: printed.stdout.replaceAll(/\s+/g, " ") };
  }

  it("allows what is longer by a few milliseconds, which is within what a machine does", async () => {
    const fast = { ...load, latency: { ...latency, p95: 0.9, p99: 1 } };
    const { io, printed } = capture();
    const [a, b] = [fast, { ...load, latency: { ...latency, p95: 2.4, p99: 9 } }].map((each, at) =>
      file(`${at}.json`, JSON.stringify({ ...report, load: each })),
    );
    expect(await run([a ?? "", b ?? ""], { maxRegression: "20%" }, io)).toBe(0);
    expect(printed.stdout.replace(/\s+/g, " ")).toContain(
      ": spike: p99 9 ms of 1000 responses, before 1 ms of 1000 9 checks",
    );
  });

  it("takes the milliseconds by which a percentile must be longer from --min-difference", async () => {
    const { io, printed } = capture();
    const paths = [1, 4].map((p50, at) => {
      const fast = { ...load, latency: { ...latency, p50 } };
      return file(`${at}.json`, JSON.stringify({ ...report, load: fast }));
    });
    const codeWith = (minDifference: string) => run(paths, { maxRegression: "20%", minDifference }, io);
    expect(await codeWith("3ms")).toBe(0);
    expect(printed.stdout).toContain(
      "No regression, though some latencies are more than 20% longer (--max-regression 20% --min-difference 3ms)",
    );
    expect(await codeWith("2.5ms")).toBe(1);
    expect(printed.stdout).toContain("1 regression (--max-regression 20% --min-difference 2.5ms):");
    expect(await codeWith("1s")).toBe(0);
    await expect(codeWith("2")).rejects.toThrow("--min-difference takes a time such as 2ms or 1s, not 2");
    await expect(run(paths, { minDifference: "2ms" }, io)).rejects.toThrow("--min-difference needs --max-regression");
  });

  it("names what is longer by the share, but not by as many milliseconds as count", async () => {
    const ofOperation = (p50: number) => [{ operation: "getMe", requests: 1000, latency: { ...latency, p50 } }];
    const was = { ...load, latency: { ...latency, p50: 10 }, operations: ofOperation(20) };
    const slower = { ...was, latency: { ...latency, p50: 14 }, operations: ofOperation(24.5) };
    const { io, printed } = capture();
    const paths = [was, slower].map((each, at) => file(`${at}.json`, JSON.stringify({ ...report, load: each })));
    expect(await run(paths, { maxRegression: "20%" }, io)).toBe(0);
    expect(printed.stdout.replace(/\s+/g, " ")).toContain(
      "? these latencies are more than 20% longer, but by too few milliseconds for a regression (--min-difference changes that): spike: p50 14 ms of 1000 responses, before 10 ms of 1000; spike, getMe: p50 24.5 ms of 1000 responses, before 20 ms of 1000 9 checks",
    );
    expect(await run(paths, { maxRegression: "20%", minDifference: "2ms" }, io)).toBe(1);
  });

  it("compares p99 where there are enough responses", async () => {
    const { code, stdout } = await codeAfter({ load: { ...load, latency: { ...latency, p99: 300 } } });
    expect(code).toBe(1);
    expect(stdout).toContain("✗ spike: p99 latency 300 ms of 1000 responses, more than 20% above 60 ms of 1000");
    const few = await codeAfter({ load: { ...load, latency: { ...latency, count: 900, p99: 300 } } });
    expect(few.code).toBe(0);
    expect(few.stdout.replace(/\s+/g, " ")).toContain(
      "? these latencies are more than 20% longer, but two runs of one target may differ as much, with so few responses or such uneven ones (a longer run is more exact): spike: p99 300 ms of 900 responses, before 60 ms of 1000",
    );
    expect(few.stdout).toContain("No regression, though some latencies are more than 20% longer");
    expect((await codeAfter({ load })).stdout).not.toContain("not compared");
  });

  it("takes for a regression what is longer than two runs of one target differ, by their ranges", async () => {
    const ranged = (p95: number, low: number, high?: number) => {
      const exact = { low: 40, high: 40 };
      const ranges = { p50: exact, p95: { low, high }, p99: exact };
      return { ...load, latency: { ...latency, count: 100, p95, ranges } };
    };
    const codeOf = (old: object, now: object) => compareLoads([old, now]);
    expect((await codeOf(ranged(50, 45, 60), ranged(90, 61, 99))).code).toBe(1);
    const [overlapping, ofFew] = [
      await codeOf(ranged(50, 45, 60), ranged(90, 59, 99)),
      await codeOf(ranged(50, 45), ranged(90, 61, 99)),
    ];
    for (const { code, stdout } of [overlapping, ofFew]) {
      expect(code).toBe(0);
      expect(stdout).toContain("spike: p95 90 ms of 100 responses, before 50 ms of 100");
    }
    // One of the reports has no ranges, since k6 measured.
    const measuredByK6 = (p95: number, count: number) => ({ ...load, latency: { ...latency, count, p95 } });
    expect(
      (
        await codeOf(measuredByK6(50, 200), {
          ...ranged(90, 61, 99),
          latency: { ...ranged(90, 61, 99).latency, count: 200 },
        })
      ).code,
    ).toBe(1);
    expect((await codeOf(ranged(50, 45, 60), measuredByK6(90, 200))).code).toBe(0);
    // A stall that only the last run had is no chance.
    const stalled = { ...ranged(90, 59, 99), slowdown: "from second 5 to 7 responses were slow", hasStalled: true };
    expect((await codeOf(ranged(50, 45, 60), stalled)).code).toBe(1);
    expect((await codeOf({ ...ranged(50, 45, 60), hasStalled: true }, stalled)).code).toBe(0);
  });

  it("compares the latencies below the capacity, if both runs rose about as far", async () => {
    const ramp = (perSecond: number, p95: number, isReached = true) => ({
      ...load,
      latency: { ...latency, p95: 10 * p95 },
      capacity: { perSecond, isReached, slowAt: perSecond + 5, latency: { ...latency, p95 } },
    });
    const codeOf = (old: object, now: object) => compareLoads([old, now]);
    for (const isReached of [true, false]) {
      const slower = await codeOf(ramp(180, 50), ramp(180, 90, isReached));
      expect(slower.code).toBe(1);
      expect(slower.stdout).toContain(
        "✗ spike: p95 latency 90 ms of 1000 responses, more than 20% above 50 ms of 1000",
      );
    }
    const alike = await codeOf(ramp(180, 50), { ...ramp(190, 55), latency: { ...latency, p95: 5000 } });
    expect(alike.code).toBe(0);
    expect(alike.stdout).toContain("No regression below the capacity (--max-regression 20%; p50 by 5 ms");
    expect(alike.stdout).toContain("? spike: latency near the capacity and beyond it not compared");
    const operations = [{ operation: "getMe", requests: 1000, latency: { ...latency, p50: 60 } }];
    const ofOperation = { ...ramp(180, 50), operations: [{ operation: "getMe", requests: 1000, latency }] };
    const after = { ...ofOperation, capacity: { ...ofOperation.capacity, operations } };
    const was = { ...after, capacity: { ...after.capacity, operations: ofOperation.operations } };
    expect((await codeOf(was, after)).stdout).toContain("getMe below the capacity 40 ms → 60 ms (+50%)");
    const further = await codeOf(ramp(100, 50), ramp(190, 90));
    expect(further.code).toBe(0);
    expect(further.stdout).toContain("No regression of the capacity; latency not judged (--max-regression 20%)");
    const unreached = (perSecond: number) => {
      const { capacity, ...rest } = ramp(perSecond, 50);
      return { ...rest, capacity: { perSecond, isReached: false, latency: capacity.latency } };
    };
    expect((await codeOf(unreached(180), unreached(190))).stdout).toContain("No regression (--max-regression 20%;");
    expect(await codeOf(unreached(100), unreached(190))).toMatchObject({
      code: 3,
      stdout: expect.stringContaining("? spike: the loads rose to 100 and 190 requests a second"),
    });
    const stalled = { ...ramp(180, 50), hasStalled: true, slowdown: "from second 9 to 11 responses were slow" };
    expect(await codeOf(ramp(180, 50), stalled)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("✗ spike: from second 9 to 11 responses were slow; before, none"),
    });
    expect((await codeOf(stalled, stalled)).code).toBe(0);
  });

  it("compares p50, and says in one sentence which percentiles are longer", async () => {
    const slowest = { count: 1000, p50: 90, p95: 120, p99: 150, max: 160 };
    const codeWith = (change: object) => codeAfter({ load: { ...load, latency: { ...latency, ...change } } });
    const { code, stdout } = await codeWith({ p50: 51, p95: 52 });
    expect(code).toBe(1);
    expect(stdout).toContain("✗ spike: p50 latency 51 ms of 1000 responses, more than 20% above 40 ms of 1000\n");
    const before20 = { ...latency, p50: 20 };
    const codeFrom20 = async (p50: number, count = 100) => {
      const paths = [before20, { ...before20, p50, count }].map((each, at) =>
        file(`${at}.json`, JSON.stringify({ ...report, load: { ...load, latency: each } })),
      );
      return await run(paths, { maxRegression: "20%" }, capture().io);
    };
    expect(await codeFrom20(26)).toBe(1);
    expect(await codeFrom20(25)).toBe(0);
    expect(await codeFrom20(26, 99)).toBe(0);
    expect(await codeFrom20(31, 99)).toBe(1);
    expect((await codeWith({ p50: 51, count: 19 })).code).toBe(0);
    const all = (await codeWith(slowest)).stdout.replaceAll(/\s+/g, " ");
    expect(all).toContain(
      "1 regression (--max-regression 20%): ✗ spike: p50 latency 90 ms, p95 latency 120 ms and p99 latency 150 ms of 1000 responses, more than 20% above 40 ms, 50 ms and 60 ms of 1000",
    );
  });

  it("fails where the target gets slow at a lower rate than before", async () => {
    const withCapacity = (perSecond: number, isReached: boolean, without?: readonly string[]) => ({
      ...load,
      capacity: { perSecond, isReached, without },
    });
    const { io, printed } = capture();
    const codeOf = (...loads: readonly ReturnType<typeof withCapacity>[]) => {
      const paths = loads.map((each, at) => file(`${at}.json`, JSON.stringify({ ...report, load: each })));
      return run(paths, { maxRegression: "20%" }, io);
    };
    expect(await codeOf(withCapacity(300, false), withCapacity(150, true))).toBe(1);
    expect(printed.stdout).toContain(
      "spike: capacity (answered as at the beginning), requests a second   A up to 300, the highest rate · B up to 150",
    );
    expect(printed.stdout.replaceAll(/\s+/g, " ")).toContain(
      "✗ spike: a capacity of up to 150 requests a second, before up to 300, the highest rate",
    );
    expect(await codeOf(withCapacity(160, true), withCapacity(150, true))).toBe(0);
    expect(await codeOf(withCapacity(300, true), withCapacity(150, true, ["getFeedbackStatus"]))).toBe(1);
    expect(await codeOf(withCapacity(300, true, ["getFeedbackStatus"]), withCapacity(150, true))).toBe(3);
    expect(printed.stdout.replaceAll(/\s+/g, " ")).toContain(
      "spike: only one of the capacities, up to 300 (without getFeedbackStatus) and up to 150 requests a second, covers getFeedbackStatus",
    );
    expect(await codeOf(withCapacity(300, true, ["getFeedbackStatus"]), withCapacity(400, true))).toBe(0);
    expect(await codeOf(withCapacity(300, true), withCapacity(400, true, ["getFeedbackStatus"]))).toBe(3);
    expect(printed.stdout).toContain("A up to 300 (without getFeedbackStatus) · B up to 150");
    expect(await codeOf(withCapacity(300, true), withCapacity(150, false))).toBe(0);
  });

  it("compares no latencies and errors of a load that rose beyond the capacity, but the capacities", async () => {
    const ramp = (perSecond: number, slowAt: number | undefined, more: object = {}) => ({
      ...load,
      capacity: { perSecond, isReached: slowAt !== undefined, slowAt },
      ...more,
    });
    const codeOf = (loads: readonly object[]) => compareLoads(loads);
    const operations = [{ operation: "getMe", requests: 1000, latency: { ...latency, p95: 90 } }];
    const deeper = { latency: { ...latency, p95: 900 }, unanswered: 20, failed: 110, operations };
    const was = { operations: [{ operation: "getMe", requests: 1000, latency }], failed: 1 };
    const said =
      "? spike: latency and errors not compared: the load rose beyond the capacity; compare runs at an even rate below it (--rate)";
    for (const [before, after] of [
      [ramp(180, 186, was), ramp(180, 187, deeper)],
      [ramp(180, 186, was), ramp(200, undefined, deeper)],
      [ramp(200, undefined, was), ramp(190, 197, deeper)],
    ] as const)
      expect(await codeOf([before, after])).toMatchObject({ code: 0, stdout: expect.stringContaining(said) });
    const { stdout } = await codeOf([ramp(180, 186, was), ramp(180, 187, deeper)]);
    expect(stdout).toContain("requests a second A 180 to 186 · B 180 to 187");
    const below = await codeOf([ramp(200, undefined, was), ramp(200, undefined, deeper)]);
    expect(below).toMatchObject({ code: 1, stdout: expect.not.stringContaining("latency and errors not compared") });
    // That of 97 to 101 may be 100, which is as much as 120 less the share.
    expect((await codeOf([ramp(120, 125), ramp(97, 101)])).code).toBe(0);
    expect(await codeOf([ramp(120, 125), ramp(97, 99)])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("✗ spike: a capacity of 97 to 99 requests a second, before 120 to 125"),
    });
    // Only the last seconds were slow.
    const atEnd = { ...ramp(180, 190, deeper), capacity: { perSecond: 180, isReached: false, slowAt: 190 } };
    expect(await codeOf([ramp(240, undefined, was), atEnd])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/B 180 to 190 or more.*latency and errors not compared/),
    });
    const silent = { ...ramp(180, 186), latency: undefined, capacity: undefined };
    expect((await codeOf([ramp(180, 186), silent])).code).toBe(1);
  });

  it("fails beyond the capacity where requests fail and none did before, and says where only capacities were compared", async () => {
    const ramp = { ...load, scenario: "spike", capacity: { perSecond: 180, isReached: true, slowAt: 186 } };
    const codeOf = (loads: readonly object[], outputs: readonly string[] = []) =>
      compareLoads(loads, { maxRegression: "20%", report: outputs });
    const failing = { ...ramp, failed: 210 };
    const failed = await codeOf([ramp, failing]);
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining("1 regression (") });
    expect(failed.stdout).toContain("✗ spike: 21% of 1000 requests failed, before none");
    expect(failed.stdout).toContain("? spike: latency not compared: the load rose beyond the capacity");
    expect((await codeOf([ramp, { ...ramp, failed: 5 }])).code).toBe(0);
    expect((await codeOf([ramp, { ...ramp, unanswered: 1 }])).code).toBe(0);
    expect(await codeOf([ramp, { ...ramp, unanswered: 2 }])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("✗ spike: 2 of 1000 requests without an answer, before none"),
    });
    const both = await codeOf(
      [
        { ...ramp, failed: 1 },
        { ...failing, unanswered: 2 },
      ],
      [file("c.html")],
    );
    expect(both).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/No regression of the capacity; latency not judged \(--max-regression 20%\) $/),
    });
    expect(readFileSync(file("c.html"), "utf8")).toContain(
      "<h1>No regression of the capacity; latency not judged, no check",
    );
    const scenarios = [{ ...load, scenario: "steady" }, ramp];
    const mixed = await codeOf([
      { ...load, scenarios },
      { ...load, scenarios },
    ]);
    expect(mixed.stdout).toContain(
      "No regression in steady and the capacity of spike (--max-regression 20%; p50 by 5 ms (10 ms",
    );
  });

  it("does not take for compared a capacity that only one of the runs has", async () => {
    const why = "the processors of this machine were 95% busy";
    const withCapacity = { ...load, capacity: { perSecond: 196, isReached: false } };
    const busy = { ...load, latencyNotes: [why] };
    const codeOf = (loads: readonly object[], options: Parameters<typeof run>[1] = {}) => compareLoads(loads, options);
    const gate = { maxRegression: "20%" };
    const sentence = `spike: capacity not compared: 1.json has none (${why})`;
    const outputs = ["c.md", "c.html", "c.json"].map((name) => file(name));
    const plain = await codeOf([withCapacity, busy], { report: outputs });
    expect(plain).toMatchObject({ code: 0, stdout: expect.stringContaining(`? ${sentence}`) });
    for (const output of outputs) expect(readFileSync(output, "utf8").replaceAll("\\", "")).toContain(sentence);
    const gated = await codeOf([withCapacity, busy], gate);
    expect(gated).toMatchObject({ code: 3, stdout: expect.stringContaining(`? ${sentence}`) });
    expect(gated.stdout).toContain(
      "? spike: only one of the two runs has a capacity; nothing else that was compared got worse",
    );
    for (const { stdout } of [gated, await codeOf([withCapacity, busy, busy], gate)])
      expect(stdout.split("capacity not compared")).toHaveLength(2);
    expect((await codeOf([load, withCapacity], gate)).code).toBe(3);
    const rising = { ...load, latencyNotes: ["the latency was still rising at the end, though"] };
    expect((await codeOf([withCapacity, rising])).stdout).toMatch(/1\.json has none(?! \()/);
    expect((await codeOf([load, load], gate)).stdout).not.toContain("capacity not compared");
    // What got worse is proven.
    const slower = { ...busy, latency: { ...latency, p95: 90 } };
    expect(await codeOf([withCapacity, slower], gate)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(sentence),
    });
  });

  it("shows how the latency of each operation changed, the largest change first, faster ones too", async () => {
    const of = (operation: string, p50: number, count = 100) => ({
      operation,
      requests: count,
      latency: { count, p50, p95: 2 * p50, p99: 3 * p50, max: 4 * p50 },
    });
    const others = Array.from({ length: 8 }, (_, at) => `other${at}`);
    const write = (name: string, operations: readonly object[]) =>
      file(name, JSON.stringify({ ...report, load: { ...load, operations } }));
    const [a, b] = [
      write("a.json", [
        of("fast", 50),
        of("slow", 40),
        of("same", 9),
        of("quick", 0.4),
        ...others.map((o) => of(o, 30)),
      ]),
      write("b.json", [
        of("fast", 20, 90),
        of("slow", 46),
        of("same", 9.2),
        of("quick", 0.8),
        ...others.map((o) => of(o, 32)),
      ]),
    ];
    const outputs = ["c.md", "c.html", "c.json"].map((name) => file(name));
    const { stdout } = await compared([a, b], outputs);
    expect(stdout).toContain(`
latency of each operation, A → B:
  operation                   p50                    p95  responses
  fast       50 ms → 20 ms (-60%)  100 ms → 40 ms (-60%)   100 → 90
  slow       40 ms → 46 ms (+15%)   80 ms → 92 ms (+15%)  100 → 100
`);
    expect(stdout).toMatch(/ {2}other5 .*\n {2}… and 2 more that changed less \(--report shows all\)\n/);
    expect(stdout).toContain("  2 other operations changed by less than 5% or 1 ms, or had too few responses to say\n");
    for (const output of outputs.slice(0, 2)) {
      const text = readFileSync(output, "utf8");
      expect(text).toContain("100 ms → 40 ms (-60%)");
      expect(text.indexOf("100 ms → 40 ms (-60%)")).toBeLessThan(text.indexOf("80 ms → 92 ms (+15%)"));
      expect(text).toContain("0.4 ms → 0.8 ms (+100%)");
    }
    expect(JSON.parse(readFileSync(outputs[2] ?? "", "utf8")).operations).toMatchObject([
      { scenario: "spike", operation: "fast", before: { p50: 50 }, after: { p50: 20, count: 90 }, isChanged: true },
      ...Array.from({ length: 9 }, () => ({ isChanged: true })),
      ...["same", "quick"].map((operation) => ({ operation, isChanged: false })),
    ]);
  });

  it("says which scenario only one of the runs has", async () => {
    const { io, printed } = capture();
    const scenarios = ["steady", "spike"].map((scenario) => ({ ...load, scenario }));
    const paths = [{ ...load, scenarios }, load].map((each, at) =>
      file(`${at}.json`, JSON.stringify({ ...report, load: each })),
    );
    expect(await run(paths, { maxRegression: "20%" }, io)).toBe(0);
    expect(printed.stdout).toContain("? steady not compared: 1.json did not run it\n");
  });

  it("fails where more requests fail, however fast", async () => {
    const fast = { ...load, latency: { ...latency, p95: 4 } };
    const { code, stdout } = await codeAfter({ load: { ...fast, failed: 500 } });
    expect(code).toBe(1);
    expect(stdout).toContain("✗ spike: 50% of 1000 requests failed, before none");
    expect((await codeAfter({ load: { ...fast, unanswered: 6 } })).code).toBe(1);
    const lost = await codeAfter({ load: { ...fast, unanswered: 2 } });
    expect(lost).toMatchObject({ code: 1, stdout: expect.stringContaining("2 of 1000 requests without an answer") });
    expect((await codeAfter({ load: { ...fast, unanswered: 1 } })).code).toBe(0);
    expect((await codeAfter({ load: { ...fast, failed: 5 } })).code).toBe(0);
  });

  it("judges nothing where the first or the last run is inconclusive", async () => {
    const { code, stdout } = await codeAfter({ conclusion: "inconclusive" });
    expect(code).toBe(3);
    expect(stdout).toMatch(/\nRegressions not judged .*\n {2}\? after\.json is inconclusive, and its figures may be/);
  });

  it("judges a run that is inconclusive only about some responses, and sent its whole plan", async () => {
    const whole = { conclusion: "inconclusive", load: { ...load, reachedEnd: true } } as const;
    expect(await codeAfter(whole)).toMatchObject({ code: 0 });
    const slow = { ...whole, load: { ...whole.load, latency: { ...latency, p95: 90 } } };
    expect((await codeAfter(slow)).code).toBe(1);
  });

  it("judges nothing where a run was ended before its time, or the loads had different shapes", async () => {
    const slow = { ...load, latency: { ...latency, p95: 90 } };
    const ended = await codeAfter({ load: { ...slow, isEndedEarly: true } });
    expect(ended).toMatchObject({ code: 3, stdout: expect.stringContaining("after.json was ended before its time") });
    const { io, printed } = capture();
    const paths = ["--rate 60", "--rate 80"].map((shape, at) =>
      file(`${at}.json`, JSON.stringify({ ...report, load: { ...slow, shape } })),
    );
    expect(await run(paths, { maxRegression: "20%" }, io)).toBe(3);
    expect(printed.stdout.replaceAll(/\s+/g, " ")).toMatch(/0\.json: --rate 60; \S*1\.json: --rate 80; compare runs/);
  });

  it("judges nothing where nothing got worse under less load", async () => {
    const { code, stdout } = await codeAfter({ load: { ...load, perSecond: 9 } });
    expect(code).toBe(3);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("? spike: 9.0 requests a second were sent, before 50.0. Nothing");
    const slow = { ...load, perSecond: 9, latency: { ...latency, p95: 90 } };
    expect((await codeAfter({ load: slow })).code).toBe(1);
    expect((await codeAfter({ load: { ...load, perSecond: 90 } })).code).toBe(0);
  });

  it("warns where the runs had different rates", async () => {
    expect((await codeAfter({ load: { ...load, perSecond: 9 } })).stdout.replaceAll("\n", " ")).toContain(
      "! spike was sent at different rates (50.0, 9.0 requests a second), on which latencies depend.",
    );
    expect((await codeAfter({ load: { ...load, perSecond: 40 } })).stdout).not.toContain("different rates");
  });

  it("is the first that the written comparisons say", async () => {
    await codeAfter({ load: { ...load, latency: { ...latency, p95: 90 } } }, [file("c.md"), file("c.html")]);
    const sentence = "spike: p95 latency 90 ms of 1000 responses, more than 20% above 50 ms of 1000";
    const title = "1 regression (--max-regression 20%)";
    expect(readFileSync(file("c.md"), "utf8")).toContain(
      `<!-- fpk-compare -->\n## Conformance, compared\n\n**${title}**\n\n- ❌ ${sentence}\n`,
    );
    const page = readFileSync(file("c.html"), "utf8");
    expect(page).toContain(`<h1>1 regression, no check judged differently</h1>`);
    expect(page.slice(page.indexOf("<section"))).toMatch(/^<section aria-labelledby="regressions">/);
    expect(page).toContain(sentence);
  });
});

it.each([
  [["a.json"], [], "name two reports or more"],
  [["a.json", "nowhere.json"], [], "nowhere.json is not there"],
  [["a.json", "mine.md"], [], "is not a JSON report"],
  [["a.json", "a.json"], ["c.txt"], "c.txt must end in .md or .html or .json"],
  [["a.json", "a.json"], ["a.json"], "a.json exists already, and is not a comparison; name another file"],
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
