/** Faults in endpoint 12: in storing an update, in whose profile it changes (§4), and in rejecting one (§7). */

import { HttpError } from "../../parts/http-error.ts";
import type { ProfileUpdate } from "../../parts/profile.ts";
import type { JsonObject } from "../../store/row.ts";
import { findUser, saveUser } from "../../store/users.ts";
import { combine, replace } from "../seams/replace.ts";
import { ignoreIssues } from "../seams/requests.ts";
import { changeUpdate } from "../seams/resources.ts";
import { replaceRoute } from "../seams/routes.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

const dropped = (field: keyof ProfileUpdate, fault: string): Mutant =>
  defineMutant({
    id: `${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-dropped`,
    clause: "profile.kept",
    fault,
    change: changeUpdate(({ [field]: _, ...kept }) => kept),
  });

/** Changes the value of each preference. */
const eachPreference = (change: (value: unknown) => unknown) =>
  changeUpdate((update) => {
    if (update.preferences === undefined) return update;
    const changed = Object.entries(update.preferences).map(([name, value]) => [name, change(value)]);
    return { ...update, preferences: Object.fromEntries(changed) as JsonObject };
  });

/** Converts each value in the preferences, at any depth. */
const converted = (id: string, fault: string, convert: (value: unknown) => unknown): Mutant =>
  defineMutant({
    id,
    clause: "profile.kept",
    fault,
    change: eachPreference((value) => JSON.parse(JSON.stringify(value), (_, inner) => convert(inner))),
  });

/** A converter that changes texts only. */
const ofTexts = (convert: (text: string) => unknown) => (value: unknown) =>
  typeof value === "string" ? convert(value) : value;

/** A converter that changes the keys of objects only. */
const ofKeys = (convert: (key: string) => string) => (value: unknown) =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [convert(key), inner]))
    : value;

/** Stores the names of an update for other users, too. A `?` in `condition` is a pattern for addresses of the user's domain. */
const alsoNames = (condition: string) =>
  replaceRoute("updateMe", (route) => (request) => {
    const answer = route(request);
    const { store, caller } = request;
    const { firstName, lastName, email } = findUser(store, caller.userId) ?? { firstName: "", lastName: "", email: "" };
    const statement = `UPDATE users SET firstName = ?, lastName = ? ${condition}`;
    const domain = condition.includes("?") ? [email.replace(/^.*@/, "%@")] : [];
    store.transaction(() => store.run(statement, firstName, lastName, ...domain));
    return answer;
  });

/** Answers 500 to every read of a profile once an update has stored a body for which `isStoredBy` is true. */
const notShownAfter = (isStoredBy: (body: unknown) => boolean) =>
  replace("routes", ({ getMe, updateMe }) => {
    let isStored = false;
    const encode = <T>(profile: T): T => {
      if (isStored) throw new HttpError("internal", "Something went wrong here.");
      return profile;
    };
    return {
      updateMe: (request) => {
        isStored = isStoredBy(request.body);
        return encode(updateMe(request));
      },
      getMe: (request) => encode(getMe(request)),
    };
  });

const isInfiniteWithin = (value: unknown): boolean =>
  value === Number.POSITIVE_INFINITY ||
  (typeof value === "object" && value !== null && Object.values(value).some(isInfiniteWithin));

export default [
  dropped("firstName", "An update ignores firstName"),
  dropped("lastName", "An update ignores lastName"),
  dropped("preferences", "An update ignores preferences"),
  dropped("avatarType", "An update ignores avatarType"),
  ...mutantsOf("profile.kept", {
    "preferences-without-what-is-false": {
      fault: "Preferences with the value false, 0 or an empty text are lost",
      change: changeUpdate((update) => {
        if (update.preferences === undefined) return update;
        const kept = Object.entries(update.preferences).filter(([, value]) => Boolean(value));
        return { ...update, preferences: Object.fromEntries(kept) as JsonObject };
      }),
    },
    "preferences-of-text": {
      fault: "Each preference is stored as a string: an object becomes [object Object]",
      change: eachPreference((value) => (typeof value === "object" ? String(value) : value)),
    },
  }),
  converted("preferences-without-lists", "A list in the preferences becomes an object", (value) =>
    Array.isArray(value) ? { ...value } : value,
  ),
  converted(
    "preferences-numbers-read",
    "A text of digits in the preferences becomes a number",
    ofTexts((text) => (/^\d+$/.test(text) ? Number(text) : text)),
  ),
  converted(
    "preferences-words-read",
    "The texts true, false and null in the preferences become a boolean or null",
    ofTexts((text) => (/^(?:true|false|null)$/.test(text) ? JSON.parse(text) : text)),
  ),
  converted(
    "preferences-times-in-utc",
    "A text in the preferences that looks like a timestamp is converted to UTC",
    ofTexts((text) => (/^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text).toISOString() : text)),
  ),
  converted(
    "preferences-cut",
    "A text in the preferences is cut off after 255 characters",
    ofTexts((text) => text.slice(0, 255)),
  ),
  converted("preferences-32-bit", "A whole number in the preferences is truncated to 32 bits", (value) =>
    Number.isInteger(value) ? Number(value) | 0 : value,
  ),
  converted(
    "preferences-trimmed",
    "Spaces around a text in the preferences are removed",
    ofTexts((text) => text.trim()),
  ),
  ...Object.entries({
    "preferences-of-single-precision": ["stored in single precision", Math.fround],
    "preferences-of-two-decimals": ["rounded to two decimals", (number: number) => Math.round(number * 100) / 100],
    "preferences-unsigned": ["stored without its sign", Math.abs],
    "preferences-of-15-digits": ["written with 15 digits", (number: number) => Number(number.toPrecision(15))],
  } as const).map(([id, [fault, convert]]) =>
    converted(id, `A number in the preferences is ${fault}`, (value) =>
      typeof value === "number" ? convert(value) : value,
    ),
  ),
  converted("preferences-flattened", "Lists in lists of the preferences are flattened", (value) =>
    Array.isArray(value) ? value.flat() : value,
  ),
  converted(
    "preferences-keys-in-camel-case",
    "Keys within preferences are converted to camel case",
    ofKeys((key) => key.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())),
  ),
  converted(
    "preferences-numbered-as-list",
    "An object in the preferences whose keys are numbers becomes a list",
    (value) =>
      value !== null && typeof value === "object" && Object.keys(value).length > 0 && "0" in value
        ? Object.values(value)
        : value,
  ),
  defineMutant({
    id: "preferences-by-path",
    clause: "profile.kept",
    fault: "A preference with a dot in its key becomes an object in an object",
    change: changeUpdate((update) => {
      if (update.preferences === undefined) return update;
      const entries = Object.entries(update.preferences).map(([key, value]) => {
        const [name = "", ...inner] = key.split(".");
        return [name, inner.reduceRight<unknown>((within, part) => ({ [part]: within }), value)];
      });
      return { ...update, preferences: Object.fromEntries(entries) as JsonObject };
    }),
  }),
  ...mutantsOf("profile.own-only", {
    "update-without-where": {
      fault: "An update changes the names of all users",
      change: alsoNames(""),
    },
    "update-of-the-domain": {
      fault: "An update also changes the names of all users whose e-mail address has the same domain",
      change: alsoNames("WHERE email LIKE ?"),
    },
    "update-of-other-domains": {
      fault: "An update also changes the names of all users whose e-mail address has another domain",
      change: alsoNames("WHERE email NOT LIKE ?"),
    },
    "update-of-shared-preferences": {
      fault: "An update changes the preferences of all users",
      change: replaceRoute("updateMe", (route) => (request) => {
        const answer = route(request);
        const { store, body } = request;
        const { preferences } = body as ProfileUpdate;
        if (preferences !== undefined)
          store.transaction(() => store.run("UPDATE users SET preferences = ?", JSON.stringify(preferences)));
        return answer;
      }),
    },
    "update-empties-others": {
      fault: "An update empties the preferences of all other users",
      change: replaceRoute("updateMe", (route) => (request) => {
        const { store, caller } = request;
        store.transaction(() => store.run("UPDATE users SET preferences = '{}' WHERE id <> ?", caller.userId));
        return route(request);
      }),
    },
    "update-of-the-first-updater": {
      fault: "Every update changes the profile of the user whose update was the first",
      change: replace("routes", ({ updateMe }) => {
        let userId: string | undefined;
        return {
          updateMe: (request) => {
            userId ??= request.caller.userId;
            return updateMe({ ...request, caller: { ...request.caller, userId } });
          },
        };
      }),
    },
    "updated-profile-for-all": {
      fault: "After an update, every caller gets the updated profile, because it is cached by path",
      change: replace("routes", ({ getMe, updateMe }) => {
        let cached: unknown;
        return {
          getMe: (request) => cached ?? getMe(request),
          updateMe: (request) => {
            cached = updateMe(request);
            return cached;
          },
        };
      }),
    },
  }),
  defineMutant({
    id: "update-field-by-field",
    clause: "error.changes-nothing",
    fault: "An update with an invalid lastName is rejected, but its firstName is stored",
    change: combine(
      ignoreIssues("updateMe", ({ path = [] }) => path[0] === "lastName"),
      replaceRoute("updateMe", (route) => (request) => {
        const { firstName, lastName } = request.body as ProfileUpdate;
        if (typeof lastName === "string" || lastName === undefined) return route(request);
        const user = findUser(request.store, request.caller.userId);
        if (user !== undefined) saveUser(request.store, { ...user, firstName: String(firstName ?? user.firstName) });
        throw new HttpError("invalid", "lastName is not a string.");
      }),
    ),
  }),
  ...mutantsOf("profile.readable", {
    "null-names-stored": {
      fault: "An update sets firstName to null, and the profile shows null",
      change: combine(
        ignoreIssues("updateMe", ({ path = [] }) => path[0] === "firstName"),
        replace("routes", ({ getMe, updateMe }) => {
          let isNull = false;
          return {
            updateMe: (request) => {
              isNull = (request.body as { readonly firstName?: unknown }).firstName === null;
              return updateMe(request);
            },
            getMe: (request) => (isNull ? { ...Object(getMe(request)), firstName: null } : getMe(request)),
          };
        }),
      ),
    },
    "half-a-character-stored": {
      fault: "Half a surrogate pair in the preferences is stored, and every later read of the profile fails with 500",
      change: notShownAfter((body) => /\\ud83d(?!\\ud)/.test(JSON.stringify(body))),
    },
    "number-beyond-doubles-stored": {
      fault: "1e400 in the preferences is stored, and every later read of the profile fails with 500",
      change: notShownAfter(isInfiniteWithin),
    },
  }),
  defineMutant({
    id: "updated-name-hidden",
    clause: "profile.kept",
    fault: "After an update, the profile has no lastName",
    change: replace("routes", ({ getMe, updateMe }) => {
      let isUpdated = false;
      return {
        updateMe: (request) => {
          isUpdated = true;
          return updateMe(request);
        },
        getMe: (request) => {
          const { lastName, ...profile } = Object(getMe(request));
          return isUpdated ? profile : { ...profile, lastName };
        },
      };
    }),
  }),
] satisfies readonly Mutant[];
