/** A difference inside a schema. */
import type { Json } from "../document/json.ts";
import type { Direction, SchemaPlace } from "./contract-place.ts";
import type { Values } from "./rule.ts";

/** A keyword of a schema, or a member of it, that differs. */
export interface SchemaChange extends Values, Omit<SchemaPlace, "holder"> {
  readonly direction: Direction;
  /** What the sentence calls the message that contains the schema: `request`, or `callback's request`. */
  readonly message: string;
  /** The name of the schema to which a member of a list refers. */
  readonly memberName?: string | undefined;
  /** The message is written as XML. */
  readonly isXml: boolean;
  /** Values are written without quotes, as those of a parameter or header are: the integer 5 and the text "5" look the same. */
  readonly isUnquoted: boolean;
  /**
   * An array is written as its values with commas between them, or as one parameter for each value, so an array of one value looks like the
   * value.
   */
  readonly isPlainList: boolean;
  /** The change is in a property that this message does not contain, because the property is readOnly or writeOnly. */
  readonly isLeftOut: boolean;
  /** For a change of `readOnly` or `writeOnly`: whether the object requires the property. */
  readonly isRequired: { readonly before: boolean; readonly after: boolean };
  /** For a change of `readOnly` or `writeOnly`: whether the property's object allows no other properties in BASE. */
  readonly isOfClosed: boolean;
  /** In BASE, the schema that has the keyword says explicitly that other properties are allowed. */
  readonly isDeclaredOpen: boolean;
  /** The schema that has the keyword. */
  readonly holder: { readonly before: Json; readonly after: Json };
}
