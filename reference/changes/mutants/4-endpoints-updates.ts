/** Faults of endpoint 12: what an update keeps, whose profile it changes (§4), and what remains of a rejected update (§7). */

import { HttpError } from "../../parts/http-error.ts";
import type { ProfileUpdate } from "../../parts/profile.ts";
import type { JsonObject } from "../../store/row.ts";
import { findUser, saveUser } from "../../store/users.ts";
import { changeUpdate, combine, ignoreIssues, replace, replaceRoute } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const dropped = (field: keyof ProfileUpdate, fault: string): Mutant =>
  defineMutant({
    id: `${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-dropped`,
    clause: "profile.kept",
    fault,
    change: changeUpdate(({ [field]: _, ...kept }) => kept),
  });

/** Each preference, changed. */
const eachPreference = (change: (value: unknown) => unknown) =>
  changeUpdate((update) => {
    if (update.preferences === undefined) return update;
    const changed = Object.entries(update.preferences).map(([name, value]) => [name, change(value)]);
    return { ...update, preferences: Object.fromEntries(changed) as JsonObject };
  });

/** Preferences whose values, at any depth, went through a converter. */
const converted = (id: string, fault: string, convert: (value: unknown) => unknown): Mutant =>
  defineMutant({
    id,
    clause: "profile.kept",
    fault,
    change: eachPreference((value) => JSON.parse(JSON.stringify(value), (_, inner) => convert(inner))),
  });

/** A converter of texts alone. */
const ofTexts = (convert: (text: string) => unknown) => (value: unknown) =>
  typeof value === "string" ? convert(value) : value;

/** A converter of the keys of objects alone. */
const ofKeys = (convert: (key: string) => string) => (value: unknown) =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [convert(key), inner]))
    : value;

/** Gives the name of an update to others too; `?` stands for addresses of the user's domain. */
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

/** Once an update with such a body is stored, every profile is answered 500. */
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
  defineMutant({
    id: "preferences-without-what-is-false",
    clause: "profile.kept",
    fault: "Preferences are filtered by their values: false, 0 and empty texts are lost",
    change: changeUpdate((update) => {
      if (update.preferences === undefined) return update;
      const kept = Object.entries(update.preferences).filter(([, value]) => Boolean(value));
      return { ...update, preferences: Object.fromEntries(kept) as JsonObject };
    }),
  }),
  defineMutant({
    id: "preferences-of-text",
    clause: "profile.kept",
    fault: "Each preference is stored as a string: an object becomes [object Object]",
    change: eachPreference((value) => (typeof value === "object" ? String(value) : value)),
  }),
  defineMutant({
    id: "preferences-without-lists",
    clause: "profile.kept",
    fault: "A list in the preferences becomes an object",
    change: eachPreference((value) =>
      JSON.parse(JSON.stringify(value), (_, inner) => (Array.isArray(inner) ? { ...inner } : inner)),
    ),
  }),
  converted(
    "preferences-numbers-read",
    "A text of digits in the preferences is read as a number, and loses its zeros",
    ofTexts((text) => (/^\d+$/.test(text) ? Number(text) : text)),
  ),
  converted(
    "preferences-words-read",
    "The texts true and null in the preferences are read as JSON",
    ofTexts((text) => (/^(?:true|false|null)$/.test(text) ? JSON.parse(text) : text)),
  ),
  converted(
    "preferences-times-in-utc",
    "A text in the preferences that looks like a time is stored as one, and comes back in UTC",
    ofTexts((text) => (/^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text).toISOString() : text)),
  ),
  converted(
    "preferences-cut",
    "A text in the preferences is cut off after 255 characters",
    ofTexts((text) => text.slice(0, 255)),
  ),
  converted("preferences-32-bit", "A whole number in the preferences is stored in 32 bits", (value) =>
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
    "Keys within preferences come back in camel case",
    ofKeys((key) => key.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())),
  ),
  converted(
    "preferences-numbered-as-list",
    "An object in the preferences whose keys are numbers comes back as a list",
    (value) =>
      value !== null && typeof value === "object" && Object.keys(value).length > 0 && "0" in value
        ? Object.values(value)
        : value,
  ),
  defineMutant({
    id: "preferences-by-path",
    clause: "profile.kept",
    fault: "A dot in a key of the preferences is taken for a path: an entry within an entry",
    change: changeUpdate((update) => {
      if (update.preferences === undefined) return update;
      const entries = Object.entries(update.preferences).map(([key, value]) => {
        const [name = "", ...inner] = key.split(".");
        return [name, inner.reduceRight<unknown>((within, part) => ({ [part]: within }), value)];
      });
      return { ...update, preferences: Object.fromEntries(entries) as JsonObject };
    }),
  }),
  defineMutant({
    id: "update-without-where",
    clause: "profile.own-only",
    fault: "The update statement has no condition: every user gets the name",
    change: alsoNames(""),
  }),
  defineMutant({
    id: "update-of-the-domain",
    clause: "profile.own-only",
    fault: "An update also changes all users whose e-mail address has the same domain",
    change: alsoNames("WHERE email LIKE ?"),
  }),
  defineMutant({
    id: "update-of-other-domains",
    clause: "profile.own-only",
    fault: "An update also changes all users whose e-mail address has another domain",
    change: alsoNames("WHERE email NOT LIKE ?"),
  }),
  defineMutant({
    id: "update-of-shared-preferences",
    clause: "profile.own-only",
    fault: "All users have one object of default preferences, into which an update is merged",
    change: replaceRoute("updateMe", (route) => (request) => {
      const answer = route(request);
      const { store, body } = request;
      const { preferences } = body as ProfileUpdate;
      if (preferences !== undefined)
        store.transaction(() => store.run("UPDATE users SET preferences = ?", JSON.stringify(preferences)));
      return answer;
    }),
  }),
  defineMutant({
    id: "updated-profile-for-all",
    clause: "profile.own-only",
    fault: "After an update the profile is cached by path, and answered to every caller",
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
  }),
  defineMutant({
    id: "update-field-by-field",
    clause: "error.changes-nothing",
    fault: "firstName is stored before lastName is validated, although the update is rejected",
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
  defineMutant({
    id: "null-names-stored",
    clause: "profile.readable",
    fault: "Null in place of a first name is stored, and the profile shows it",
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
  }),
  defineMutant({
    id: "half-a-character-stored",
    clause: "profile.readable",
    fault:
      "Half a surrogate pair in the preferences is stored, and no profile with it can be encoded: 500 from then on",
    change: notShownAfter((body) => /\\ud83d(?!\\ud)/.test(JSON.stringify(body))),
  }),
  defineMutant({
    id: "number-beyond-doubles-stored",
    clause: "profile.readable",
    fault:
      "1e400 in the preferences is read as infinite and stored, and no profile with it can be encoded: 500 from then on",
    change: notShownAfter(isInfiniteWithin),
  }),
  defineMutant({
    id: "updated-name-hidden",
    clause: "profile.kept",
    fault: "An update loses the last name: the profile no longer shows any",
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
