import { expect, it } from "vitest";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { plans } from "../in-k6/plans.ts";
import type { ScenarioRun } from "./load-run.ts";
import { shortfallNotes } from "./shortfall.ts";

const spike = { name: "spike", plan: plans.spike };

/** Of 1,000 planned requests in 20 s, 65 are not sent. `busy`: the share of the processors that is busy, by the second. */
function notesOf(busy?: (second: number) => number, scenario: object = spike) {
  const exchanges = Array.from({ length: 20 }, (_, second) => exchangeWith({ sentAt: 10_000 + 1000 * second }));
  let idle = 0;
  const machine = Array.from({ length: 40 }, (_, second) => {
    idle += 1 - (busy?.(second) ?? 0);
    return { at: 1000 * second, idle, total: second };
  });
  const iterations = { started: 935, notStarted: 65 };
  const result = { exchanges, begunAt: 10_000, iterations, hasEnded: [true], ...(busy && { machine }) };
  return shortfallNotes({ scenario, result } as unknown as ScenarioRun, {});
}

it("says whether responses or this machine explain that requests were not sent", () => {
  const notSent = "k6 did not send 65 of the 1000 planned requests";
  const slowResponses = `${notSent}: responses came too slowly for the rate`;
  const notThisMachine = `${slowResponses}; probably not this machine: its processors were at most 40% busy`;
  expect(notesOf(() => 0.4)).toEqual([notThisMachine]);
  // Busy before and after the requests.
  expect(notesOf((second) => (second < 9 || second > 32 ? 1 : 0.4))).toEqual([notThisMachine]);
  expect(notesOf((second) => (second > 15 && second < 25 ? 0.95 : 0.4))).toEqual([
    `${slowResponses}, or this machine was too slow: its processors were at most 95% busy`,
  ]);
  expect(notesOf()).toEqual([`${slowResponses}, or this machine was too slow`]);
});

it("counts the iterations of a user's script, which may send several requests in each", () => {
  const [note] = notesOf(undefined, { name: "own.js", path: "own.js" });
  expect(note).toContain("65 of the 1000 planned iterations: no virtual user was free");
});
