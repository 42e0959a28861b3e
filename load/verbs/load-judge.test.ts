import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createBench } from "./load-bench.test.support.ts";

const baseUrl = "http://127.0.0.1:1/api";
const credentials = [{ token: "acme_key_a", kind: "api-key", org: "org_a" }];
const bench = createBench({ target: { baseUrl, credentials }, close: async () => {} });
afterAll(() => bench.close());

interface Recording {
  /** When the process sent its only request, in milliseconds. */
  readonly sentAt: number;
  readonly instances?: number;
}

/** The folder into which k6 recorded runs one after the other. */
function recorded(name: string, ...runs: readonly Recording[]): string {
  const folder = join(bench.folder, name);
  mkdirSync(folder);
  const lines = runs.flatMap(({ sentAt, instances = 1 }) => [
    { fpk: "scenario", name: "steady", seed: "7", instances },
    {
      fpk: "response",
      operation: "listProducts",
      credential: "KEY_A",
      request: { method: "GET", url: `${baseUrl}/v1/products`, headers: [], body: "" },
      sentAt,
      receivedAt: sentAt + 30,
      durationMs: 30,
      status: 200,
      headers: { "Content-Type": "application/json", "X-Ratelimit-Limit": "100", "X-Ratelimit-Remaining": "99" },
      bodyName: "1-1",
      body: '{"data":[]}',
    },
  ]);
  writeFileSync(join(folder, "console.txt"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  writeFileSync(join(folder, "summary.json"), '{"metrics":{"http_reqs":{"count":1}}}');
  return folder;
}

const judged = (...folders: readonly string[]) => bench.load({ options: { judge: folders, target: bench.target } });

describe("refuses", () => {
  it("two runs in one folder, with what to do", async () => {
    const folder = recorded("repeated", { sentAt: 0 }, { sentAt: 60_000 });
    await expect(judged(folder)).rejects.toThrow(
      /repeated\/console\.txt holds 2 runs, .* record each run into an empty folder$/,
    );
  });

  it("a folder and its copy", async () => {
    const folder = recorded("original", { sentAt: 0, instances: 2 });
    const copy = join(bench.folder, "copy");
    cpSync(folder, copy, { recursive: true });
    await expect(judged(folder, copy)).rejects.toThrow(/original and .*copy hold the same requests/);
    await expect(judged(folder, folder)).rejects.toThrow("hold the same requests");
  });

  it("a process of one run and one of the next", async () => {
    const next = recorded("next", { sentAt: 60_000, instances: 2 });
    const first = recorded("first", { sentAt: 0, instances: 2 });
    await expect(judged(next, first)).rejects.toThrow(
      /first and .*next are not of one run, since the first ended before/,
    );
    // The pods of two runs with one --seed record into the same folder.
    const beside = recorded("beside", { sentAt: 20, instances: 2 });
    await expect(judged(first, beside, next)).rejects.toThrow("are not of one run");
  });

  it("processes that were not told that they share the run, with what to set", async () => {
    const folders = [recorded("left", { sentAt: 0 }), recorded("right", { sentAt: 10 })];
    await expect(judged(...folders)).rejects.toThrow(
      "INSTANCES was 1, and --judge is given 2 folders: for processes that share a run set INSTANCES=2, and give each its own --execution-segment",
    );
  });
});

it("the command that judges again has the thresholds", async () => {
  const folder = recorded("slow", { sentAt: 0 });
  const options = { judge: [folder], target: bench.target, latency: ["p95=10ms"], maxErrors: "1%", minCapacity: "5" };
  const { exitCode, stdout } = await bench.load({ options });
  expect(exitCode).toBe(1);
  expect(stdout).toContain(
    `fpk load --target ${bench.target} --latency 'p95=10ms' --max-errors '1%' --min-capacity 5 --judge ${folder}`,
  );
});
