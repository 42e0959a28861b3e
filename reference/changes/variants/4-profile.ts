/** Choices of the profile of a key, of the updates that are accepted, and of what they store (§4, endpoints 11 and 12). */
import { HttpError } from "../../parts/http-error.ts";
import type { RouteRequest } from "../../parts/route.ts";
import type { Body } from "../../parts/serializers.ts";
import { userId } from "../../seed/ids.ts";
import type { JsonObject } from "../../store/row.ts";
import { combine, replace } from "../seams/replace.ts";
import { addIssues, ignoreIssues } from "../seams/requests.ts";
import { changeResource, changeUpdate, setFields } from "../seams/resources.ts";
import { replaceJson } from "../seams/responses.ts";
import { replaceRoute, replaceRoutes } from "../seams/routes.ts";
import { type Variant, variantsOf } from "./variant.ts";

const isKey = ({ caller }: RouteRequest) => caller.kind === "api-key";

/** Serves every key the profile of the session's user. */
const keysOfOneUser = replaceRoutes(
  ["getMe", "updateMe"],
  (route) => (request) =>
    route(isKey(request) ? { ...request, caller: { ...request.caller, userId: userId("acme", "ada") } } : request),
);

type Update = { readonly [name: string]: unknown };

/** Rejects an update for the field that `rejectedField` returns. */
const rejectField = (rejectedField: (update: Update) => string | undefined) =>
  addIssues("updateMe", (body) => {
    const field = rejectedField(Object(body));
    return field === undefined ? [] : [{ code: "invalid", message: "is not accepted", path: [field] }];
  });

/** Rejects every avatarType but that of a picture. */
const rejectOtherAvatarTypes = rejectField(({ avatarType }) =>
  avatarType === "image" || avatarType === undefined ? undefined : "avatarType",
);

const rejectUnknownAvatarTypes = rejectField(({ avatarType }) =>
  avatarType === undefined || /^(?:initials|gravatar|uploaded)$/.test(String(avatarType)) ? undefined : "avatarType",
);

const rejectSmallPictures = rejectField(({ avatarBase64 }) =>
  avatarBase64 !== undefined && String(avatarBase64).length < 1000 ? "avatarBase64" : undefined,
);

const requireEveryField = addIssues("updateMe", (body) =>
  ["firstName", "lastName", "avatarBase64", "avatarType", "preferences"]
    .filter((name) => !(name in Object(body)))
    .map((name) => ({ code: "required", message: "is required", path: [name] })),
);

const isEmptyName = (update: Update) => ["firstName", "lastName"].find((name) => update[name] === "");

const inLowerCase = (object: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name.toLowerCase(), isObject(value) ? inLowerCase(value) : value]),
  );

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The JSON of a body, with a text in place of each infinite number. */
const infiniteMarked = (body: unknown) =>
  JSON.stringify(body, (_, value) => (value === Number.POSITIVE_INFINITY ? "infinite" : value));

const requireAllButThePicture = rejectField((update) =>
  ["firstName", "lastName", "avatarType", "preferences"].find((name) => update[name] === undefined),
);

export default [
  ...variantsOf("profile", {
    "profile-requires-all-but-the-picture": {
      choice: "An update needs both names, avatarType and the preferences; the picture is optional",
      change: requireAllButThePicture,
    },
    "all-but-the-picture-and-avatar-types-of-its-own": {
      choice: "An update needs all fields but the picture, and avatarType is initials, gravatar or uploaded",
      change: combine(requireAllButThePicture, rejectUnknownAvatarTypes),
    },
    "preferences-in-lower-case": {
      choice: "The keys of preferences are stored in lower case",
      change: changeUpdate((update) =>
        update.preferences === undefined ? update : { ...update, preferences: inLowerCase(update.preferences) },
      ),
    },
    "numbers-beyond-doubles-rejected": {
      choice:
        "An update is rejected for half a surrogate pair in the preferences, or for a number beyond double precision",
      change: rejectField(({ preferences = null }) =>
        /\\ud[89ab][\da-f]{2}|"infinite"/.test(infiniteMarked(preferences)) ? "preferences" : undefined,
      ),
    },
    "numbers-beyond-doubles-kept": {
      choice: "Numbers in the preferences are stored as decimals, so 1e400 is shown as it was sent",
      change: combine(
        changeUpdate((update) => JSON.parse(infiniteMarked(update))),
        replaceJson('"infinite"', "1e400"),
      ),
    },
    "preferences-of-small-numbers": {
      choice: "An update is rejected for long numbers, or texts with spaces around them, in the preferences",
      change: rejectField(({ preferences = null }) => {
        const isTaken = (value: unknown): boolean => {
          if (typeof value === "number")
            return Math.abs(value) < 1e9 && Number.isInteger(Math.round(value * 1e6) / 1e4);
          return typeof value === "string" ? value === value.trim() : Object.values(Object(value)).every(isTaken);
        };
        return isTaken(preferences) ? undefined : "preferences";
      }),
    },
    "keys-of-one-person": {
      choice: "All keys, of every organization, have the profile of the same user",
      change: keysOfOneUser,
    },
    "keys-are-service-accounts": {
      choice: "A key's profile is that of a service account, with the name of a user but without an address",
      change: combine(
        keysOfOneUser,
        replaceRoute("getMe", (route) => (request) => {
          const body = route(request) as Body;
          return isKey(request) ? { ...body, id: `svc_${request.caller.credentialId}`, email: "" } : body;
        }),
      ),
    },
    "members-by-membership": {
      choice: "A member's userId has another form than the user's id",
      change: setFields("member", (body) => ({ userId: `member/${String(body.userId)}` })),
    },
    "members-by-another-address": {
      choice: "A member's userId has another form than the user's id, and the address is another one",
      change: setFields("member", (body) => ({
        userId: `member/${String(body.userId)}`,
        email: `work+${String(body.email)}`,
      })),
    },
    "profile-reads-numbers": {
      choice: "A number is accepted as a name",
      change: combine(
        ignoreIssues("updateMe", ({ code }) => code === "type"),
        addIssues("updateMe", (body) =>
          ["firstName", "lastName"].some((name) => typeof Object(body)[name] === "object")
            ? [{ code: "type", message: "must be string", path: [] }]
            : [],
        ),
      ),
    },
    "preferences-without-dots": {
      choice: "An update is rejected for a dot, or more than 40 characters, in a key of the preferences",
      change: rejectField(({ preferences }) =>
        Object.keys(Object(preferences)).some((key) => key.includes(".") || key.length > 40)
          ? "preferences"
          : undefined,
      ),
    },
    "avatar-takes-its-time": {
      choice: "A picture is reviewed first: avatarType changes two seconds after the update",
      change: replace("routes", ({ getMe, updateMe }) => {
        const since = new Map<string, number>();
        return {
          updateMe: (request) => {
            since.set(request.caller.userId, request.now);
            return updateMe(request);
          },
          getMe: (request) => {
            const body = getMe(request) as Body;
            const isLookedAt = request.now < (since.get(request.caller.userId) ?? 0) + 2000;
            return isLookedAt && body.avatarType === "image" ? { ...body, avatarType: "initials" } : body;
          },
        };
      }),
    },
    "avatar-type-of-its-own": {
      choice: "avatarType is the picture's media type, whatever was sent",
      change: changeResource("user", (body) =>
        body.avatarType === "image" ? { ...body, avatarType: "image/png" } : body,
      ),
    },
    "avatar-type-of-pictures-only": {
      choice: "An update is rejected for another avatarType than that of a picture",
      unjudged: { "profile.fields": "no picture is sent, because the avatarType of the profile could not be restored" },
      change: rejectOtherAvatarTypes,
    },
    "avatar-type-of-pictures-only-without-issues": {
      choice:
        "An update is rejected for another avatarType than that of a picture, and no error body names the wrong field",
      unjudged: {
        "error.issues": "issues are optional, and no error body has any",
        "profile.fields": "no picture is sent, because the avatarType of the profile could not be restored",
      },
      change: combine(rejectOtherAvatarTypes, replace("errors", { body: ({ message }) => ({ error: message }) })),
    },
    "pictures-of-64-pixels": {
      choice: "An update is rejected for a picture of fewer than 64 by 64 pixels",
      unjudged: { "profile.fields": "the picture of one pixel that is sent is too small" },
      change: rejectSmallPictures,
    },
    "avatar-types-of-its-own": {
      choice: "avatarType is initials, gravatar or uploaded, so a picture is accepted without image",
      change: rejectUnknownAvatarTypes,
    },
    "all-fields-and-avatar-types-of-its-own": {
      choice: "Every field of an update is required, and avatarType is initials, gravatar or uploaded",
      change: combine(requireEveryField, rejectUnknownAvatarTypes),
    },
    "all-fields-and-pictures-of-64-pixels": {
      choice: "Every field of an update is required, and a picture has at least 64 by 64 pixels",
      excludes: ["errors", "invitations", "organizations"],
      unjudged: {
        "endpoint.updateMe": "the picture of one pixel that is sent is too small",
        "profile.fields": "the picture of one pixel that is sent is too small",
      },
      change: combine(requireEveryField, rejectSmallPictures),
    },
    "members-named-as-they-joined": {
      choice: "The list of members shows each member's name at the time of joining",
      strict: false,
      reason:
        "implied: that the list of members shows the name that the profile shows; the document does not say how soon",
      change: changeResource("member", (body, { email }) => {
        const [name = "", domain = ""] = email.split("@");
        return { ...body, firstName: name, lastName: domain };
      }),
    },
    "names-of-an-identity-provider": {
      choice: "An identity provider manages users' names: an update with another name is rejected",
      unjudged: { "profile.fields": "no update with another name is accepted" },
      change: replace("routes", ({ getMe, updateMe }) => ({
        updateMe: (request) => {
          const [profile, update] = [Object(getMe(request)), Object(request.body)];
          const changed = ["firstName", "lastName"].filter((name) => name in update && update[name] !== profile[name]);
          const issues = changed.map((name) => ({ code: "read_only", message: "is managed elsewhere", path: [name] }));
          if (issues.length > 0) throw new HttpError("invalid", "The name cannot be changed here.", issues);
          return updateMe(request);
        },
      })),
    },
    "names-empty-until-given": {
      choice: "A user's names are empty until the first update, and an update with an empty name is rejected",
      change: combine(
        rejectField(isEmptyName),
        replace("routes", ({ getMe, updateMe }) => {
          const named = new Set<string>();
          return {
            getMe: (request) => {
              const body = getMe(request) as Body;
              return named.has(request.caller.userId) ? body : { ...body, firstName: "", lastName: "" };
            },
            updateMe: (request) => {
              const result = updateMe(request);
              const { firstName, lastName } = request.body as Update;
              if ((firstName ?? lastName) !== undefined) named.add(request.caller.userId);
              return result;
            },
          };
        }),
      ),
    },
    "names-without-emoji": {
      choice: "A user's names are stored in Unicode's form NFD, without characters beyond the basic plane",
      change: changeUpdate((update) => {
        const { firstName, lastName } = update;
        const plain = (name: string) =>
          name
            .replace(/[\u{10000}-\u{10ffff}]/gu, "")
            .trim()
            .normalize("NFD");
        return {
          ...update,
          ...(firstName === undefined ? {} : { firstName: plain(firstName) }),
          ...(lastName === undefined ? {} : { lastName: plain(lastName) }),
        };
      }),
    },
  }),
] satisfies readonly Variant[];
