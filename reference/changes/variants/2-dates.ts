/** Choices of how timestamps are written, within ISO 8601 (§2). */
import { changeResource, changeResources } from "../seams.ts";
import { defineVariant, type Variant } from "./variant.ts";

const dateFields: readonly string[] = ["createdAt", "updatedAt", "releaseDate", "joinedAt"];

/** Every timestamp as `write` writes it. */
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

/** ISO 8601, but not RFC 3339. */
const iso = (id: string, choice: string, write: (date: Date) => string): Variant =>
  defineVariant({
    id,
    choice,
    group: "dates",
    strict: false,
    reason: "implied: RFC 3339; the document says ISO 8601, which this is",
    change: writeDates(write),
  });

const dayMs = 86_400_000;
const dayOfYear = (date: Date) =>
  Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / dayMs + 1)
    .toString()
    .padStart(3, "0");

/** Local time at an offset of `minutes`, without the offset. */
const local = (date: Date, minutes: number) => new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, 23);

/** Every second answer comes from a cache, which keeps seconds. */
function cachedInSeconds() {
  let answers = 0;
  return changeResource("user", (body) => {
    answers += 1;
    return answers % 2 === 0 ? { ...body, createdAt: String(body.createdAt).replace(/\.\d+/, "") } : body;
  });
}

export default [
  defineVariant({
    id: "dates-cached",
    choice: "A user's createdAt has no fraction where it comes from a cache",
    group: "dates",
    change: cachedInSeconds(),
  }),
  rfc3339("dates-offset", "Timestamps have an offset from UTC", (date) => `${local(date, -210)}-03:30`),
  rfc3339("dates-nanoseconds", "Timestamps have nine digits of fraction", (date) =>
    date.toISOString().replace("Z", "123456+00:00"),
  ),
  rfc3339("dates-seconds", "Timestamps have no fraction", (date) => date.toISOString().replace(/\.\d+/, "")),
  rfc3339("dates-lower-case", "Timestamps are written with t and z", (date) => date.toISOString().toLowerCase()),
  iso("dates-zoneless", "Timestamps have no zone", (date) => date.toISOString().slice(0, 19)),
  iso("dates-basic", "Timestamps are in the basic format", (date) => date.toISOString().replace(/[-:]|\.\d+/g, "")),
  iso("dates-comma", "Timestamps have a comma before the fraction", (date) => date.toISOString().replace(".", ",")),
  iso(
    "dates-minutes",
    "Timestamps end with the minutes, and an offset in hours",
    (date) => `${local(date, 120).slice(0, 16)}+02`,
  ),
  iso("dates-ordinal", "Timestamps contain the day of the year", (date) =>
    date.toISOString().replace(/-\d\d-\d\dT/, `-${dayOfYear(date)}T`),
  ),
];
