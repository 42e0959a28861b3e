/** Whether a value is valid under a schema of the contract. Its `$ref`s must be resolved. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { JsonSchema } from "../../spec/contract.ts";

const compiled = new WeakMap<JsonSchema, ValidateFunction>();

export function isValid(schema: JsonSchema, value: unknown): boolean {
  const validate = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, validate);
  return validate(value);
}

function compile(schema: JsonSchema): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
  addFormats.default(ajv);
  return ajv.compile({ ...schema });
}
