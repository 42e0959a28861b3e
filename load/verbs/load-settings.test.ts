import { expect, it } from "vitest";
import { shippedScenario } from "../launcher/scenario.ts";
import { optionsOf } from "./load-settings.ts";

it("the command that repeats one scenario has no option that is for others of the run only", () => {
  const options = { minCapacity: "90", maxLatencyRatio: "3", latency: ["p95=1s,getMe:max=2s"], duration: "9" };
  expect(optionsOf(shippedScenario("steady"), options)).toEqual({ duration: "9", latency: ["p95=1s"] });
  expect(optionsOf(shippedScenario("spike"), options)).toMatchObject({ minCapacity: "90" });
  expect(optionsOf(shippedScenario("isolation"), options)).toMatchObject({ maxLatencyRatio: "3" });
  expect(optionsOf({ name: "own", operand: "./own.js", path: "/own.js" }, options)).toEqual({
    ...options,
    latency: ["p95=1s", "getMe:max=2s"],
  });
});
