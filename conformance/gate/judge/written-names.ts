/** Operations, parameters and headers by the names that their author wrote. */
import type { Tokens } from "../../../cli/json-pointer.ts";
import { valueAt } from "../document/circular.ts";
import { type Json, record } from "../document/json.ts";
import { isSentByApi } from "../document/normal.ts";
import { originAt } from "../document/origins.ts";
import type { ContractPlace } from "./contract-place.ts";
import { type Sides, valuesAt } from "./sides.ts";

/** The name of the parameter or header, as its author wrote it; empty outside of both. */
export function writtenName({ path, method, parameter, status, header }: ContractPlace, sides: Sides): string {
  if (path === undefined || method === undefined) return "";
  const operation = ["paths", path, method];
  if (parameter !== undefined) return String(written([...operation, "parameters", parameter], sides).name);
  if (status === undefined || header === undefined) return "";
  const tokens = [...operation, "responses", status, "headers", header];
  const names = Object.keys(written(tokens, sides, tokens.slice(0, -1)));
  return names.find((name) => name.toLowerCase() === header) ?? header;
}

/** What is written at `shown` in the contract that has a node at `tokens`; in HEAD, if both do. */
function written(tokens: Tokens, sides: Sides, shown = tokens): Json {
  const { aligned, normal } = valuesAt(tokens, sides).after === undefined ? sides.base : sides.head;
  const origin = originAt(aligned, shown);
  return record(origin && valueAt(normal.loaded.files.get(origin.file)?.value, origin.tokens));
}

/** The `operationId` in BASE, or else in HEAD. */
function operationId({ path, method }: ContractPlace, sides: Sides): string | undefined {
  const { before, after } = valuesAt(["paths", path ?? "", method ?? "", "operationId"], sides);
  const id = [before, after].find((each) => typeof each === "string");
  return typeof id === "string" ? id : undefined;
}

/** The `operationId`, or `GET /v1/products/{productId}`, or `webhook done`. */
export function operationName(place: ContractPlace, sides: Sides): string | undefined {
  const { path, method } = place;
  if (path === undefined || method === undefined) return undefined;
  return operationId(place, sides) ?? writtenPath(path, method, sides);
}

/** What an entry of the policy may call the operation: its name in BASE, and in HEAD. */
export function operationNames(place: ContractPlace, { base, head }: Sides): readonly string[] {
  return [base, head].flatMap((side) => operationName(place, { base: side, head: side }) ?? []);
}

function writtenPath(path: string, method: string, { base, head }: Sides): string {
  const template = base.normal.templates.get(path) ?? head.normal.templates.get(path) ?? path;
  return isSentByApi(path) ? template : `${method.toUpperCase()} ${template}`;
}

/** `operation GET /v1/search (search)`, or `webhook done (sendDone)`. */
export function subjectOf(place: ContractPlace, sides: Sides): string {
  const { path = "", method = "" } = place;
  const id = operationId(place, sides);
  const written = `${isSentByApi(path) ? "" : "operation "}${writtenPath(path, method, sides)}`;
  return id === undefined ? written : `${written} (${id})`;
}
