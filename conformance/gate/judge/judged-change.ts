/** A judgement with its place, its operation, and what it means to clients and to implementers. */
import type { Tokens } from "../../../cli/json-pointer.ts";
import { type ContractPlace, isSent } from "./contract-place.ts";
import { isAdded, isRemoved, type JudgedChange, type Judgement, type Values } from "./rule.ts";
import type { Sides } from "./sides.ts";
import { operationName } from "./written-names.ts";

/** The judgement with its place, the name of its operation, and its effects in the direction in which the operation is sent. */
export function judgedChange(judged: Judgement, place: ContractPlace, sides: Sides): JudgedChange {
  const operation = operationName(place, sides);
  const { clients, implementers } = judged.effects;
  // The API sends webhooks and callbacks, and a client answers them: what a change of one means to clients and to implementers is the
  // other way round. That an operation is added, removed or renamed means the same as for any other, and schemas and security have the direction.
  const isWhole = place.part === "operation" || place.part === "path";
  const hasDirection = place.schema !== undefined || place.part === "security";
  // An error that is no longer listed breaks clients in both: they read it in responses, and send it in their answers.
  const isSwapped = isSent(place) && !isWhole && !hasDirection && judged.rule !== "error.removed";
  const effects = isSwapped ? { clients: implementers, implementers: clients } : judged.effects;
  return { ...judged, effects, place, operation };
}

export const placesOf = (tokens: Tokens, values: Values) => ({
  ...(isAdded(values) ? {} : { base: tokens }),
  ...(isRemoved(values) ? {} : { head: tokens }),
});
