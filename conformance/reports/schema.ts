/** The published schema of the report, and its validator. */
import { readFileSync } from "node:fs";
import { Ajv2020, type AnySchemaObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** `report.schema.json`, JSON Schema 2020-12. */
export function reportSchema(): AnySchemaObject {
  return JSON.parse(readFileSync(new URL("./report.schema.json", import.meta.url), "utf8"));
}

let validate: ValidateFunction | undefined;

/** What is wrong with `value` as a report, one sentence each (`/results/0/verdict must be …`); empty for a report. */
export function validateReport(value: unknown): string[] {
  validate ??= compile();
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra: unknown = params.additionalProperty ?? params.allowedValues ?? params.allowedValue;
    return `${instancePath || "the report"} ${message ?? "is wrong"}${extra === undefined ? "" : `: ${JSON.stringify(extra)}`}`;
  });
}

function compile(): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: true });
  addFormats.default(ajv, ["date-time", "date"]);
  return ajv.compile(reportSchema());
}
