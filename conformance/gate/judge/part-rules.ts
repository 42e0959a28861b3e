/** Judges a difference outside of schemas: operations, parameters, bodies, headers, media types, servers, texts. */
import { isRecord } from "../../../spec/contract.ts";
import type { Difference } from "../engine/difference.ts";
import { additive, breaksBoth, breaksClients, breaksImplementers, editorial } from "./change.ts";
import type { ContractPlace } from "./place.ts";
import { isText, relationOf } from "./relation.ts";
import { deprecation, type Judgement } from "./schema-rules.ts";
import { said } from "./words.ts";

/** Undefined: another rule tells it. `parameter` is the parameter's own name. */
export function judgePart(place: ContractPlace, difference: Difference, parameter: string): Judgement | undefined {
  const { kind, property } = difference;
  if (property !== undefined && isText(property)) return textChanged(property, place);
  if (property === "deprecated") return deprecation(difference.head?.value === true);
  switch (place.part) {
    case "document":
      return judgeDocument(place.rest, difference);
    case "path":
    case "operation":
      return judgeOperation(place, difference);
    case "parameter":
      return inside(place.rest, difference) ?? judgeParameter(parameter, difference);
    case "body":
      return inside(place.rest, difference) ?? judgeBody(difference);
    case "header":
      return inside(place.rest, difference) ?? judgeHeader(place, difference);
    case "media":
      return judgeMedia(place, difference);
    // Codes and credentials are judged operation by operation.
    case "response":
      return place.rest.length === 0 ? undefined : judgeResponse(place, difference);
    case "security":
      return undefined;
    default:
      return kind === "modified" ? unknownPart(difference) : additiveOrGone(difference, "this part");
  }
}

/** What stands further down than the part itself, and in no schema. */
function inside([section]: readonly string[], difference: Difference): Judgement | undefined {
  if (section === undefined) return undefined;
  return isText(section) ? textOf(section) : unknownPart(difference);
}

function textChanged(property: string, place: ContractPlace): Judgement {
  if (property === "x-name") return { rule: "text", text: "a path parameter has another name", effects: editorial };
  if (property === "x-groups") return { rule: "text", text: "tags changed", effects: editorial };
  return {
    rule: "text",
    text: `${property} of ${place.part === "document" ? "the document" : `the ${place.part}`} changed`,
    effects: editorial,
  };
}

const documentTexts = new Set([
  "info",
  "x-tags",
  "tags",
  "externalDocs",
  "x-credentials",
  "openapi",
  "jsonSchemaDialect",
]);

function judgeDocument(rest: readonly string[], difference: Difference): Judgement | undefined {
  const [section = difference.property ?? ""] = rest;
  if (section === "info" && difference.property === "version") return undefined;
  if (documentTexts.has(section) || isText(section))
    return { rule: "text", text: `${section.replace(/^x-(?=tags|credentials)/, "")} changed`, effects: editorial };
  if (section === "servers") return judgeServer(difference);
  if (section === "paths") return undefined;
  return unknownPart(difference);
}

/** Which address serves it is the clients' concern. */
function judgeServer({ kind, property, base, head }: Difference): Judgement {
  const url = (value: unknown): string =>
    Array.isArray(value) ? value.map(url).join(" and ") : isRecord(value) ? String(value.url) : said(value);
  const effects = (clients: "breaking" | "additive") => ({ clients, implementers: "editorial" }) as const;
  if (kind === "added")
    return { rule: "server.added", text: `the server ${url(head?.value)} is new`, effects: effects("additive") };
  if (kind === "removed")
    return { rule: "server.removed", text: `the server ${url(base?.value)} is gone`, effects: effects("breaking") };
  const text = `a server's ${property} was ${url(base?.value)}, and is ${url(head?.value)}`;
  const isMore = property === "enum" && relationOf("enum", base?.value, head?.value) === "wider";
  return { rule: "server.changed", text, effects: effects(isMore ? "additive" : "breaking") };
}

function judgeOperation(place: ContractPlace, difference: Difference): Judgement | undefined {
  const { kind, property } = difference;
  const isWhole = place.rest.length === 0;
  if (isWhole && kind === "added")
    return { rule: "operation.added", text: "the operation is new", effects: breaksImplementers };
  if (isWhole && kind === "removed")
    return { rule: "operation.removed", text: "the operation is gone", effects: breaksClients };
  if (property === "operationId") {
    const text = `operationId ${said(difference.base?.value)} is now ${said(difference.head?.value)}`;
    return { rule: "operation.id", text, effects: { clients: "breaking", implementers: "editorial" } };
  }
  const section = place.rest[0] ?? property;
  if (section === "tags" || section === "externalDocs")
    return { rule: "text", text: `${section} changed`, effects: editorial };
  if (section === "servers") return judgeServer(difference);
  if (section !== undefined && isText(section)) return textOf(section);
  return unknownPart(difference);
}

function judgeParameter(name: string, { kind, property, base, head }: Difference): Judgement {
  const isRequired = (value: unknown) => isRecord(value) && value.required === true;
  if (kind === "added") {
    return isRequired(head?.value)
      ? { rule: "parameter.added-required", text: `the parameter ${name} is new, and required`, effects: breaksClients }
      : { rule: "parameter.added", text: `the parameter ${name} is new`, effects: additive };
  }
  if (kind === "removed") {
    const effects = isRequired(base?.value) ? breaksBoth : breaksClients;
    return { rule: "parameter.removed", text: `the parameter ${name} is gone`, effects };
  }
  if (property === "required") {
    return head?.value === true
      ? { rule: "parameter.required", text: `the parameter ${name} is now required`, effects: breaksClients }
      : {
          rule: "parameter.optional",
          text: `the parameter ${name} is no longer required`,
          effects: breaksImplementers,
        };
  }
  const text = `${property} of the parameter ${name} was ${said(base?.value)}, and is ${said(head?.value)}`;
  return { rule: "parameter.changed", text, effects: breaksBoth };
}

function judgeBody(difference: Difference): Judgement {
  const { kind, property, head } = difference;
  const isRequired = isRecord(head?.value) && head.value.required === true;
  if (kind === "added") {
    return isRequired
      ? { rule: "body.added-required", text: "a request body is new, and required", effects: breaksClients }
      : { rule: "body.added", text: "a request body is new", effects: additive };
  }
  if (kind === "removed") return { rule: "body.removed", text: "the request body is gone", effects: breaksClients };
  if (property !== "required") return unknownPart(difference);
  return head?.value === true
    ? { rule: "body.required", text: "the request body is now required", effects: breaksClients }
    : { rule: "body.optional", text: "the request body is no longer required", effects: breaksImplementers };
}

/** §8: the three headers are on every response. */
function judgeHeader({ header = "", status }: ContractPlace, difference: Difference): Judgement {
  const { kind, property, head } = difference;
  const name = `the header ${header}`;
  const isRequired = isRecord(head?.value) && head.value.required === true;
  if (kind === "removed")
    return { rule: "header.removed", text: `${name} is gone from ${status}`, effects: breaksClients };
  if (kind === "added") {
    return isRequired
      ? { rule: "header.added-required", text: `${name} is new, and required`, effects: breaksImplementers }
      : { rule: "header.added", text: `${name} is new`, effects: additive };
  }
  if (property !== "required") return unknownPart(difference);
  return head?.value === true
    ? { rule: "header.required", text: `${name} is now required`, effects: breaksImplementers }
    : { rule: "header.optional", text: `${name} is no longer required`, effects: breaksClients };
}

function judgeMedia({ mediaType = "", direction, rest }: ContractPlace, difference: Difference): Judgement | undefined {
  if (rest.length > 0)
    return ["example", "examples", "encoding"].includes(rest[0] ?? "") ? textOf(rest[0]) : unknownPart(difference);
  if (difference.kind === "modified") return unknownPart(difference);
  const isAdded = difference.kind === "added";
  const text = `the media type ${mediaType} is ${isAdded ? "new" : "gone"} in the ${direction}`;
  const rule = isAdded ? "media.added" : "media.removed";
  if (direction === "request") return { rule, text, effects: isAdded ? breaksImplementers : breaksClients };
  return { rule, text, effects: isAdded ? additive : breaksBoth };
}

const textOf = (section = "") => ({ rule: "text", text: `${section} changed`, effects: editorial });

/** The body of a response, as a whole, came or went. */
function judgeResponse({ rest, status }: ContractPlace, difference: Difference): Judgement {
  const [section] = rest;
  if (section === "content" && rest.length === 1) {
    return difference.kind === "added"
      ? { rule: "body.shown", text: `${status} carries a body now`, effects: breaksImplementers }
      : { rule: "body.hidden", text: `${status} carries no body any more`, effects: breaksBoth };
  }
  // OpenAPI: a link tells of a way to go on, and promises nothing.
  if (section === "links") return textOf("links");
  return unknownPart(difference);
}

function additiveOrGone({ kind }: Difference, what: string): Judgement {
  return kind === "added"
    ? { rule: "part.added", text: `${what} is new`, effects: additive }
    : { rule: "part.removed", text: `${what} is gone`, effects: breaksBoth };
}

/** Nobody has thought of it yet: better told as breaking than passed over. */
function unknownPart({ kind, property, base, head, tokens }: Difference): Judgement {
  const what = property ?? tokens.at(-1) ?? "the document";
  const text =
    kind === "modified"
      ? `${what} was ${said(base?.value)}, and is ${said(head?.value)}`
      : `${what} is ${kind === "added" ? "new" : "gone"}`;
  return {
    rule: "unknown",
    text: `${text} (a kind of change that this gate does not know)`,
    effects: kind === "added" ? breaksImplementers : breaksBoth,
  };
}
