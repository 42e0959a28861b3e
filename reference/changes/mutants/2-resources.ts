/** Faults of what all resources share (§2, opening paragraph): identifiers, timestamps, and how lists are wrapped. */

import type { Body } from "../../parts/serializers.ts";
import { changeResource, changeResult, replace, replaceRoute } from "../seams.ts";
import { defineMutant } from "./mutant.ts";

const dates = ["createdAt", "updatedAt", "releaseDate", "joinedAt"];

/** The body with each of its dates written otherwise. */
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
    fault: "The id of an actor is the number of its row",
    change: replace("serializers", ({ actor }) => {
      const numbers = new Map<string, number>();
      const numberOf = (id: string) => numbers.get(id) ?? numbers.set(id, numbers.size + 1).size;
      return { actor: (row) => ({ ...actor(row), id: numberOf(row.id) }) };
    }),
  }),
  defineMutant({
    id: "reference-populated",
    clause: "resource.identifiers",
    fault: "integrationId is the integration as an object, loaded by the object-relational mapper",
    change: changeResource("installation", (body, { integrationId }) => ({
      ...body,
      integrationId: { id: integrationId, name: "Integration" },
    })),
  }),
  defineMutant({
    id: "pages-overlap",
    clause: "resource.unique",
    fault: "A list is made of pages that overlap by one item",
    change: replace("serializers", ({ list }) => ({
      list: (items) => list(items.length > 4 ? [...items.slice(0, 4), ...items.slice(3)] : items),
    })),
  }),
  defineMutant({
    id: "join-multiplies-rows",
    clause: "resource.unique",
    fault: "A join lists members who belong to two organizations twice",
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
    fault: "A problem's dates are printed by the language's toString",
    change: changeResource("problem", (body) => redated(body, String)),
  }),
  defineMutant({
    id: "dates-in-milliseconds",
    clause: "resource.timestamps",
    fault: "A release's dates are milliseconds since 1970",
    change: changeResource("release", (body) => redated(body, (date) => date.getTime())),
  }),
  defineMutant({
    id: "dates-as-in-sql",
    clause: "resource.timestamps",
    fault: "A user's dates are SQL timestamps, with a space and no zone",
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
    fault: "releaseDate is null for a draft",
    change: changeResource("release", (body, { status }) =>
      status === "draft" ? { ...body, releaseDate: null } : body,
    ),
  }),
  defineMutant({
    id: "day-before-month",
    clause: "resource.timestamps",
    fault: "The members' dates have day and month exchanged",
    change: changeResource("member", (body) =>
      redated(body, (date) => date.toISOString().replace(/-(\d\d)-(\d\d)T/, (_, month) => `-31-${month}T`)),
    ),
  }),
  defineMutant({
    id: "dates-in-local-time",
    clause: "resource.rfc3339",
    fault: "An organization's dates have no zone",
    change: changeResource("organization", (body) => redated(body, (date) => date.toISOString().replace("Z", ""))),
  }),
  defineMutant({
    id: "zone-without-colon",
    clause: "resource.rfc3339",
    fault: "A product's dates have a zone without a colon: +0000",
    change: changeResource("product", (body) => redated(body, (date) => date.toISOString().replace("Z", "+0000"))),
  }),
  defineMutant({
    id: "single-item-unwrapped",
    clause: "resource.wrapped",
    fault: "A list of one product has that product as its data, not an array",
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
    fault: "An empty list is not wrapped",
    change: replace("serializers", () => ({ list: (items) => (items.length === 0 ? items : { data: items }) })),
  }),
  defineMutant({
    id: "wrapped-by-name",
    clause: "resource.wrapped",
    fault: "Releases are wrapped as releases instead of data",
    change: changeResult("listReleases", (answer) => ({ releases: (answer as { readonly data: unknown }).data })),
  }),
  defineMutant({
    id: "all-lists-wrapped",
    clause: "resource.bare",
    fault: "Lists of organizations and members are wrapped too",
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
    fault: "A list of one organization is that organization, not an array",
    change: changeResult("listOrganizations", (answer) => {
      const organizations = answer as readonly unknown[];
      return organizations.length === 1 ? organizations[0] : organizations;
    }),
  }),
];
