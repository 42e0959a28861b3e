/** Faults in storing texts of an update or a creation (§4, endpoints 12 and 14), and in showing an update. */

import type { ProfileUpdate } from "../../parts/profile.ts";
import type { JsonObject } from "../../store/row.ts";
import { replace } from "../seams/replace.ts";
import { changeUpdate } from "../seams/resources.ts";
import { cacheResults } from "../seams/routes.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

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
  ...mutantsOf("profile.kept", {
    "preferences-escaped": {
      fault: "Texts in the preferences are escaped for HTML before they are stored",
      change: eachPreference(escaped),
    },
    "preferences-of-three-bytes": {
      fault: "An emoji in the preferences becomes a question mark",
      change: eachPreference((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, "?")),
    },
    "names-without-tags": {
      fault: "Text like <b> is removed from a user's name",
      change: eachName((name) => name.replace(/<[^>]*>/g, "")),
    },
  }),
  ...mutantsOf("organization.kept", {
    "organization-names-through-latin1": {
      fault: "Characters of an organization's name that are not in Latin-1 become question marks",
      change: organizationNames((name) => name.replace(/[^\0-\xff]/gu, "?")),
    },
    "organization-names-escaped": {
      fault: "An organization's name is escaped for HTML before it is stored",
      change: organizationNames(escaped),
    },
  }),
  defineMutant({
    id: "members-cached",
    clause: "profile.kept",
    fault: "The list of members is cached, and an update of a member's profile does not clear the cache",
    change: cacheResults(["listMembers"], ({ caller, params }) => `${caller.credentialId} ${params.orgId}`),
  }),
] satisfies readonly Mutant[];
