/** §4, endpoints 11 and 12. An API key acts for the member who created it. */
import type { ProfileUpdate } from "../parts/profile.ts";
import { notFound, type Route, type RouteRequest, timestamp } from "../parts/route.ts";
import { findUser, saveUser, type UserRow } from "../store/users.ts";
import { objectField, textField } from "./body-fields.ts";

function me({ store, caller }: RouteRequest): UserRow {
  const user = findUser(store, caller.userId);
  if (user === undefined) throw notFound("user");
  return user;
}

export const getMe: Route = (request) => request.parts.serializers.user(me(request));

export const updateMe: Route = (request) => {
  const { serializers, profile } = request.parts;
  const user = profile.keep(me(request), updateOf(request.body), timestamp(request));
  saveUser(request.store, user);
  return serializers.user(user);
};

/** The update, with only the fields that are in the body. Other fields of the profile keep their values. */
function updateOf(body: unknown): ProfileUpdate {
  const [firstName, lastName] = [textField(body, "firstName"), textField(body, "lastName")];
  const [avatarBase64, avatarType] = [textField(body, "avatarBase64"), textField(body, "avatarType")];
  const preferences = objectField(body, "preferences");
  return {
    ...(firstName === null ? {} : { firstName }),
    ...(lastName === null ? {} : { lastName }),
    ...(avatarBase64 === null ? {} : { avatarBase64 }),
    ...(avatarType === null ? {} : { avatarType }),
    ...(preferences === undefined ? {} : { preferences }),
  };
}
