import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isIsoDateTime, isRfc3339, rfc3339Faults } from "./date-time.ts";

describe("an RFC 3339 date-time", () => {
  it.each([
    "2026-11-21T09:40:41Z",
    "2026-11-21T09:40:41.123456789Z",
    "2026-11-21t09:40:41z",
    "2026-11-21T09:40:41+05:30",
    "2026-11-21T09:40:41-00:00",
    "2024-02-29T00:00:00Z",
    "2000-02-29T23:59:59Z",
    "2016-12-31T23:59:60Z",
  ])("may be %s", (text) => {
    expect(isRfc3339(text)).toBe(true);
    expect(isIsoDateTime(text)).toBe(true);
  });
});

describe("an ISO 8601 date-time that is not RFC 3339", () => {
  it.each([
    ["2026-11-21T09:40:41", ["no time zone"]],
    ["2026-11-21T09:40:41.5", ["no time zone"]],
    ["2026-11-21T09:40", ["no seconds", "no time zone"]],
    ["2026-11-21T09:40:41,5Z", ["a comma in place of the decimal point"]],
    ["2026-11-21T09:40Z", ["no seconds"]],
    ["2026-11-21T09Z", ["no seconds"]],
    ["2026-11-21T09.5Z", ["no seconds"]],
    ["2026-11-21T0940+00:00", ["a time without colons", "no seconds"]],
    ["20261121T094041Z", ["a date that is not of the form YYYY-MM-DD", "a time without colons"]],
    ["2026-11-21T09:40:41+0530", ["a time zone without a colon"]],
    ["2026-11-21T09:40:41+05", ["a time zone without minutes"]],
    ["2026-W47-6T09:40:41Z", ["a date that is not of the form YYYY-MM-DD"]],
    ["2026W476T094041Z", ["a date that is not of the form YYYY-MM-DD", "a time without colons"]],
    ["2026-325T09:40:41Z", ["a date that is not of the form YYYY-MM-DD"]],
    ["+002026-11-21T09:40:41Z", ["a date that is not of the form YYYY-MM-DD"]],
    ["2026-11-21T24:00:00Z", ["an hour 24"]],
  ])("may be %s, which has %j", (text, faults) => {
    expect(isIsoDateTime(text)).toBe(true);
    expect(isRfc3339(text)).toBe(false);
    expect(rfc3339Faults(text)).toEqual(faults);
  });
});

describe("no date-time", () => {
  it.each([
    ["nothing", ""],
    ["a word", "yesterday"],
    ["a word with a t in it", "tomorrow"],
    ["a date", "2026-11-21"],
    ["a time", "09:40:41Z"],
    ["a T and a time", "T09:40:41Z"],
    ["a date and a T", "2026-11-21T"],
    ["a space for the T", "2026-11-21 09:40:41Z"],
    ["seconds since the epoch", "1795254041"],
    ["an HTTP date", "Sat, 21 Nov 2026 09:40:41 GMT"],
    ["a month 13", "2026-13-01T00:00:00Z"],
    ["a month 0", "2026-00-01T00:00:00Z"],
    ["a day 0", "2026-11-00T00:00:00Z"],
    ["a 31st of November", "2026-11-31T00:00:00Z"],
    ["a 29th of February out of leap years", "2025-02-29T00:00:00Z"],
    ["a 29th of February 1900", "1900-02-29T00:00:00Z"],
    ["a week 54", "2026-W54-1T00:00:00Z"],
    ["a weekday 8", "2026-W01-8T00:00:00Z"],
    ["a day 367", "2026-367T00:00:00Z"],
    ["an hour 25", "2026-11-21T25:00:00Z"],
    ["24:01", "2026-11-21T24:01:00Z"],
    ["a minute 60", "2026-11-21T09:60:00Z"],
    ["a second 61", "2026-11-21T09:40:61Z"],
    ["a zone of 24 hours", "2026-11-21T09:40:41+24:00"],
    ["a zone with 60 minutes", "2026-11-21T09:40:41+05:60"],
    ["two zones", "2026-11-21T09:40:41ZZ"],
    ["a half basic date", "2026-1121T09:40:41Z"],
    ["a half basic time", "2026-11-21T09:4041Z"],
    ["a month for a date", "2026-11T09:40:41Z"],
    ["a year of five digits", "12026-11-21T09:40:41Z"],
    ["a space before", " 2026-11-21T09:40:41Z"],
    ["a line break after", "2026-11-21T09:40:41Z\n"],
    ["digits of another script", "２０２６-11-21T09:40:41Z"],
    ["an empty fraction", "2026-11-21T09:40:41.Z"],
  ])("is %s: %j", (_name, text) => {
    expect(isIsoDateTime(text)).toBe(false);
    expect(isRfc3339(text)).toBe(false);
  });
});

describe("any text", () => {
  const year = { min: new Date("0000-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:59Z"), noInvalidDate: true };

  it("that a Date writes is both", () => {
    fc.assert(
      fc.property(fc.date(year), (date) => {
        expect(isRfc3339(date.toISOString())).toBe(true);
      }),
    );
  });

  it("is a calendar day exactly where a Date says so", () => {
    const day = fc.tuple(fc.nat({ max: 9999 }), fc.nat({ max: 14 }), fc.nat({ max: 33 }));
    fc.assert(
      fc.property(day, ([years, months, days]) => {
        const text = [String(years).padStart(4, "0"), ...[months, days].map((n) => String(n).padStart(2, "0"))].join(
          "-",
        );
        const time = Date.parse(`${text}T00:00:00Z`);
        const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
        expect(isIsoDateTime(`${text}T00:00:00Z`)).toBe(isDay);
      }),
      { numRuns: 2000 },
    );
  });

  it("is RFC 3339 only where it is ISO 8601, and if it is not, it has a fault", () => {
    const near = fc.stringMatching(/^[-+:.,0-9TtZzW ]{0,30}$/);
    fc.assert(
      fc.property(fc.oneof(near, fc.string()), (text) => {
        expect(isRfc3339(text) && !isIsoDateTime(text)).toBe(false);
        if (isIsoDateTime(text)) expect(rfc3339Faults(text).length === 0).toBe(isRfc3339(text));
      }),
    );
  });
});
