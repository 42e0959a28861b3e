/** A difference inside a schema. */
import type { Json } from "../document/json.ts";
import type { Direction, SchemaPlace } from "./contract-place.ts";
import type { Values } from "./rule.ts";

/** A keyword of a schema, or a member of it, that differs. */
export interface SchemaChange extends Values, Omit<SchemaPlace, "holder"> {
  readonly direction: Direction;
  /** Where it is, as its sentence says it: `request`, or `callback's request`. */
  readonly message: string;
  /** The named schema that a member of a list refers to. */
  readonly memberName?: string | undefined;
  /** The schema that has the keyword. */
  readonly holder: { readonly before: Json; readonly after: Json };
}
