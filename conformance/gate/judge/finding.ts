/** One difference as it was judged, before those that say the same are put together. */
import type { Tokens } from "../document/pointer.ts";
import type { ContractPlace } from "./place.ts";
import type { Judgement } from "./schema-rules.ts";

export interface Finding extends Judgement {
  /** The whole sentence. */
  readonly sentence: string;
  readonly place: ContractPlace;
  /** The `operationId`, or `GET /v1/products`; undefined for what concerns the whole document. */
  readonly operation?: string;
  /** `path`, `query`, `header` or `cookie`, where it is about a parameter. */
  readonly parameterIn?: string;
  /** The way below the schema to what it is about, with the property's name. */
  readonly schema?: Tokens;
  /** The ways to it in the normal forms; absent where it is not there. */
  readonly base?: Tokens;
  readonly head?: Tokens;
}
