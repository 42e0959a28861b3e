import { expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { concurrently } from "./concurrently.ts";

it("takes the time of the longest part, and returns the results in the order of the parts", async () => {
  const clock = virtualClock(0);
  const after = (ms: number) => async () => {
    await clock.sleep(ms);
    return ms;
  };
  expect(await concurrently([after(300), after(100), after(200)])).toEqual([300, 100, 200]);
  expect(clock.now()).toBe(300);
});

it("waits for all before it throws what the first of those that failed threw", async () => {
  const clock = virtualClock(0);
  const failing = (ms: number) => async () => {
    await clock.sleep(ms);
    throw new Error(`after ${ms}`);
  };
  await expect(concurrently([() => clock.sleep(300), failing(200), failing(100)])).rejects.toThrow("after 200");
  expect(clock.now()).toBe(300);
});
