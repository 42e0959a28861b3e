/** Values and places in words. */
import { truncatedJson } from "../../../spec/body.ts";
import type { Origin } from "../document/origins.ts";
import type { Tokens } from "../document/pointer.ts";
import type { ContractPlace } from "./place.ts";

/** `string or null`, `3`, `["a","b"]`, `nothing` where it is not there. */
export function said(value: unknown, keyword = ""): string {
  if (value === undefined) return "nothing";
  if (keyword === "type") return [value].flat().join(" or ");
  if ((keyword === "enum" || keyword === "required") && Array.isArray(value)) {
    return value.length === 1 ? said(value[0]) : value.map((each) => said(each)).join(", ");
  }
  return typeof value === "string" ? value : truncatedJson(value);
}

/** The way into a schema as one writes it: `data[].slug`; empty for the whole. */
export function trail(tokens: Tokens): string {
  let text = "";
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? "";
    if (token === "properties" || token === "patternProperties") {
      at += 1;
      text += `${text === "" ? "" : "."}${tokens[at] ?? ""}`;
    } else if (token === "items") text += "[]";
    else if (token === "additionalProperties") text += ".*";
    else text += ` ${token}`;
  }
  return text.trim();
}

/**
 * What a place is about: `Feature.slug` where its schema has a name in the contract (`root` is its file) that it is written
 * in, else `data[].slug of the body of 200`.
 */
export function subject(
  place: ContractPlace,
  schema: Tokens,
  written: Origin | undefined,
  root: string,
  parameter: string,
): string {
  // A file of its own is a name, too.
  const file = written === undefined || written.file === root ? undefined : /([^/.]+)[^/]*$/.exec(written.file)?.[1];
  const [components, kind, component, ...inside] = written?.tokens ?? [];
  const isNamed = components === "components" && kind === "schemas" && component !== undefined;
  if (isNamed || file !== undefined) {
    const name = isNamed ? component : (file ?? "");
    const way = trail(isNamed ? inside : (written?.tokens ?? []));
    return way === "" ? name : `${name}${way.startsWith("[") ? "" : "."}${way}`;
  }
  const way = trail(schema);
  const whole = wholeOf(place, parameter);
  return way === "" ? whole : `${way} of ${whole}`;
}

/** The part of a request or response. */
export function wholeOf(place: ContractPlace, parameter: string): string {
  switch (place.part) {
    case "parameter":
      return `the parameter ${parameter}`;
    case "header":
      return `the header ${place.header}`;
    case "media":
    case "body":
    case "response":
      return place.direction === "request" ? "the request's body" : `the body of ${place.status}`;
    default:
      return "the contract";
  }
}
