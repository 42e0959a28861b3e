import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readExport } from "./export.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fpk-fuzz-test-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const scenario = (phase: string, timestamps: Readonly<Record<string, number>>) => ({
  ScenarioFinished: {
    phase,
    recorder: {
      label: "GET /v1/me",
      cases: Object.fromEntries(Object.keys(timestamps).map((id) => [id, { value: { id } }])),
      interactions: Object.fromEntries(
        Object.entries(timestamps).map(([id, timestamp]) => [
          id,
          { request: { method: "GET", uri: "http://x/v1/me", headers: {} }, response: null, timestamp },
        ]),
      ),
      checks: {
        a: [
          { name: "not_a_server_error", status: "failure" },
          { name: "document", status: "success" },
        ],
      },
    },
  },
});
const error = (type: string) => ({ NonFatalError: { label: "GET /v1/me", value: { type, message: "m" } } });

async function read(...lines: readonly (object | string)[]) {
  const path = join(folder, "export.ndjson");
  writeFileSync(path, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  return readExport(path);
}

describe("Schemathesis' export", () => {
  it("holds the cases in the order in which they were answered, and what each failed", async () => {
    const { cases } = await read(scenario("fuzzing", { a: 30, c: 10 }), scenario("stateful", { b: 20 }));
    expect(cases.map(({ id, phase }) => `${id} ${phase}`)).toEqual(["c fuzzing", "b stateful", "a fuzzing"]);
    expect(cases.map(({ failed }) => failed)).toEqual([[], [], ["not_a_server_error"]]);
  });

  it("is read to where it was cut off", async () => {
    const whole = scenario("fuzzing", { a: 1 });
    const { cases, isFinished } = await read(whole, JSON.stringify(whole).slice(0, 60));
    expect([cases.length, isFinished]).toEqual([1, false]);
    expect((await read(whole, { EngineFinished: { running_time: 1 } })).isFinished).toBe(true);
  });

  it("tells what nobody answered from what failed in Schemathesis", async () => {
    const { unanswered, errors } = await read(
      error("ReadTimeout"),
      error("ConnectionError"),
      error("HookExecutionError"),
    );
    expect(unanswered).toEqual(["GET /v1/me: ReadTimeout: m", "GET /v1/me: ConnectionError: m"]);
    expect(errors).toEqual(["GET /v1/me: HookExecutionError: m"]);
    expect((await read({ FatalError: { exception: { type: "E", message: "m" } } })).errors).toEqual(["E: m"]);
  });

  it("that was never written is empty", async () => {
    expect(await readExport(join(folder, "none"))).toMatchObject({ cases: [], isFinished: false });
  });
});
