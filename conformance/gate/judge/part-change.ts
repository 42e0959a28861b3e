/** A difference outside of schemas, and conditions on it. */
import { record } from "../document/json.ts";
import type { ContractPlace, Part } from "./contract-place.ts";
import type { Effects } from "./effects.ts";
import { isAdded, isRemoved, type Values } from "./rule.ts";

/** A part of the contract, or one of its fields, that differs. */
export interface PartChange extends Values {
  readonly place: ContractPlace;
  /** The name of the parameter or header, or the URL of the server, if the change is in one. */
  readonly name: string;
  /** The operation, as `operation GET /v1/search (search)`. */
  readonly subject: string;
  /** The status in HEAD of the response, if the change is in one whose status was replaced. */
  readonly newStatus: string | undefined;
  /** The media types of BASE that HEAD has only by the range that the change is about. */
  readonly narrowerTypes: readonly string[];
  /** A contract gives the parameter a type that is neither a list nor an object: with the other, a single value is sent as before. */
  readonly isScalar: boolean;
}

export type Condition = (change: PartChange) => boolean;
export type TextOf = (change: PartChange) => string;

/** The whole part was added, with this property. */
export function added(part: Part, has: (value: unknown) => boolean = () => true): Condition {
  return (change) =>
    change.place.part === part && change.place.rest.length === 0 && isAdded(change) && has(change.after);
}

export function removed(part: Part): Condition {
  return (change) => change.place.part === part && change.place.rest.length === 0 && isRemoved(change);
}

/** This field of the part changed, to this value if one is given. */
export function field(part: Part, name: string, value?: unknown): Condition {
  return ({ place, after }) =>
    place.part === part &&
    place.rest.length === 1 &&
    place.rest[0] === name &&
    (value === undefined || after === value);
}

export function isRequired(value: unknown): boolean {
  return record(value).required === true;
}

/** Servers and operation ids are of no concern to those who implement the API. */
export function concerningClients(clients: Effects["clients"]): Effects {
  return { clients, implementers: "editorial" };
}
