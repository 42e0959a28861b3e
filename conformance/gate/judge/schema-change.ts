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
  /** The message is written as XML. */
  readonly isXml: boolean;
  /** Its values are written without quotes, as those of a parameter or header are: the integer 5 and the text "5" look the same. */
  readonly isUnquoted: boolean;
  /** A list is written here as its values with commas between them, or one by one, as they would be without a list. */
  readonly isPlainList: boolean;
  /** It is in a property that is not part of this message, because that is readOnly or writeOnly. */
  readonly isLeftOut: boolean;
  /** Of `readOnly` and `writeOnly`: the property that is marked is required. */
  readonly isRequired: { readonly before: boolean; readonly after: boolean };
  /** Of `readOnly` and `writeOnly`: the object of the property that is marked allows no other properties in BASE. */
  readonly isOfClosed: boolean;
  /** The schema that has the keyword says itself in BASE that other properties may come. */
  readonly isDeclaredOpen: boolean;
  /** The schema that has the keyword. */
  readonly holder: { readonly before: Json; readonly after: Json };
}
