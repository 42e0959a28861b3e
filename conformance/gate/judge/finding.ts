/** A single change as it was judged, before changes with the same sentence are reported together. */
import type { Tokens } from "../../../cli/json-pointer.ts";
import type { Effects } from "./change.ts";
import type { ContractPlace } from "./place.ts";

export interface Finding {
  readonly rule: string;
  readonly effects: Effects;
  readonly sentence: string;
  readonly place: ContractPlace;
  /** The `operationId`, or `GET /v1/products`; undefined for what concerns the whole document. */
  readonly operation?: string;
  /** Within a schema: the names of the properties that contain the change, the outermost first. */
  readonly properties?: readonly string[];
  /** The place in each normal form; absent where it does not exist. */
  readonly base?: Tokens;
  readonly head?: Tokens;
}
