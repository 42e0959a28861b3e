import { afterEach, beforeEach, expect, it } from "vitest";
import { runProgram } from "./run-program.ts";
import { type StandIns, standIns } from "./stand-in.test.support.ts";

let here: StandIns;
beforeEach(() => {
  here = standIns();
});
afterEach(() => here.remove());

const env = { PATH: process.env.PATH };

it("collects the output of a program", async () => {
  const command = here.add("a", "echo one", "echo two >&2", "exit 3");
  expect(await runProgram(command, [], env)).toMatchObject({ code: 3, stdout: "one\n", stderr: "two\n" });
});

it("does not wait for processes that a program has started", async () => {
  const command = here.add("a", "echo one", "sleep 4", "echo two");
  const startedAt = performance.now();
  expect((await runProgram(command, [], env, { timeoutMs: 500 })).code).toBeUndefined();
  expect(performance.now() - startedAt).toBeLessThan(3000);
});

it("has no code for a program that could not be started", async () => {
  const { code, stdout, stderr, lastLine } = await runProgram("/nowhere/at/all", [], env);
  expect({ code, stdout, stderr }).toEqual({ code: undefined, stdout: "", stderr: "" });
  expect(lastLine).toContain("/nowhere/at/all");
});
