import { afterEach, beforeEach, expect, it } from "vitest";
import { ask } from "./ask.ts";
import { type StandIns, standIns } from "./stand-in.test.support.ts";

let here: StandIns;
beforeEach(() => {
  here = standIns();
});
afterEach(() => here.remove());

const env = { PATH: process.env.PATH };

it("gives what a program says of itself", async () => {
  const command = here.add("a", "echo one", "echo two >&2", "exit 3");
  expect(await ask(command, [], env)).toEqual({ code: 3, stdout: "one\n", stderr: "two\n" });
});

it("does not wait for what a program has started and left", async () => {
  const command = here.add("a", "echo one", "sleep 4", "echo two");
  const startedAt = performance.now();
  expect((await ask(command, [], env, 500)).code).toBeUndefined();
  expect(performance.now() - startedAt).toBeLessThan(3000);
});

it("says that it could not be started", async () => {
  expect(await ask("/nowhere/at/all", [], env)).toEqual({ code: undefined, stdout: "", stderr: "" });
});
