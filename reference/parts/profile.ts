/** What an update of the profile stores (§4, endpoint 12). */
import type { JsonObject } from "../store/row.ts";
import type { UserRow } from "../store/users.ts";

/** The fields of the request body that are present. */
export interface ProfileUpdate {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly avatarBase64?: string;
  readonly avatarType?: string;
  readonly preferences?: JsonObject;
}

export interface Profile {
  /** The user after the update. `updatedAt` is the time of the update, in ISO 8601. */
  keep(user: UserRow, update: ProfileUpdate, updatedAt: string): UserRow;
}

export const profile: Profile = {
  keep: (user, update, updatedAt) => ({ ...user, ...update, updatedAt }),
};
