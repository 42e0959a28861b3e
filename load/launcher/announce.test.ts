import { expect, it } from "vitest";
import { announce } from "./announce.ts";
import type { ChosenScenario } from "./choose-scenarios.ts";
import { shippedScenario } from "./scenario.ts";

const steady = { scenario: shippedScenario("steady"), forecast: { requests: 200, seconds: 17 } };
const own = { scenario: { name: "own", operand: "own.js", path: "/own.js" } };

function said(...scenarios: readonly ChosenScenario[]) {
  const lines: string[] = [];
  const chosen = { target: { baseUrl: "http://localhost:1/api" } } as Parameters<typeof announce>[1]["chosen"];
  announce({ scenarios, leftOut: [] }, { chosen, stages: undefined }, { say: (line) => lines.push(line) });
  return lines;
}

it("a forecast holds for a target that conforms", () => {
  expect(said(steady).at(-1)).toBe("about 200 requests to localhost in about 17 s, more if checks fail");
});

it("a flood so fast that a machine may not manage it is said to be one", () => {
  const isolation = (floodRate: number) =>
    said({ scenario: shippedScenario("isolation"), forecast: { requests: 97_010, seconds: 150, floodRate } }).at(-1);
  expect(isolation(2400)).toMatch(
    /more if checks fail, fewer if this machine or the server does not manage 2400 a second$/,
  );
  expect(isolation(200)).toMatch(/more if checks fail$/);
});

it("scripts of the user's are not forecast, and not counted as nothing", () => {
  expect(said(own, own).at(-1)).toBe(
    "in the order that the window allows: own, own; scripts of your own are not forecast",
  );
  expect(said(steady, own).at(-1)).toMatch(
    /about 200 requests in about 17 s, more if checks fail; scripts of your own/,
  );
});
