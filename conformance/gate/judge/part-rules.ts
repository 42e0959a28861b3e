/** The rules for changes outside of schemas: operations, parameters, bodies, headers, media types. */
import { writtenType } from "../comparison/media-types.ts";
import { messageName } from "./contract-place.ts";
import { deprecationRule } from "./deprecation-rule.ts";
import { describeChange } from "./describe.ts";
import { additive, breaksBoth, breaksClients, breaksImplementers, editorial } from "./effects.ts";
import { encodingRule } from "./encoding-rule.ts";
import { flowRules } from "./flow-rules.ts";
import { added, concerningClients, field, type PartChange, removed } from "./part-change.ts";
import { textRule } from "./part-texts.ts";
import { presenceRules } from "./presence-rules.ts";
import { isAdded, isRemoved, type Rule } from "./rule.ts";
import { effectsOf } from "./schema-containment.ts";
import { serverRules } from "./server-rules.ts";

export const partRules: readonly Rule<PartChange>[] = [
  {
    id: "callback.url",
    applies: isOfSent("url"),
    effects: breaksBoth,
    text: ({ subject, after }) => `the ${subject} is now sent to ${after}`,
  },
  {
    id: "operation.id",
    applies: isOfSent("name"),
    effects: concerningClients("breaking"),
    text: ({ subject, after }) => `the ${subject} is now called ${after}`,
  },
  ...flowRules,
  {
    // Whoever must send a parameter violates HEAD without it; whoever reads the type gets nothing that BASE rules out.
    id: "media.parameters",
    applies: field("media", writtenType),
    effects: ({ place, after }) =>
      effectsOf(String(after).includes(";") ? "narrower" : "wider", place.direction ?? "request"),
    text: ({ place, after }) => `the ${messageName(place)} that was ${place.mediaType} is now ${after}`,
  },
  textRule,
  deprecationRule(
    ({ place }) => place.rest.length === 1 && place.rest[0] === "deprecated",
    (change) => {
      const { place, name, subject } = change;
      if (place.part === "header") return `${headerOf(change)} `;
      return `the ${place.part === "operation" ? subject : `${place.part} ${name}`} `;
    },
  ),
  ...serverRules,
  {
    id: "operation.added",
    applies: added("operation"),
    effects: breaksImplementers,
    text: ({ subject }) => `new ${subject}`,
  },
  {
    id: "operation.removed",
    applies: removed("operation"),
    effects: breaksClients,
    text: ({ subject }) => `the ${subject} is gone`,
  },
  {
    // Generated code has functions of this name.
    id: "operation.id",
    applies: field("operation", "operationId"),
    effects: concerningClients("breaking"),
    text: (change) => describeChange("operationId", change),
  },
  ...presenceRules("parameter", breaksClients, parameterOf),
  {
    id: "parameter.changed",
    applies: ({ place }) => place.part === "parameter" && place.rest.length > 0,
    effects: (change) => {
      if (isExplodedScalar(change)) return editorial;
      // What was sent before is still valid.
      if (!["allowEmptyValue", "allowReserved"].includes(change.place.rest[0] ?? "")) return breaksBoth;
      return isAdded(change) ? breaksImplementers : breaksClients;
    },
    text: (change) => `${parameterOf(change)}: ${describeChange(change.place.rest.join("."), change)}`,
  },
  ...presenceRules("body", breaksClients, () => "the request body"),
  {
    id: (change) => (isAdded(change) ? "body.shown" : "body.hidden"),
    applies: (change) => field("response", "content")(change) && (isAdded(change) || isRemoved(change)),
    effects: (change) => (isAdded(change) ? breaksImplementers : breaksBoth),
    text: ({ place: { status }, newStatus, ...values }) =>
      newStatus === undefined
        ? `the response ${status} ${isAdded(values) ? "now" : "no longer"} has a body`
        : `the response ${newStatus}, which replaces ${status}, has ${isAdded(values) ? "a" : "no"} body`,
  },
  ...presenceRules("header", breaksImplementers, headerOf),
  {
    id: "header.changed",
    applies: ({ place }) => place.part === "header" && place.rest.length > 0,
    effects: breaksBoth,
    text: (change) => `${headerOf(change)}: ${describeChange(change.place.rest.join("."), change)}`,
  },
  {
    id: "media.added",
    applies: added("media"),
    // A client can ask for one of the types that are still listed; in place of the type that it knows it may receive any of a range.
    effects: ({ place, narrowerTypes }) => {
      if (place.direction === "request") return breaksImplementers;
      return narrowerTypes.length > 0 ? breaksClients : additive;
    },
    text: ({ place, narrowerTypes }) =>
      `the ${messageName(place)} may now be ${[place.mediaType, ...narrowerTypes].join(", not only ")}`,
  },
  {
    id: "media.removed",
    applies: removed("media"),
    effects: ({ place }) => (place.direction === "request" ? breaksClients : breaksBoth),
    text: ({ place }) => `the ${messageName(place)} may no longer be ${place.mediaType}`,
  },
  encodingRule,
  {
    // No rule speaks of it: a false alarm is better than a breaking change that passes.
    id: "unknown",
    applies: () => true,
    effects: breaksBoth,
    text: ({ place, ...values }) =>
      `${describeChange(place.rest.at(-1) ?? `the ${place.part}`, values)} (a kind of change that this gate has no rule for)`,
  },
];

/** The name or the URL of a webhook or callback that is the same otherwise. */
function isOfSent(name: "name" | "url") {
  return ({ place: { part, rest } }: PartChange) => part === "path" && rest[0] === "x-sent" && rest[1] === name;
}

/** `the query parameter limit`. */
function parameterOf({ place, name }: PartChange): string {
  return `the ${place.parameter?.split(" ")[0]} parameter ${name}`;
}

/** `the header X-Total of the response`. */
function headerOf({ place, name }: PartChange): string {
  return `the header ${name} of the ${messageName(place)}`;
}

/** `explode` says nothing about a parameter that is neither a list nor an object. */
const isExplodedScalar = ({ place, isScalar }: PartChange) => place.rest[0] === "explode" && isScalar;
