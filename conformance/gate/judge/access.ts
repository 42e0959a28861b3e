/**
 * A `readOnly` property is not part of requests, and a `writeOnly` one not part of responses: there the schema neither requires nor restricts
 * it (OpenAPI 3.0.3, Schema Object; 3.1 leaves the definition to JSON Schema, and means the same).
 */
import type { Tokens } from "../../../cli/json-pointer.ts";
import { resolved, valueAt } from "../document/circular.ts";
import { list, record } from "../document/json.ts";
import { type Direction, schemaSteps } from "./contract-place.ts";
import type { Values } from "./rule.ts";

export const isAccess = (keyword: string) => keyword === "readOnly" || keyword === "writeOnly";

/** The places of the properties that `tokens`, which begin at a schema, lead through; the innermost last. */
export const propertiesAround = (tokens: Tokens): readonly Tokens[] =>
  lengthsOfProperties(tokens).map((length) => tokens.slice(0, length));

function lengthsOfProperties(tokens: Tokens): readonly number[] {
  let length = 0;
  return schemaSteps(tokens).flatMap(({ keyword, member }) => {
    length += member === undefined ? 1 : 2;
    return keyword === "properties" && member !== undefined ? [length] : [];
  });
}

/** Whether `isLeftOut` holds for any of the properties through which `tokens` lead below the two schemas. */
export function isInLeftOut(schemas: Values, tokens: Tokens, direction: Direction): boolean {
  const lengths = new Set(lengthsOfProperties(tokens));
  let { before, after } = schemas;
  return tokens.some((token, at) => {
    [before, after] = [valueAt(before, [token]), valueAt(after, [token])];
    return lengths.has(at + 1) && isLeftOut({ before, after }, direction);
  });
}

/** Whether one of the contracts leaves the property out of the messages that travel in this direction. */
export const isLeftOut = ({ before, after }: Values, direction: Direction) =>
  [before, after].some((property) => hasMark(property, direction === "request" ? "readOnly" : "writeOnly"));

function hasMark(property: unknown, mark: string): boolean {
  const schema = record(resolved(property));
  return schema[mark] === true || list(schema.allOf).some((part) => record(part)[mark] === true);
}
