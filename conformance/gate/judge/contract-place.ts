/** Which part of the contract a place in the normal form belongs to. */
import { formatPointer, type Tokens } from "../../../cli/json-pointer.ts";
import { isSentByApi, methods } from "../document/normal.ts";
import { isKeyword } from "../document/normal-schema.ts";

export type Direction = "request" | "response";

export type Part =
  | "document"
  | "path"
  | "operation"
  | "parameter"
  | "body"
  | "response"
  | "header"
  | "media"
  | "security";

export interface ContractPlace {
  readonly part: Part;
  /** The tokens below the part; empty for the part itself. */
  readonly rest: Tokens;
  readonly path?: string;
  readonly method?: string;
  readonly direction?: Direction;
  /** The key in the normal form: `query limit`. */
  readonly parameter?: string;
  readonly status?: string;
  readonly header?: string;
  readonly mediaType?: string;
  /** The place within the part's schema, if it is in it. */
  readonly schema?: SchemaPlace;
}

/** A keyword of a schema, or one member of it: a property, or an item of a list. */
export interface SchemaPlace {
  /** From the part's schema to the schema that has the keyword. */
  readonly holder: Tokens;
  /** `schema` for the part's schema as a whole. */
  readonly keyword: string;
  readonly member: string | undefined;
}

/** `request`, or `webhook's request`: what the sentence about a change calls the message that the place is in. */
export function messageName({ path = "", direction = "response" }: ContractPlace): string {
  return isSentByApi(path) && path !== "" ? `${path.split(" ")[0]}'s ${direction}` : direction;
}

export const isXml = ({ mediaType = "" }: ContractPlace) => /[/+]xml/.test(mediaType);

/** It is the schema of a parameter or header without a media type, or of the items of a list there. */
export const isUnquoted = ({ part, mediaType, schema }: ContractPlace) =>
  (part === "parameter" || part === "header") &&
  mediaType === undefined &&
  schema?.holder.every((token) => token === "items") === true;

export function contractPlace(tokens: Tokens): ContractPlace {
  const [root, path, method, ...inOperation] = tokens;
  if (root !== "paths" || path === undefined) return { part: "document", rest: tokens };
  if (method === undefined || !methods.includes(method)) return { part: "path", rest: tokens.slice(2), path };
  return { path, method, ...placeInOperation(inOperation) };
}

function placeInOperation(tokens: Tokens): ContractPlace {
  const [section, ...below] = tokens;
  const [key, ...inside] = below;
  if (section === "security") return { part: "security", rest: below };
  if (section === "requestBody") return { direction: "request", ...inContent("body", below) };
  if (section === "parameters" && key !== undefined)
    return { part: "parameter", parameter: key, direction: "request", ...inDescribed(inside) };
  if (section === "responses" && key !== undefined)
    return { direction: "response", status: key, ...placeInResponse(inside) };
  return { part: "operation", rest: tokens };
}

function placeInResponse(tokens: Tokens): ContractPlace {
  const [section, header, ...inHeader] = tokens;
  if (section !== "headers" || header === undefined) return inContent("response", tokens);
  return { part: "header", header, ...inDescribed(inHeader) };
}

/** A parameter or header has a schema, or a media type that has one. */
function inDescribed(tokens: Tokens): Pick<ContractPlace, "rest" | "schema" | "mediaType"> {
  const [content, mediaType, ...inside] = tokens;
  if (content !== "content" || mediaType === undefined || inside.length === 0) return withSchema(tokens);
  return { mediaType, ...withSchema(inside) };
}

function inContent(part: "body" | "response", tokens: Tokens): ContractPlace {
  const [content, mediaType, ...inside] = tokens;
  if (content !== "content" || mediaType === undefined) return { part, rest: tokens };
  return { part: "media", mediaType, ...withSchema(inside) };
}

function withSchema(tokens: Tokens): Pick<ContractPlace, "rest" | "schema"> {
  return tokens[0] === "schema" ? { rest: tokens, schema: schemaPlace(tokens.slice(1)) } : { rest: tokens };
}

const hasMembers = (keyword: string) => isKeyword("named", keyword) || isKeyword("list", keyword);

/** The tokens within a schema, keyword by keyword. */
export function schemaSteps(tokens: Tokens): readonly Pick<SchemaPlace, "keyword" | "member">[] {
  const steps: Pick<SchemaPlace, "keyword" | "member">[] = [];
  for (let at = 0; at < tokens.length; ) {
    const [keyword = "", member] = tokens.slice(at, at + 2);
    steps.push({ keyword, member: hasMembers(keyword) ? member : undefined });
    at += hasMembers(keyword) ? 2 : 1;
  }
  return steps;
}

/** A schema within it that allows more lets the whole allow less, so it is judged as a whole. */
export const isNegated = (keyword: string) => keyword === "not" || keyword === "if";

/** What is below a keyword that holds no schemas belongs to that keyword. */
function schemaPlace(tokens: Tokens): SchemaPlace {
  let last: Pick<SchemaPlace, "keyword" | "member"> = { keyword: "schema", member: undefined };
  let length = 0;
  let start = 0;
  for (const step of schemaSteps(tokens)) {
    last = step;
    start = length;
    length += hasMembers(step.keyword) ? 2 : 1;
    if ((!hasMembers(step.keyword) && !isKeyword("single", step.keyword)) || isNegated(step.keyword)) break;
  }
  return { ...last, holder: tokens.slice(0, start) };
}

/** The smallest value around `tokens` that a rule judges. */
export function judgedTokens(tokens: Tokens): Tokens {
  const { rest, schema } = contractPlace(tokens);
  if (schema === undefined || schema.keyword === "schema") return tokens;
  const judged = schema.holder.length + (schema.member === undefined ? 1 : 2);
  return tokens.slice(0, tokens.length - (rest.length - 1) + judged);
}

/** Keywords that are judged as one. */
const joined: ReadonlyMap<string, string> = new Map([
  ["then", "if"],
  ["else", "if"],
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
]);

/** The same for places that one rule judges together. */
export function judgedKey(tokens: Tokens): string {
  const { schema } = contractPlace(tokens);
  const leader = schema?.member === undefined ? joined.get(schema?.keyword ?? "") : undefined;
  return formatPointer(leader === undefined ? tokens : [...tokens.slice(0, -1), leader]);
}

/** What is added and removed member by member: the operations of a path, the servers, the properties of a schema, the encodings of a form. */
export function isCollection(tokens: Tokens): boolean {
  const { part, rest, schema } = contractPlace(tokens);
  if (schema !== undefined) return schema.keyword === "properties" && schema.member === undefined;
  if (part === "path" && rest.length === 0) return true;
  if (part === "media" && rest[0] === "encoding")
    return rest.length < 3 || (rest.length === 3 && rest[2] === "headers");
  return rest.length === 1 && isInServers({ part, rest });
}

/** Servers are listed at the document, a path or an operation. */
export const isInServers = ({ part, rest }: ContractPlace) =>
  ["document", "path", "operation"].includes(part) && rest[0] === "servers";

export const isSent = ({ path }: ContractPlace) => path !== undefined && isSentByApi(path);

/** The request of a webhook comes from the API, as the response to a request of a client does. */
export function travelsAs(place: ContractPlace): Direction {
  const { direction = "response" } = place;
  if (!isSent(place)) return direction;
  return direction === "request" ? "response" : "request";
}
