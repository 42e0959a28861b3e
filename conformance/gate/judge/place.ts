/** Which part of the contract a place in the normal form is. */
import { methods } from "../document/normal.ts";
import type { Tokens } from "../document/pointer.ts";

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
  /** The way to the part itself; `rest` is what is left of it. */
  readonly rest: Tokens;
  readonly path?: string;
  readonly method?: string;
  readonly direction?: Direction;
  readonly status?: string;
  readonly header?: string;
  readonly mediaType?: string;
  /** The way below the schema, where it is in one. */
  readonly schema?: Tokens;
}

export function contractPlace(tokens: Tokens): ContractPlace {
  const [root, path, method, section, ...below] = tokens;
  if (root !== "paths" || path === undefined) return { part: "document", rest: tokens };
  if (method === undefined) return { part: "path", rest: [], path };
  if (!methods.includes(method)) return { part: "path", rest: tokens.slice(2), path };
  const operation = { path, method };
  if (section === "parameters" && below.length > 0) {
    return { part: "parameter", direction: "request", ...operation, ...withSchema(below.slice(1)) };
  }
  if (section === "requestBody") return { direction: "request", ...operation, ...inContent("body", below) };
  if (section === "responses" && below[0] !== undefined) {
    const [status, kind, header, ...inside] = below;
    const response = { direction: "response", status, ...operation } as const;
    if (kind === "headers" && header !== undefined)
      return { part: "header", header, ...response, ...withSchema(inside) };
    return { ...response, ...inContent("response", below.slice(1)) };
  }
  if (section === "security") return { part: "security", rest: below, ...operation };
  return { part: "operation", rest: tokens.slice(3), ...operation };
}

type Inside = Pick<ContractPlace, "part" | "rest" | "mediaType" | "schema">;

function inContent(part: "body" | "response", tokens: Tokens): Inside {
  const [content, mediaType, ...inside] = tokens;
  if (content !== "content" || mediaType === undefined) return { part, rest: tokens };
  return { part: "media", mediaType, ...withSchema(inside) };
}

function withSchema(tokens: Tokens): Pick<ContractPlace, "rest" | "schema"> {
  return tokens[0] === "schema" ? { rest: tokens, schema: tokens.slice(1) } : { rest: tokens };
}
