/** Faults in endpoints 11 to 17: the profile, organizations, members and invitations (§4). */

import { HttpError } from "../../parts/http-error.ts";
import type { ProfileUpdate } from "../../parts/profile.ts";
import { notFound, param } from "../../parts/route.ts";
import { organizationsOf } from "../../store/members.ts";
import { findUser, saveUser } from "../../store/users.ts";
import { combine, replace } from "../seams/replace.ts";
import { ignoreIssues } from "../seams/requests.ts";
import { changeUpdate } from "../seams/resources.ts";
import { cacheResults, failWhen, replaceRoute } from "../seams/routes.ts";
import { defineMutant, mutantsOf } from "./mutant.ts";

/** Changes each string of an update. */
const eachText = (update: ProfileUpdate, change: (text: string) => string): ProfileUpdate =>
  Object.fromEntries(
    Object.entries(update).map(([name, value]) => [name, typeof value === "string" ? change(value) : value]),
  );

export default [
  ...mutantsOf("endpoint.getMe", {
    "me-taken-for-an-id": {
      fault: "GET /v1/me is answered 404, because me is looked up as a user's id",
      change: replaceRoute("getMe", () => () => {
        throw notFound("user");
      }),
    },
    "profile-by-the-key": {
      fault: "The profile fails with 500 for a session",
      change: failWhen(["getMe"], ({ caller }) => caller.kind === "session"),
    },
  }),
  defineMutant({
    id: "patch-only",
    clause: "endpoint.updateMe",
    fault: "PUT /v1/me is answered 405",
    change: replaceRoute("updateMe", () => () => {
      throw new HttpError("methodNotAllowed", "Use PATCH.");
    }),
  }),
  ...mutantsOf("profile.fields", {
    "preferences-of-a-list": {
      fault: "An update with preferences that the server does not know is rejected, although the object is free-form",
      change: replaceRoute("updateMe", (route) => (request) => {
        const update = request.body as ProfileUpdate;
        const known = ["theme", "digest", "emoji", "ratio", "tour", "locale"];
        const unknown = Object.keys(update.preferences ?? {}).find((name) => !known.includes(name));
        if (unknown !== undefined) throw new HttpError("invalid", `There is no preference ${unknown}.`);
        return route(request);
      }),
    },
    "preferences-as-map-of-texts": {
      fault: "An update is rejected if a preference is not a string",
      change: replaceRoute("updateMe", (route) => (request) => {
        const { preferences } = request.body as ProfileUpdate;
        if (Object.values(preferences ?? {}).some((value) => typeof value !== "string"))
          throw new HttpError("invalid", "cannot unmarshal into a field of type string.");
        return route(request);
      }),
    },
    "picture-as-base64url": {
      fault: "avatarBase64 is decoded as base64url: a + or a / fails with 500",
      change: failWhen(["updateMe"], ({ body }) => /[+/]/.test((body as ProfileUpdate).avatarBase64 ?? "")),
    },
    "picture-as-data-url": {
      fault: "avatarBase64 must be a data URL: plain base64 fails with 500",
      change: failWhen(["updateMe"], ({ body }) => (body as ProfileUpdate).avatarBase64?.includes(",") === false),
    },
  }),
  ...mutantsOf("profile.kept", {
    "update-not-stored": {
      fault: "An update is answered with the new profile, but not stored",
      change: replaceRoute("updateMe", (route) => (request) => {
        const before = findUser(request.store, request.caller.userId);
        const answer = route(request);
        if (before !== undefined) saveUser(request.store, before);
        return answer;
      }),
    },
    "profile-cached": {
      fault: "The profile is cached for each token, and an update does not clear the cache",
      change: cacheResults(["getMe"], ({ caller }) => caller.credentialId),
    },
    "preferences-merged-backwards": {
      fault: "An update of a preference that exists is ignored",
      change: changeUpdate((update, { preferences }) => ({
        ...update,
        preferences: { ...update.preferences, ...preferences },
      })),
    },
    "names-cut-at-bytes": {
      fault: "Names are cut after 12 bytes, even within a character",
      change: changeUpdate((update) => eachText(update, (text) => Buffer.from(text).subarray(0, 12).toString())),
    },
    "names-through-latin1": {
      fault: "Characters of a user's name that are not in Latin-1 become question marks",
      change: changeUpdate((update) => eachText(update, (text) => text.replace(/[^\0-\xff]/gu, "?"))),
    },
    "names-escaped": {
      fault: "A user's names are escaped for HTML before they are stored",
      change: changeUpdate((update) => eachText(update, (text) => text.replaceAll("'", "&#39;"))),
    },
  }),
  defineMutant({
    id: "one-organization-expected",
    clause: "endpoint.listOrganizations",
    fault: "The list of organizations fails with 500 for a user who belongs to two",
    change: failWhen(
      ["listOrganizations"],
      ({ caller, store }) => caller.kind === "session" && organizationsOf(store, caller.userId).length > 1,
    ),
  }),
  ...mutantsOf("endpoint.createOrganization", {
    "slug-check-inverted": {
      fault: "A creation with an unused slug fails with 500",
      change: replaceRoute("createOrganization", () => () => {
        throw new Error("no row");
      }),
    },
    "creation-read-as-a-form": {
      fault: "The body of a creation is parsed as a form: every creation is rejected like malformed JSON",
      change: replaceRoute("createOrganization", () => () => {
        throw new HttpError("malformedJson", "The body is not valid JSON.");
      }),
    },
  }),
  ...mutantsOf("organization.kept", {
    "list-without-the-new": {
      fault: "The list of organizations is cached for each user, and a creation does not clear the cache",
      change: cacheResults(["listOrganizations"], ({ caller: { userId, kind } }) => userId + kind),
    },
    "slug-of-the-name": {
      fault: "The slug of a new organization is derived from its name, whatever slug was sent",
      change: replace("organizations", ({ keep }) => ({
        keep: (id, { name }, createdAt) => keep(id, { name, slug: name.toLowerCase().replaceAll(" ", "-") }, createdAt),
      })),
    },
    "name-and-slug-exchanged": {
      fault: "Name and slug of a new organization are exchanged",
      change: replace("organizations", ({ keep }) => ({
        keep: (id, { name, slug }, createdAt) => keep(id, { name: slug, slug: name }, createdAt),
      })),
    },
    "creator-not-a-member": {
      fault: "The creator of an organization cannot read it",
      change: replaceRoute("createOrganization", (route) => (request) => {
        const organization = route(request) as { readonly id: string };
        request.store.run("DELETE FROM members WHERE orgId = ?", organization.id);
        return organization;
      }),
    },
  }),
  ...mutantsOf("endpoint.getOrganization", {
    "organization-of-the-token": {
      fault: "A read of any organization returns the token's organization",
      change: replaceRoute("getOrganization", (route) => (request) => {
        route(request);
        return route({ ...request, params: { orgId: request.caller.orgId } });
      }),
    },
    "organization-by-slug": {
      fault: "An organization is found by its slug only, not by its id",
      change: replaceRoute("getOrganization", (route) => (request) => {
        const { id } = {
          ...request.store.first("SELECT id FROM organizations WHERE slug = ?", param(request, "orgId")),
        };
        if (id === undefined) throw notFound("organization");
        return route({ ...request, params: { orgId: String(id) } });
      }),
    },
  }),
  defineMutant({
    id: "members-sorted-by-initials",
    clause: "endpoint.listMembers",
    fault: "The list of members fails with 500 if a name has no Latin letters",
    change: replaceRoute("listMembers", (route) => (request) => {
      const members = route(request) as readonly { readonly firstName: string }[];
      if (members.some(({ firstName }) => !/^\p{Script=Latin}/u.test(firstName))) throw new RangeError("no initial");
      return members;
    }),
  }),
  defineMutant({
    id: "plus-address-breaks",
    clause: "endpoint.inviteMember",
    fault: "An invitation to an address with a plus sign fails with 500",
    change: failWhen(["inviteMember"], ({ body }) => !/^[\w.-]+@[\w.-]+$/.test(Object(body).email)),
  }),
  defineMutant({
    id: "address-not-looked-at",
    clause: "invitation.format",
    fault: "Any string is accepted as an e-mail address",
    change: ignoreIssues("inviteMember"),
  }),
  defineMutant({
    id: "created-before-looked-at",
    clause: "error.changes-nothing",
    fault: "A creation with a field of another type is rejected, but the organization is stored",
    change: combine(
      ignoreIssues("createOrganization"),
      replaceRoute("createOrganization", (route) => (request) => {
        const { name, slug } = Object(request.body);
        if (typeof name === "string" && typeof slug === "string") return route(request);
        route({ ...request, body: { name: String(name), slug: String(slug) } });
        throw new HttpError("invalid", "A field is not a string.");
      }),
    ),
  }),
  ...mutantsOf("error.changes-nothing", {
    "creation-conflicts-with-itself": {
      fault:
        "A creation is stored twice, so that the second insertion fails: every creation is answered 409, and stored",
      change: replaceRoute("createOrganization", (route) => (request) => {
        route(request);
        return route(request);
      }),
    },
    "creation-rejected-after-commit": {
      fault: "Every creation is answered 400, because a step after it fails, but it stays stored",
      change: replaceRoute("createOrganization", (route) => (request) => {
        route(request);
        throw new HttpError("invalid", "The mail of welcome cannot be sent.");
      }),
    },
  }),
  defineMutant({
    id: "slug-changed-later",
    clause: "organization.kept",
    fault: "The response to a creation has the slug as it was sent, but it is stored without hyphens",
    change: replaceRoute("getOrganization", (route) => (request) => {
      const organization = route(request) as { readonly slug: string };
      return { ...organization, slug: organization.slug.replaceAll("-", "") };
    }),
  }),
  defineMutant({
    id: "invitation-sent-while-waiting",
    clause: "endpoint.inviteMember",
    fault: "Every invitation fails with 500, because no mail server answers",
    change: replaceRoute("inviteMember", (route) => (request) => {
      route(request);
      throw new Error("no mail server");
    }),
  }),
];
