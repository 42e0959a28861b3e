/** Faults in the rules for all resources (§2, opening paragraph): identifiers, timestamps, and wrapped lists. */

import type { Body } from "../../parts/serializers.ts";
import { changeResource, changeResult, replace, replaceRoute } from "../seams.ts";
import { defineMutant } from "./mutant.ts";

const dates = ["createdAt", "updatedAt", "releaseDate", "joinedAt"];

/** The body with each of its timestamps in another form. */
const redated = (body: Body, write: (date: Date) => unknown): Body =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, dates.includes(name) ? write(new Date(String(value))) : value]),
  );

export default [
  defineMutant({
    id: "no-parent-as-zero",
    clause: "resource.identifiers",
    fault: "parentId is 0 for a feature without a parent",
    change: changeResource("feature", (body) => ({ ...body, parentId: body.parentId ?? 0 })),
  }),
  defineMutant({
    id: "row-numbers-for-ids",
    clause: "resource.identifiers",
    fault: "The id of an actor is a number instead of a string",
    change: replace("serializers", ({ actor }) => {
      const numbers = new Map<string, number>();
      const numberOf = (id: string) => numbers.get(id) ?? numbers.set(id, numbers.size + 1).size;
      return { actor: (row) => ({ ...actor(row), id: numberOf(row.id) }) };
    }),
  }),
  defineMutant({
    id: "reference-populated",
    clause: "resource.identifiers",
    fault: "integrationId is an object with the integration instead of its id",
    change: changeResource("installation", (body, { integrationId }) => ({
      ...body,
      integrationId: { id: integrationId, name: "Integration" },
    })),
  }),
  defineMutant({
    id: "pages-overlap",
    clause: "resource.unique",
    fault: "A list contains an item twice, because its pages overlap",
    change: replace("serializers", ({ list }) => ({
      list: (items) => list(items.length > 4 ? [...items.slice(0, 4), ...items.slice(3)] : items),
    })),
  }),
  defineMutant({
    id: "join-multiplies-rows",
    clause: "resource.unique",
    fault: "The list of members contains members of two organizations twice",
    change: replaceRoute("listMembers", (route) => (request) => {
      const query = "SELECT userId FROM members GROUP BY userId HAVING COUNT(*) > 1";
      const twice = request.store.all(query).map(({ userId }) => userId);
      const members = route(request) as readonly { readonly userId: string }[];
      return members.flatMap((member) => (twice.includes(member.userId) ? [member, member] : [member]));
    }),
  }),
  defineMutant({
    id: "dates-by-to-string",
    clause: "resource.timestamps",
    fault: "A problem's timestamps are in the form of JavaScript's toString",
    change: changeResource("problem", (body) => redated(body, String)),
  }),
  defineMutant({
    id: "dates-in-milliseconds",
    clause: "resource.timestamps",
    fault: "A release's timestamps are milliseconds since 1970",
    change: changeResource("release", (body) => redated(body, (date) => date.getTime())),
  }),
  defineMutant({
    id: "dates-as-in-sql",
    clause: "resource.timestamps",
    fault: "A user's timestamps have a space in place of T, and no zone",
    change: changeResource("user", (body) =>
      redated(body, (date) => date.toISOString().slice(0, 19).replace("T", " ")),
    ),
  }),
  defineMutant({
    id: "release-day-without-time",
    clause: "resource.timestamps",
    fault: "releaseDate is a date without a time",
    change: changeResource("release", (body) => ({ ...body, releaseDate: String(body.releaseDate).slice(0, 10) })),
  }),
  defineMutant({
    id: "no-date-before-release",
    clause: "resource.timestamps",
    fault: "releaseDate is null for a release in draft",
    change: changeResource("release", (body, { status }) =>
      status === "draft" ? { ...body, releaseDate: null } : body,
    ),
  }),
  defineMutant({
    id: "day-before-month",
    clause: "resource.timestamps",
    fault: "The members' timestamps have day and month exchanged",
    change: changeResource("member", (body) =>
      redated(body, (date) => date.toISOString().replace(/-(\d\d)-(\d\d)T/, (_, month) => `-31-${month}T`)),
    ),
  }),
  defineMutant({
    id: "dates-in-local-time",
    clause: "resource.rfc3339",
    fault: "An organization's timestamps have no zone",
    change: changeResource("organization", (body) => redated(body, (date) => date.toISOString().replace("Z", ""))),
  }),
  defineMutant({
    id: "zone-without-colon",
    clause: "resource.rfc3339",
    fault: "A product's timestamps have an offset without a colon: +0000",
    change: changeResource("product", (body) => redated(body, (date) => date.toISOString().replace("Z", "+0000"))),
  }),
  defineMutant({
    id: "single-item-unwrapped",
    clause: "resource.wrapped",
    fault: "data of a list with one product is that product instead of an array",
    change: changeResult("listProducts", (answer) => {
      const { data } = answer as { readonly data: readonly unknown[] };
      return data.length === 1 ? { data: data[0] } : answer;
    }),
  }),
  defineMutant({
    id: "null-for-no-items",
    clause: "resource.wrapped",
    fault: "data is null for an empty list",
    change: replace("serializers", () => ({ list: (items) => ({ data: items.length === 0 ? null : items }) })),
  }),
  defineMutant({
    id: "bare-when-empty",
    clause: "resource.wrapped",
    fault: "An empty list is a bare array",
    change: replace("serializers", () => ({ list: (items) => (items.length === 0 ? items : { data: items }) })),
  }),
  defineMutant({
    id: "wrapped-by-name",
    clause: "resource.wrapped",
    fault: "The list of releases is wrapped in releases instead of data",
    change: changeResult("listReleases", (answer) => ({ releases: (answer as { readonly data: unknown }).data })),
  }),
  defineMutant({
    id: "all-lists-wrapped",
    clause: "resource.bare",
    fault: "Lists of organizations and members are wrapped in data",
    change: replace("serializers", () => ({ bareList: (items) => ({ data: items }) })),
  }),
  defineMutant({
    id: "members-by-id",
    clause: "resource.bare",
    fault: "The list of members is an object with their ids as keys",
    change: changeResult("listMembers", (answer) =>
      Object.fromEntries((answer as readonly { readonly userId: string }[]).map((member) => [member.userId, member])),
    ),
  }),
  defineMutant({
    id: "one-organization-alone",
    clause: "resource.bare",
    fault: "A list of one organization is that organization instead of an array",
    change: changeResult("listOrganizations", (answer) => {
      const organizations = answer as readonly unknown[];
      return organizations.length === 1 ? organizations[0] : organizations;
    }),
  }),
];
