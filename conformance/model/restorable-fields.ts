/** The fields of a profile that can be restored after a change. Pure: k6 imports this file. */

/** The fields that endpoint 12 accepts and `getMe` shows (§2.9, §4). A picture is not shown. */
const fields = ["firstName", "lastName", "avatarType", "preferences"];

/** These fields of the profile. A missing field cannot be restored. */
export const restorableFields = (profile: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(fields.filter((name) => profile[name] !== undefined).map((name) => [name, profile[name]]));
