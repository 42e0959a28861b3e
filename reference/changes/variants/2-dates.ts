/** Choices of the form of timestamps, within ISO 8601 (§2). */
import type { Change } from "../seams/replace.ts";
import { changeResource, changeResources } from "../seams/resources.ts";
import { defineVariant, type Variant } from "./variant.ts";

const dateFields: readonly string[] = ["createdAt", "updatedAt", "releaseDate", "joinedAt"];

/** Writes every timestamp by `write`. */
const writeDates = (write: (date: Date) => string) =>
  changeResources((body) =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        dateFields.includes(name) && typeof value === "string" ? write(new Date(value)) : value,
      ]),
    ),
  );

const rfc3339 = (id: string, choice: string, write: (date: Date) => string): Variant =>
  defineVariant({ id, choice, group: "dates", change: writeDates(write) });

/** A form that is valid by ISO 8601, but not by RFC 3339. */
const iso = (id: string, choice: string, write: (date: Date) => string): Variant =>
  defineVariant({
    id,
    choice,
    group: "dates",
    strict: false,
    reason: "implied: that timestamps are valid by RFC 3339; the document says ISO 8601, and they are valid by it",
    change: writeDates(write),
  });

const dayMs = 86_400_000;
const dayOfYear = (date: Date) =>
  Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / dayMs + 1)
    .toString()
    .padStart(3, "0");

/** The local time at an offset of `minutes`, without the offset. */
const local = (date: Date, minutes: number) => new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, 23);

/** Every second response has timestamps without a fraction, as from a cache. */
const cachedInSeconds: Change = (parts) => {
  let answers = 0;
  return changeResource("user", (body) => {
    answers += 1;
    return answers % 2 === 0 ? { ...body, createdAt: String(body.createdAt).replace(/\.\d+/, "") } : body;
  })(parts);
};

export default [
  defineVariant({
    id: "dates-cached",
    choice: "A user's createdAt has no fraction of a second in every second response",
    group: "dates",
    change: cachedInSeconds,
  }),
  rfc3339("dates-offset", "Timestamps have an offset from UTC", (date) => `${local(date, -210)}-03:30`),
  rfc3339("dates-nanoseconds", "Timestamps have a fraction of nine digits", (date) =>
    date.toISOString().replace("Z", "123456+00:00"),
  ),
  rfc3339("dates-seconds", "Timestamps have no fraction", (date) => date.toISOString().replace(/\.\d+/, "")),
  rfc3339("dates-lower-case", "Timestamps have t and z in lower case", (date) => date.toISOString().toLowerCase()),
  iso("dates-zoneless", "Timestamps have no zone", (date) => date.toISOString().slice(0, 19)),
  iso("dates-basic", "Timestamps are in the basic format of ISO 8601, without separators", (date) =>
    date.toISOString().replace(/[-:]|\.\d+/g, ""),
  ),
  iso("dates-comma", "Timestamps have a comma before the fraction", (date) => date.toISOString().replace(".", ",")),
  iso(
    "dates-minutes",
    "Timestamps have no seconds, and an offset in hours",
    (date) => `${local(date, 120).slice(0, 16)}+02`,
  ),
  iso("dates-ordinal", "Timestamps contain the day of the year instead of month and day", (date) =>
    date.toISOString().replace(/-\d\d-\d\dT/, `-${dayOfYear(date)}T`),
  ),
];
