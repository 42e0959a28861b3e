import type { Parts } from "../../parts/parts.ts";
import type { Route } from "../../parts/route.ts";
import type { Body } from "../../parts/serializers.ts";
import { userId } from "../../seed/ids.ts";
import { changeResource, replaceRoute } from "../seams.ts";
import { defineVariant, type Variant } from "./variant.ts";

const isKey: (request: Parameters<Route>[0]) => boolean = ({ caller }) => caller.kind === "api-key";

/** Every key acts for the session's user. */
function ofOnePerson(parts: Parts): Parts {
  const forOne =
    (route: Route): Route =>
    (request) =>
      route(isKey(request) ? { ...request, caller: { ...request.caller, userId: userId("acme", "ada") } } : request);
  const { getMe, updateMe } = parts.routes;
  return { ...parts, routes: { ...parts.routes, getMe: forOne(getMe), updateMe: forOne(updateMe) } };
}

type Update = { readonly [name: string]: unknown };

/** An update is refused for a field of which this says so. */
const refusing =
  (isRefused: (update: Update) => string | undefined) =>
  (parts: Parts): Parts => ({
    ...parts,
    validation: {
      ...parts.validation,
      extraIssues: (operation, body) => {
        const field = operation === "updateMe" ? isRefused(Object(body)) : undefined;
        const issues = field === undefined ? [] : [{ code: "invalid", message: "is not taken", path: [field] }];
        return [...parts.validation.extraIssues(operation, body), ...issues];
      },
    },
  });

const isEmptyName = (update: Update) => ["firstName", "lastName"].find((name) => update[name] === "");

export default [
  defineVariant({
    id: "keys-of-one-person",
    choice: "All keys, of every organization, were created by one user, and act for them",
    group: "profile",
    change: ofOnePerson,
  }),
  defineVariant({
    id: "keys-are-service-accounts",
    choice: "A key's profile is an account of its own, without an address, by the name of the key's creator",
    group: "profile",
    change: (parts) => {
      const own = ofOnePerson(parts);
      return replaceRoute("getMe", (route) => (request) => {
        const body = route(request) as Body;
        return isKey(request) ? { ...body, id: `svc_${request.caller.credentialId}`, email: "" } : body;
      })(own);
    },
  }),
  defineVariant({
    id: "members-by-membership",
    choice: "A member's userId is told in another form than the user's id",
    group: "profile",
    change: changeResource("member", (body) => ({ ...body, userId: `member/${String(body.userId)}` })),
  }),
  defineVariant({
    id: "members-by-another-address",
    choice: "A member's userId and address are those of the membership: a work address of each organization",
    group: "profile",
    change: changeResource("member", (body) => ({
      ...body,
      userId: `member/${String(body.userId)}`,
      email: `work+${String(body.email)}`,
    })),
  }),
  defineVariant({
    id: "profile-reads-numbers",
    choice: "A number is read as the text of a name",
    group: "profile",
    change: (parts) => ({
      ...parts,
      validation: {
        ...parts.validation,
        ignores: (operation, issue) =>
          (operation === "updateMe" && issue.code === "type") || parts.validation.ignores(operation, issue),
      },
    }),
  }),
  defineVariant({
    id: "avatar-takes-its-time",
    choice: "A picture is looked at first: avatarType shows it two seconds after it was taken",
    group: "profile",
    change: (parts) => {
      const since = new Map<string, number>();
      const { getMe, updateMe } = parts.routes;
      return {
        ...parts,
        routes: {
          ...parts.routes,
          updateMe: (request) => {
            since.set(request.caller.userId, request.now);
            return updateMe(request);
          },
          getMe: (request) => {
            const body = getMe(request) as Body;
            const isLookedAt = request.now < (since.get(request.caller.userId) ?? 0) + 2000;
            return isLookedAt && body.avatarType === "image" ? { ...body, avatarType: "initials" } : body;
          },
        },
      };
    },
  }),
  defineVariant({
    id: "avatar-type-of-its-own",
    choice: "avatarType tells the picture's media type, whatever was given",
    group: "profile",
    change: changeResource("user", (body) =>
      body.avatarType === "image" ? { ...body, avatarType: "image/png" } : body,
    ),
  }),
  defineVariant({
    id: "avatar-type-of-pictures-only",
    choice: "Only a picture can be chosen as avatarType: the initials that are shown without one are not sent",
    group: "profile",
    change: refusing(({ avatarType }) =>
      ["image", undefined].includes(avatarType as string) ? undefined : "avatarType",
    ),
  }),
  defineVariant({
    id: "avatar-type-of-pictures-only-without-issues",
    choice: "Only a picture can be chosen as avatarType, and no refusal says which field it is for",
    group: "profile",
    unjudged: { "error.issues": "issues are optional, and no error carries any" },
    change: (parts) => ({
      ...refusing(({ avatarType }) => (["image", undefined].includes(avatarType as string) ? undefined : "avatarType"))(
        parts,
      ),
      errors: { ...parts.errors, body: ({ message }) => ({ error: message }) },
    }),
  }),
  defineVariant({
    id: "names-empty-until-given",
    choice: "Who signed up has no name yet, and none that is empty can be given",
    group: "profile",
    change: (parts) => {
      const named = new Set<string>();
      const shown = replaceRoute("getMe", (route) => (request) => {
        const body = route(request) as Body;
        return named.has(request.caller.userId) ? body : { ...body, firstName: "", lastName: "" };
      });
      const given = replaceRoute("updateMe", (route) => (request) => {
        const answer = route(request);
        const { firstName, lastName } = request.body as Update;
        if ((firstName ?? lastName) !== undefined) named.add(request.caller.userId);
        return answer;
      });
      return given(shown(refusing(isEmptyName)(parts)));
    },
  }),
  defineVariant({
    id: "names-without-emoji",
    choice: "Names are kept decomposed, and without characters beyond the basic plane",
    group: "profile",
    change: (parts) => ({
      ...parts,
      profile: {
        keep: (user, update, updatedAt) => {
          const { firstName, lastName } = update;
          const plain = (name: string) =>
            name
              .replace(/[\u{10000}-\u{10ffff}]/gu, "")
              .trim()
              .normalize("NFD");
          const names = {
            ...(firstName === undefined ? {} : { firstName: plain(firstName) }),
            ...(lastName === undefined ? {} : { lastName: plain(lastName) }),
          };
          return parts.profile.keep(user, { ...update, ...names }, updatedAt);
        },
      },
    }),
  }),
] satisfies readonly Variant[];
