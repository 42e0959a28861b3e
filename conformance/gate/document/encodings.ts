/** How a text holds bytes, written in one way. */

import { type Json, without } from "./json.ts";
import { inherit } from "./origins.ts";

/** What OpenAPI 3.0 writes as a format of a string, and 3.1 as a keyword of JSON Schema. */
const keywords: Readonly<Record<string, Json>> = {
  binary: { contentMediaType: "application/octet-stream" },
  byte: { contentEncoding: "base64" },
};

/** `format: binary` and `format: byte` become the keywords of 3.1. */
export function withEncodings(schema: Json): Json {
  const keyword = typeof schema.format === "string" ? keywords[schema.format] : undefined;
  const isAlone = keyword !== undefined && Object.keys(keyword).every((key) => !(key in schema));
  return isAlone && [schema.type].flat().includes("string")
    ? inherit(schema, { ...without(schema, "format"), ...keyword })
    : schema;
}
