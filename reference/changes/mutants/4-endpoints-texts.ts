/** Faults in storing texts of an update or a creation (§4, endpoints 12 and 14), and in showing an update. */

import type { ProfileUpdate } from "../../parts/profile.ts";
import type { JsonObject } from "../../store/row.ts";
import { changeUpdate, replace, replaceRoute } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Changes each text in the preferences, at any depth. */
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
    fault: "An emoji in the preferences becomes a question mark",
    change: eachPreference((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, "?")),
  }),
  defineMutant({
    id: "names-without-tags",
    clause: "profile.kept",
    fault: "Text like <b> is removed from a user's name",
    change: eachName((name) => name.replace(/<[^>]*>/g, "")),
  }),
  defineMutant({
    id: "organization-names-through-latin1",
    clause: "organization.kept",
    fault: "Characters of an organization's name that are not in Latin-1 become question marks",
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
    fault: "The list of members is cached, and an update of a member's profile does not clear the cache",
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
