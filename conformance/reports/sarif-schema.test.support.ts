/** The JSON Schema of SARIF. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import { expect } from "vitest";

const schemaFile = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
const ajv = new Ajv.default({ strict: false, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(schemaFile, "utf8")));

/** The only run of a log that is valid. */
export function validRunOf(text: string) {
  const log = JSON.parse(text);
  expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
  expect(log.runs).toHaveLength(1);
  return log.runs[0];
}
