/**
 * §2: timestamps are ISO 8601 date-times. There are two readings: any ISO 8601 date and time, and the profile of RFC 3339,
 * which has a zone. Laws import this file, so it imports no package.
 */

const calendarDate = /^([+-]\d{6}|\d{4})(-?)(\d{2})\2(\d{2})$/;
const weekDate = /^([+-]\d{6}|\d{4})(-?)W(\d{2})\2(\d)$/;
const ordinalDate = /^([+-]\d{6}|\d{4})-?(\d{3})$/;
const clockTime = /^(\d{2})(?:(:?)(\d{2})(?:\2(\d{2}))?)?(?:[.,]\d+)?$/;
const zone = /(?:[Zz]|[+-]\d{2}(?::?\d{2})?)$/;
const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt](?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** Matches most timestamps quickly: those in the form `2026-01-28T12:00:00.000Z`, with a day up to the 28th. */
const usual = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/**
 * Whether a text is an ISO 8601 date and time: basic or extended; with a calendar, week or ordinal date; with or without
 * seconds, fraction or zone.
 */
export function isIsoDateTime(text: string): boolean {
  if (usual.test(text)) return true;
  const at = text.search(/[Tt]/);
  if (at < 0) return false;
  const time = text.slice(at + 1);
  const zoneAt = time.search(zone);
  if (zoneAt >= 0 && !isZone(time.slice(zoneAt))) return false;
  return isDate(text.slice(0, at)) && isTime(zoneAt < 0 ? time : time.slice(0, zoneAt));
}

/** Whether a text is a `date-time` of RFC 3339: in the extended format, with seconds and a zone, and hours up to 23. */
export function isRfc3339(text: string): boolean {
  return usual.test(text) || (rfc3339.test(text) && isIsoDateTime(text));
}

/** What keeps an ISO 8601 date-time from being one of RFC 3339, as objects of `has`: `no seconds`, `a time zone without a colon`. */
export function rfc3339Faults(text: string): readonly string[] {
  const [date = "", time = ""] = text.split(/[Tt]/);
  const zoneText = zone.exec(time)?.[0] ?? "";
  const clock = zoneText === "" ? time : time.slice(0, -zoneText.length);
  const faults: readonly (readonly [isFault: boolean, fault: string])[] = [
    [!/^\d{4}-\d{2}-\d{2}$/.test(date), "a date that is not of the form YYYY-MM-DD"],
    [clock.startsWith("24"), "an hour 24"],
    [/^\d{4}/.test(clock), "a time without colons"],
    [/^\d{2}(?::?\d{2})?(?:[.,]\d+)?$/.test(clock), "no seconds"],
    [clock.includes(","), "a comma in place of the decimal point"],
    [zoneText === "", "no time zone"],
    [/^[+-]\d{2}$/.test(zoneText), "a time zone without minutes"],
    [/^[+-]\d{4}$/.test(zoneText), "a time zone without a colon"],
  ];
  return faults.flatMap(([isFault, fault]) => (isFault ? [fault] : []));
}

function isDate(text: string): boolean {
  const calendar = calendarDate.exec(text);
  if (calendar !== null) return isDay(Number(calendar[1]), Number(calendar[3]), Number(calendar[4]));
  const week = weekDate.exec(text);
  if (week !== null) return isWithin(Number(week[3]), 1, 53) && isWithin(Number(week[4]), 1, 7);
  const ordinal = ordinalDate.exec(text);
  return ordinal !== null && isWithin(Number(ordinal[2]), 1, 366);
}

function isTime(text: string): boolean {
  const parts = clockTime.exec(text);
  if (parts === null) return false;
  const [hour, minute, second] = [Number(parts[1]), Number(parts[3] ?? 0), Number(parts[4] ?? 0)];
  if (hour === 24) return minute === 0 && second === 0;
  return isWithin(hour, 0, 23) && isWithin(minute, 0, 59) && isWithin(second, 0, 60);
}

function isZone(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  return digits === "" || (Number(digits.slice(0, 2)) <= 23 && Number(digits.slice(2) || 0) <= 59);
}

function isDay(year: number, month: number, day: number): boolean {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && isWithin(day, 1, days);
}

function isWithin(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}
