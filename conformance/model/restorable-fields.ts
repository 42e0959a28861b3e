/** What of a profile can be put back after it was changed. Pure: k6 imports it. */

/** The fields that endpoint 12 takes and `getMe` shows (§2.9, §4); a picture cannot be read. */
const fields = ["firstName", "lastName", "avatarType", "preferences"];

/** The profile in those fields; what was not there cannot be put back. */
export const restorableFields = (profile: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(fields.filter((name) => profile[name] !== undefined).map((name) => [name, profile[name]]));
