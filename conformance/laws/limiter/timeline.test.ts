import * as fc from "fast-check";
import { expect, it } from "vitest";
import { read } from "./read.test.support.ts";
import { endOf, type Moment, receipt, seconds, sending, startOf, Timeline } from "./timeline.ts";

const exchange = fc.record({ sentAt: fc.nat(9), took: fc.nat(4), redirects: fc.constantFrom(undefined, 0, 2) });
const isUpTo = (a: Moment, b: Moment) => a.time < b.time || (a.time === b.time && a.index <= b.index);

it("counts what was in flight at some moment of an interval, redirects too", () => {
  fc.assert(
    fc.property(fc.array(exchange, { maxLength: 8 }), fc.nat(7), fc.nat(7), fc.nat(12), (of, first, last, time) => {
      const exchanges = of.map(({ sentAt, took, redirects }, index) =>
        read(index, 0, 50, { sentAt, receivedAt: sentAt + took, ...(redirects === undefined ? {} : { redirects }) }),
      );
      const timeline = new Timeline(exchanges.toReversed());
      const [one, two] = [exchanges[first], exchanges[last]];
      const froms = [startOf(time), endOf(time), ...(one === undefined ? [] : [sending(one), receipt(one)])];
      const tos = [startOf(time + 3), endOf(time), ...(two === undefined ? [] : [sending(two), receipt(two)])];
      for (const from of froms) {
        for (const to of tos) {
          const inFlight = exchanges.filter((each) => isUpTo(sending(each), to) && isUpTo(from, receipt(each)));
          const requests = inFlight.reduce((sum, { redirects = 0 }) => sum + 1 + redirects, 0);
          expect(timeline.maxWithin(from, to)).toBe(isUpTo(from, to) ? requests : 0);
        }
      }
    }),
    { numRuns: 500 },
  );
});

it("counts what was sent and answered within an interval, less what was in flight throughout", () => {
  fc.assert(
    fc.property(fc.array(exchange, { maxLength: 8 }), fc.nat(12), fc.nat(4), (of, time, forMs) => {
      const exchanges = of.map(({ sentAt, took, redirects = 0 }, index) =>
        read(index, 0, 50, { sentAt, receivedAt: sentAt + took, redirects }),
      );
      const [from, to] = [endOf(time), endOf(time + forMs)];
      const isAfter = (each: Moment, moment: Moment) => !isUpTo(each, moment);
      const inside = exchanges.filter((each) => isAfter(sending(each), from) && isUpTo(receipt(each), to)).length;
      const throughout = exchanges.filter((each) => isUpTo(sending(each), from) && isAfter(receipt(each), to)).length;
      const timeline = new Timeline(exchanges, () => 1);
      expect(timeline.minWithin(from, to)).toBe(Math.max(0, inside - throughout));
    }),
    { numRuns: 500 },
  );
});

it("prints seconds", () => {
  expect(seconds(1234)).toBe("1.23 s");
  expect(seconds(10)).toBe("0.01 s");
  expect(seconds(9.87)).toBe("9.9 ms");
});
