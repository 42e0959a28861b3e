/** Faults of text that an update or a creation keeps (§4, endpoints 12 and 14), and of where an update is shown. */

import type { ProfileUpdate } from "../../parts/profile.ts";
import type { JsonObject } from "../../store/row.ts";
import { changeUpdate, replace, replaceRoute } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Changes each text in the preferences, however deep. */
const eachPreference = (change: (text: string) => string) =>
  changeUpdate((update) => {
    if (update.preferences === undefined) return update;
    const text = JSON.stringify(update.preferences);
    const changed: unknown = JSON.parse(text, (_, value) => (typeof value === "string" ? change(value) : value));
    return { ...update, preferences: changed as JsonObject };
  });

const eachName = (change: (name: string) => string) =>
  changeUpdate(({ firstName, lastName, ...rest }: ProfileUpdate) => ({
    ...rest,
    ...(firstName === undefined ? {} : { firstName: change(firstName) }),
    ...(lastName === undefined ? {} : { lastName: change(lastName) }),
  }));

const organizationNames = (change: (name: string) => string) =>
  replace("organizations", ({ keep }) => ({
    keep: (id, { name, slug }, createdAt) => keep(id, { name: change(name), slug }, createdAt),
  }));

export default [
  defineMutant({
    id: "preferences-escaped",
    clause: "profile.kept",
    fault: "Texts in the preferences are escaped for HTML before they are stored",
    change: eachPreference(escaped),
  }),
  defineMutant({
    id: "preferences-of-three-bytes",
    clause: "profile.kept",
    fault: "The column of the preferences is UTF-8 of at most three bytes: an emoji becomes a question mark",
    change: eachPreference((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, "?")),
  }),
  defineMutant({
    id: "names-without-tags",
    clause: "profile.kept",
    fault: "What looks like a tag is removed from names",
    change: eachName((name) => name.replace(/<[^>]*>/g, "")),
  }),
  defineMutant({
    id: "organization-names-through-latin1",
    clause: "organization.kept",
    fault: "An organization's name passes through a Latin-1 connection: every other character becomes a question mark",
    change: organizationNames((name) => name.replace(/[^\0-\xff]/gu, "?")),
  }),
  defineMutant({
    id: "organization-names-escaped",
    clause: "organization.kept",
    fault: "An organization's name is escaped for HTML before it is stored",
    change: organizationNames(escaped),
  }),
  defineMutant({
    id: "members-cached",
    clause: "profile.kept",
    fault: "The list of members is cached, and an update of a member's profile does not clear it",
    change: replaceRoute("listMembers", (route) => {
      const cached = new Map<string, unknown>();
      return (request) => {
        const key = `${request.caller.credentialId} ${request.params.orgId}`;
        const members = cached.get(key) ?? route(request);
        cached.set(key, members);
        return members;
      };
    }),
  }),
] satisfies readonly Mutant[];
