import { expect, it } from "vitest";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { risingLatencyNotes } from "./rising-latency.ts";

/** Requests over `seconds`, evenly; `latency`: in milliseconds, by the part of the time that has passed. */
const sent = (latency: (part: number) => number, { seconds = 20, perSecond = 20 } = {}) =>
  Array.from({ length: seconds * perSecond }, (_, at) => {
    const sentAt = 1000 + (1000 * at) / perSecond;
    return exchangeWith({ sentAt, receivedAt: sentAt + latency(at / (seconds * perSecond)) });
  });
const notesOf = (exchanges: ReturnType<typeof sent>, scenario: "spike" | "isolation" = "spike") =>
  risingLatencyNotes({ scenario, exchanges, begunAt: 0 });
const rising = (part: number) => 6 + 200 * part;

it("a latency that rises all the time is noted", () => {
  expect(notesOf(sent(rising))).toEqual([
    "the latency was still rising at the end, though no more requests were sent: the median was 39 ms, 106 ms, 172 ms in the three thirds of 20 s; a longer run shows where that ends",
  ]);
});

it.each<[string, ReturnType<typeof sent>]>([
  ["that varies", sent((part) => 50 + 30 * Math.sin(60 * part))],
  ["that rose once", sent((part) => (part < 0.3 ? 5 : 200))],
  ["that rises a little", sent((part) => 1 + 3 * part)],
  ["of a slow server that gets a little slower", sent((part) => 400 + 100 * part)],
  ["of outliers", sent((part) => ((100 * part) % 5 < 1 ? 900 * part : 5))],
  ["of a short run", sent(rising, { seconds: 5 })],
  ["of few requests", sent(rising, { perSecond: 2 })],
  ["under a rising load", sent((part) => 6 + 200 * part).filter((_, at) => at > 200 || at % 3 === 0)],
])("a latency %s is not", (_, exchanges) => {
  expect(notesOf(exchanges)).toEqual([]);
});

it("in a scenario that floods now and then no latency is said to rise", () => {
  expect(notesOf(sent(rising), "isolation")).toEqual([]);
});
