/** Faults in the rules for all resources (§2, opening paragraph): identifiers, timestamps, and wrapped lists. */

import type { Body } from "../../parts/serializers.ts";
import { replace } from "../seams/replace.ts";
import { changeResource, setFields } from "../seams/resources.ts";
import { changeResult, replaceRoute } from "../seams/routes.ts";
import { defineMutant, mutantsOf } from "./mutant.ts";

const dates = ["createdAt", "updatedAt", "releaseDate", "joinedAt"];

/** The body with each of its timestamps in another form. */
const redated = (body: Body, write: (date: Date) => unknown): Body =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, dates.includes(name) ? write(new Date(String(value))) : value]),
  );

export default [
  ...mutantsOf("resource.identifiers", {
    "no-parent-as-zero": {
      fault: "parentId is 0 for a feature without a parent",
      change: setFields("feature", (body) => ({ parentId: body.parentId ?? 0 })),
    },
    "row-numbers-for-ids": {
      fault: "The id of an actor is a number instead of a string",
      change: replace("serializers", ({ actor }) => {
        const numbers = new Map<string, number>();
        const numberOf = (id: string) => numbers.get(id) ?? numbers.set(id, numbers.size + 1).size;
        return { actor: (row) => ({ ...actor(row), id: numberOf(row.id) }) };
      }),
    },
    "reference-populated": {
      fault: "integrationId is an object with the integration instead of its id",
      change: setFields("installation", (_body, { integrationId }) => ({
        integrationId: { id: integrationId, name: "Integration" },
      })),
    },
  }),
  ...mutantsOf("resource.unique", {
    "pages-overlap": {
      fault: "A list contains an item twice, because its pages overlap",
      change: replace("serializers", ({ list }) => ({
        list: (items) => list(items.length > 4 ? [...items.slice(0, 4), ...items.slice(3)] : items),
      })),
    },
    "join-multiplies-rows": {
      fault: "The list of members contains members of two organizations twice",
      change: replaceRoute("listMembers", (route) => (request) => {
        const query = "SELECT userId FROM members GROUP BY userId HAVING COUNT(*) > 1";
        const twice = request.store.all(query).map(({ userId }) => userId);
        const members = route(request) as readonly { readonly userId: string }[];
        return members.flatMap((member) => (twice.includes(member.userId) ? [member, member] : [member]));
      }),
    },
  }),
  defineMutant({
    id: "installations-numbered-as-one",
    clause: "resource.unique",
    fault: "Every organization's installation has the id of the installation that was shown first",
    change: (parts) => {
      let first: unknown;
      return changeResource("installation", (body) => {
        first ??= body.id;
        return { ...body, id: first };
      })(parts);
    },
  }),
  ...mutantsOf("resource.identifying", {
    "owner-without-account": {
      fault: "userId of the owner of an organization is an empty string",
      change: setFields("member", (body) => (body.role === "owner" ? { userId: "" } : {})),
    },
    "user-without-id": {
      fault: "The id of the user is an empty string",
      change: setFields("user", () => ({ id: "" })),
    },
    "url-of-one-product-only": {
      fault: "The url of an acceptance is empty for every product but the first that feedback was submitted for",
      change: replace("queue", ({ url }) => {
        let first: string | undefined;
        return {
          url: (baseUrl, feedback) => {
            first ??= feedback.productId;
            return feedback.productId === first ? url(baseUrl, feedback) : "";
          },
        };
      }),
    },
  }),
  ...mutantsOf("resource.timestamps", {
    "dates-by-to-string": {
      fault: "A problem's timestamps are in the form of JavaScript's toString",
      change: changeResource("problem", (body) => redated(body, String)),
    },
    "dates-in-milliseconds": {
      fault: "A release's timestamps are milliseconds since 1970",
      change: changeResource("release", (body) => redated(body, (date) => date.getTime())),
    },
    "dates-as-in-sql": {
      fault: "A user's timestamps have a space in place of T, and no zone",
      change: changeResource("user", (body) =>
        redated(body, (date) => date.toISOString().slice(0, 19).replace("T", " ")),
      ),
    },
    "release-day-without-time": {
      fault: "releaseDate is a date without a time",
      change: setFields("release", (body) => ({ releaseDate: String(body.releaseDate).slice(0, 10) })),
    },
    "no-date-before-release": {
      fault: "releaseDate is null for a release in draft",
      change: changeResource("release", (body, { status }) =>
        status === "draft" ? { ...body, releaseDate: null } : body,
      ),
    },
    "day-before-month": {
      fault: "The members' timestamps have day and month exchanged",
      change: changeResource("member", (body) =>
        redated(body, (date) => date.toISOString().replace(/-(\d\d)-(\d\d)T/, (_, month) => `-31-${month}T`)),
      ),
    },
  }),
  ...mutantsOf("resource.rfc3339", {
    "dates-in-local-time": {
      fault: "An organization's timestamps have no zone",
      change: changeResource("organization", (body) => redated(body, (date) => date.toISOString().replace("Z", ""))),
    },
    "zone-without-colon": {
      fault: "A product's timestamps have an offset without a colon: +0000",
      change: changeResource("product", (body) => redated(body, (date) => date.toISOString().replace("Z", "+0000"))),
    },
  }),
  ...mutantsOf("resource.wrapped", {
    "single-item-unwrapped": {
      fault: "data of a list with one product is that product instead of an array",
      change: changeResult("listProducts", (answer) => {
        const { data } = answer as { readonly data: readonly unknown[] };
        return data.length === 1 ? { data: data[0] } : answer;
      }),
    },
    "null-for-no-items": {
      fault: "data is null for an empty list",
      change: replace("serializers", { list: (items) => ({ data: items.length === 0 ? null : items }) }),
    },
    "bare-when-empty": {
      fault: "An empty list is a bare array",
      change: replace("serializers", { list: (items) => (items.length === 0 ? items : { data: items }) }),
    },
    "wrapped-by-name": {
      fault: "The list of releases is wrapped in releases instead of data",
      change: changeResult("listReleases", (answer) => ({ releases: (answer as { readonly data: unknown }).data })),
    },
  }),
  ...mutantsOf("resource.bare", {
    "all-lists-wrapped": {
      fault: "Lists of organizations and members are wrapped in data",
      change: replace("serializers", { bareList: (items) => ({ data: items }) }),
    },
    "members-by-id": {
      fault: "The list of members is an object with their ids as keys",
      change: changeResult("listMembers", (answer) =>
        Object.fromEntries((answer as readonly { readonly userId: string }[]).map((member) => [member.userId, member])),
      ),
    },
    "one-organization-alone": {
      fault: "A list of one organization is that organization instead of an array",
      change: changeResult("listOrganizations", (answer) => {
        const organizations = answer as readonly unknown[];
        return organizations.length === 1 ? organizations[0] : organizations;
      }),
    },
  }),
];
