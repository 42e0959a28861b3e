import { expect, it } from "vitest";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { pseudoRandom } from "../../conformance/testing/simulated-limiters/pseudo-random.ts";
import type { ScenarioTraffic } from "./capacity.ts";
import { slowdownOrStall, slowSecondsNotes } from "./slow-seconds.ts";
import { parseLatencies } from "./user-thresholds.ts";

/** 20 requests a second for 20 s; `latency`: in milliseconds, by the second and the number of the request in it. */
function trafficOf(
  latency: (second: number, at: number) => number,
  scenario: "spike" | "isolation" = "spike",
): ScenarioTraffic {
  const exchanges = Array.from({ length: 400 }, (_, index) => {
    const sentAt = 1000 + 50 * index;
    return exchangeWith({ sentAt, receivedAt: sentAt + latency(1 + Math.floor(index / 20), index % 20) });
  });
  return { scenario, exchanges, begunAt: 0 };
}
const notesOf = (
  latency: (second: number, at: number) => number,
  { thresholds = [], scenario }: { thresholds?: readonly string[]; scenario?: "spike" | "isolation" } = {},
) => slowSecondsNotes(trafficOf(latency, scenario), parseLatencies(thresholds));
const stall = (second: number) => (second === 8 || second === 9 ? 900 : 5);

it("says when a target stalled, also if no threshold is missed", () => {
  const inStall = "were sent in seconds 8 to 9 (of 20)";
  expect(notesOf(stall)).toEqual([`40 of the 40 requests that took longer than 105 ms ${inStall}`]);
  expect(notesOf(stall, { thresholds: ["p95=200ms"] })).toEqual([
    `40 of the 40 requests that took longer than 200 ms ${inStall}`,
  ]);
  expect(notesOf((second) => (second === 8 ? 900 : 5))).toEqual([
    expect.stringContaining("were sent in second 8 (of 20)"),
  ]);
});

it("says nothing where slow responses came all the time, also of a missed threshold", () => {
  const oftenSlow = (_: number, at: number) => (at % 4 === 0 ? 900 : 5);
  const thresholds = ["listProducts:p95=200ms"];
  expect(notesOf(oftenSlow, { thresholds })).toEqual([]);
  expect(notesOf(oftenSlow)).toEqual([]);
  expect(notesOf(() => 900, { thresholds })).toEqual([]);
  // Of the last seconds little is sent.
  const withTail = (second: number, at: number) => oftenSlow(second, second > 12 && at > 0 ? 1 : at);
  const { exchanges, ...traffic } = trafficOf(withTail);
  const tailed = exchanges.filter((_, index) => index < 240 || index % 20 < 2);
  expect(slowSecondsNotes({ ...traffic, exchanges: tailed }, parseLatencies(thresholds))).toEqual([]);
});

it("says nothing of slow responses that come by chance", () => {
  const random = pseudoRandom();
  const runs = Array.from({ length: 1000 }, () => trafficOf(() => (random() < 0.03 ? 205 : 5)));
  for (const thresholds of [[], parseLatencies(["p99=100ms"])])
    expect(runs.filter((run) => slowSecondsNotes(run, thresholds).length > 0).length).toBeLessThanOrEqual(10);
});

it("names an episode among slow responses by chance, and a queue that fills up", () => {
  const random = pseudoRandom();
  const thresholds = ["p99=100ms"];
  const notes = (latency: (second: number) => number) =>
    Array.from({ length: 50 }, () => notesOf((second) => (random() < 0.03 ? 205 : latency(second)), { thresholds }));
  for (const [note] of notes((second) => (second >= 8 && second <= 10 ? 900 : 5)))
    expect(note).toMatch(/were sent in seconds 8 to 10 \(of 20\)$/);
  for (const [note] of notes((second) => 5 + 50 * Math.max(0, second - 8)))
    expect(note).toMatch(/were sent in seconds 1[01] to 20 \(of 20\)$/);
});

it("names a stall in a few words for the last line, and for a comparison", () => {
  expect(slowdownOrStall(trafficOf(stall))).toBe("from second 8 to 9 responses were slow");
  expect(slowdownOrStall(trafficOf(() => 5))).toBeUndefined();
});

it("counts seconds as the report's series does, from the first request of the setup on", () => {
  const exchanges = Array.from({ length: 400 }, (_, index) => {
    const sentAt = 50 * index;
    return exchangeWith({ sentAt, receivedAt: sentAt + stall(1 + Math.floor(index / 20)) });
  });
  expect(slowSecondsNotes({ scenario: "spike", exchanges, begunAt: 3000 } as never, [])).toEqual([
    expect.stringContaining("were sent in seconds 8 to 9 (of 20)"),
  ]);
});

it("says nothing of a few slow responses, and of those in a flood", () => {
  expect(notesOf((second, at) => (second === 8 && at < 9 ? 900 : 5))).toEqual([]);
  expect(notesOf(stall, { scenario: "isolation" })).toEqual([]);
});
