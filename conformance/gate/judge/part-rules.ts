/** The rules for changes outside of schemas: operations, parameters, bodies, headers, media types, servers, texts. */
import type { Tokens } from "../../../cli/json-pointer.ts";
import { record } from "../document/json.ts";
import { deprecationRule } from "./deprecation-rule.ts";
import { describeChange, describeValue } from "./describe.ts";
import { additive, breaksBoth, breaksClients, breaksImplementers, type Effects, editorial } from "./effects.ts";
import { type ContractPlace, isInServers, type Part } from "./place.ts";
import { isAdded, isRemoved, type Rule, type Values } from "./rule.ts";
import { containmentOf, isText } from "./schema-containment.ts";

/** A part of the contract, or one of its fields, that differs. */
interface PartChange extends Values {
  readonly place: ContractPlace;
  /** The name of the parameter, if the change is in one. */
  readonly parameter: string;
  /** The operation, as `operation GET /v1/search (search)`. */
  readonly subject: string;
  /** Both contracts give the parameter a type that is neither a list nor an object. */
  readonly isScalar: boolean;
}

type Condition = (change: PartChange) => boolean;
type TextOf = (change: PartChange) => string;

export const partRules: readonly Rule<PartChange>[] = [
  { id: "text", applies: ({ place }) => isTextPlace(place), effects: editorial, text: textOf },
  deprecationRule(
    ({ place }) => place.rest.length === 1 && place.rest[0] === "deprecated",
    ({ place, parameter, subject }) =>
      `the ${place.part === "operation" ? subject : `${place.part} ${place.header ?? parameter}`} `,
  ),
  {
    id: (change) => `server.${addedOrRemoved(change)}`,
    applies: (change) => isServer(change) && (isAdded(change) || isRemoved(change)),
    effects: (change) => concerningClients(isAdded(change) ? "additive" : "breaking"),
    text: (change) =>
      `the server ${record(change.after ?? change.before).url} ${isAdded(change) ? "is new" : "is gone"}`,
  },
  {
    id: "server.changed",
    applies: ({ place }) => isInServers(place),
    effects: ({ place, before, after }) => {
      // Its default is what the URL was, which is the same.
      if (isServerVariable(place.rest) && before === undefined) return editorial;
      const isWider = place.rest.at(-1) === "enum" && containmentOf("enum", before, after) === "wider";
      return concerningClients(isWider ? "additive" : "breaking");
    },
    text: ({ place, ...values }) =>
      `the server ${place.rest[1] ?? ""}: ${describeChange(place.rest.at(-1) ?? "", values)}`,
  },
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
    applies: ({ place }) => place.part === "parameter" && place.rest.length === 1,
    effects: (change) => (isExplodedScalar(change) ? editorial : breaksBoth),
    text: (change) => `${parameterOf(change)}: ${describeChange(change.place.rest[0] ?? "", change)}`,
  },
  ...presenceRules("body", breaksClients, () => "the request body"),
  {
    id: (change) => (isAdded(change) ? "body.shown" : "body.hidden"),
    applies: (change) => field("response", "content")(change) && (isAdded(change) || isRemoved(change)),
    effects: (change) => (isAdded(change) ? breaksImplementers : breaksBoth),
    text: (change) => `the response ${change.place.status} ${isAdded(change) ? "now" : "no longer"} has a body`,
  },
  ...presenceRules("header", breaksImplementers, ({ place }) => `the header ${place.header}`),
  {
    id: "media.added",
    applies: added("media"),
    effects: ({ place }) => (place.direction === "request" ? breaksImplementers : additive),
    text: ({ place }) => `the ${place.direction} may now be ${place.mediaType}`,
  },
  {
    id: "media.removed",
    applies: removed("media"),
    effects: ({ place }) => (place.direction === "request" ? breaksClients : breaksBoth),
    text: ({ place }) => `the ${place.direction} may no longer be ${place.mediaType}`,
  },
  {
    // No rule speaks of it: a false alarm is better than a breaking change that passes.
    id: "unknown",
    applies: () => true,
    effects: (change) => (isAdded(change) ? breaksImplementers : breaksBoth),
    text: ({ place, ...values }) =>
      `${describeChange(place.rest.at(-1) ?? `the ${place.part}`, values)} (a kind of change that this gate has no rule for)`,
  },
];

/** `the query parameter limit`. */
function parameterOf({ place, parameter }: PartChange): string {
  return `the ${place.parameter?.split(" ")[0]} parameter ${parameter}`;
}

/** For parts that may be required. `ifRequired`: the effects of requiring one; those of making it optional are the opposite. */
function presenceRules(
  part: "parameter" | "body" | "header",
  ifRequired: Effects,
  nameOf: TextOf,
): readonly Rule<PartChange>[] {
  const ifOptional = ifRequired === breaksClients ? breaksImplementers : breaksClients;
  const rule = (id: string, applies: Condition, effects: Rule<PartChange>["effects"], text: string | TextOf) => ({
    id: `${part}.${id}`,
    applies,
    effects,
    text: (change: PartChange) => `${nameOf(change)} ${typeof text === "string" ? text : text(change)}`,
  });
  const fromResponse = ({ place }: PartChange) => `is gone from the response ${place.status}`;
  // Servers that require the parameter refuse requests without it.
  const ifRemoved = ({ before }: PartChange) =>
    part === "parameter" && isRequired(before) ? breaksBoth : breaksClients;
  return [
    rule("added-required", added(part, isRequired), ifRequired, "is new, and required"),
    rule("added", added(part), additive, "is new"),
    rule("removed", removed(part), ifRemoved, part === "header" ? fromResponse : "is gone"),
    rule("required", field(part, "required", true), ifRequired, "is now required"),
    rule("optional", field(part, "required"), ifOptional, "is no longer required"),
  ];
}

function addedOrRemoved(change: PartChange): string {
  return isAdded(change) ? "added" : "removed";
}

/** Servers and operation ids are of no concern to those who implement the API. */
function concerningClients(clients: Effects["clients"]): Effects {
  return { clients, implementers: "editorial" };
}

function isRequired(value: unknown): boolean {
  return record(value).required === true;
}

/** The whole part was added, with this property. */
function added(part: Part, has: (value: unknown) => boolean = () => true): Condition {
  return (change) =>
    change.place.part === part && change.place.rest.length === 0 && isAdded(change) && has(change.after);
}

function removed(part: Part): Condition {
  return (change) => change.place.part === part && change.place.rest.length === 0 && isRemoved(change);
}

/** This field of the part changed, to this value if one is given. */
function field(part: Part, name: string, value?: unknown): Condition {
  return ({ place, after }) =>
    place.part === part &&
    place.rest.length === 1 &&
    place.rest[0] === name &&
    (value === undefined || after === value);
}

/** `explode` says nothing about a parameter that is neither a list nor an object. */
const isExplodedScalar = ({ place, isScalar }: PartChange) => place.rest[0] === "explode" && isScalar;

const isServer = ({ place }: PartChange) => isInServers(place) && place.rest.length === 2;

/** `/servers/URL/variables`, or one of them. */
const isServerVariable = (rest: Tokens) => rest[2] === "variables" && rest.length <= 4;

/** What has no effect on requests and responses, beside the keywords that are texts everywhere. */
const texts: Readonly<Partial<Record<Part, readonly string[]>>> = {
  document: ["info", "x-tags", "tags", "externalDocs", "x-credentials", "openapi", "jsonSchemaDialect"],
  operation: ["tags"],
  media: ["encoding"],
  // A link names a way to continue, and requires nothing.
  response: ["links"],
};

function isTextPlace(place: ContractPlace): boolean {
  const { part, rest } = place;
  if (isInServers(place)) return (rest.length === 3 || rest.length === 5) && isText(rest.at(-1) ?? "");
  const [name] = rest;
  return name !== undefined && (isText(name) || texts[part]?.includes(name) === true);
}

function textOf({ place, before, after }: PartChange): string {
  const name = place.rest[0] ?? "";
  const verb = before === undefined ? "was added" : after === undefined ? "was removed" : "changed";
  if (name === "x-name") return `a path parameter was renamed from ${describeValue(before)} to ${describeValue(after)}`;
  if (name === "x-groups") return "tags changed";
  if (name === "openapi") return describeChange(name, { before, after });
  if (isInServers(place)) return `${place.rest.at(-1)} of the server ${place.rest[1]} ${verb}`;
  if (place.part !== "document") return `${name} of the ${place.part} ${verb}`;
  return `${[name.replace(/^x-(?=tags|credentials)/, ""), ...place.rest.slice(1)].join(".")} ${verb}`;
}
