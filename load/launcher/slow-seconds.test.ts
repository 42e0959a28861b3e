import { expect, it } from "vitest";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { slowdownOrStall, slowSecondsNotes } from "./slow-seconds.ts";
import { parseLatencies } from "./user-thresholds.ts";

/** 20 requests a second for 20 s; `latency`: in milliseconds, by the second and the number of the request in it. */
function trafficOf(latency: (second: number, at: number) => number, scenario: "spike" | "isolation" = "spike") {
  const exchanges = Array.from({ length: 400 }, (_, index) => {
    const sentAt = 1000 + 50 * index;
    return exchangeWith({ sentAt, receivedAt: sentAt + latency(1 + Math.floor(index / 20), index % 20) });
  });
  return { scenario, exchanges, begunAt: 0 } as never;
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

it("says of a missed threshold, too, that slow responses came all the time", () => {
  const oftenSlow = (_: number, at: number) => (at % 4 === 0 ? 900 : 5);
  expect(notesOf(oftenSlow, { thresholds: ["listProducts:p95=200ms"] })).toEqual([
    expect.stringMatching(
      /^\d+ of the 100 requests that took longer than 200 ms were sent in seconds \d+ to \d+ \(of 20\)$/,
    ),
  ]);
  expect(notesOf(oftenSlow)).toEqual([]);
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
