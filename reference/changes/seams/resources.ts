/** Changes how resources are written, and what an update of the profile stores. */
import type { ProfileUpdate } from "../../parts/profile.ts";
import { type Body, type Serializers, serializers } from "../../parts/serializers.ts";
import type { UserRow } from "../../store/users.ts";
import { type Change, combine, replace } from "./replace.ts";

/** The name of a serializer that writes one resource. */
export type Resource = Exclude<keyof Serializers, "list" | "bareList">;

type Rows = { readonly [K in Resource]: Parameters<Serializers[K]>[0] };

type ResourceSerializers = { readonly [K in Resource]: (row: Rows[K]) => Body };

/** Changes the body of a resource. `change` gets the body, and the row of the database that the body was made of. */
export function changeResource<K extends Resource>(resource: K, change: (body: Body, row: Rows[K]) => Body): Change {
  return replace("serializers", (serializers: ResourceSerializers) => {
    const serialize = serializers[resource];
    return { [resource]: (row: Rows[K]) => change(serialize(row), row) };
  });
}

/** Sets fields of the body of a resource to the values that `fieldsOf` returns. */
export const setFields = <K extends Resource>(resource: K, fieldsOf: (body: Body, row: Rows[K]) => Body): Change =>
  changeResource(resource, (body, row) => ({ ...body, ...fieldsOf(body, row) }));

const isResource = (name: string): name is Resource => name !== "list" && name !== "bareList";

/** Changes the body of every resource. */
export const changeResources = (change: (body: Body, resource: Resource) => Body): Change =>
  combine(
    ...Object.keys(serializers)
      .filter(isResource)
      .map((resource) => changeResource(resource, (body) => change(body, resource))),
  );

/** A function that returns a body without the fields of these names. */
export const omitting =
  (...names: readonly string[]) =>
  (body: Body): Body =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

/** Changes the values that an update of the profile stores. */
export const changeUpdate = (change: (update: ProfileUpdate, user: UserRow) => ProfileUpdate): Change =>
  replace("profile", ({ keep }) => ({
    keep: (user, update, updatedAt) => keep(user, change(update, user), updatedAt),
  }));
