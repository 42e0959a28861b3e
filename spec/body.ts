/** Judges response bodies by the contract's schemas, with Ajv. */
import { Ajv2020, type Options } from "ajv/dist/2020.js";
import { type BodyValidator, bodyValidatorWith, type SchemaValidator } from "./body-problems.ts";
import { type Contract, isRecord, type JsonSchema, loadContract } from "./contract.ts";
import { isIsoDateTime, isRfc3339 } from "./date-time.ts";
import { optionalByDocument } from "./describe-problem.ts";

export * from "./body-problems.ts";

const validators = new WeakMap<Contract, BodyValidator>();

/** The validator of a contract; its schemas are compiled once in a process. */
export function createBodyValidator(contract: Contract): BodyValidator {
  const validator = validators.get(contract) ?? compileOnUse(contract);
  validators.set(contract, validator);
  return validator;
}

function compileOnUse(contract: Contract): BodyValidator {
  const ajv = responseAjv(contract);
  const compiled = new Map<JsonSchema, SchemaValidator>();
  return bodyValidatorWith(contract, (schema) => {
    const validate = compiled.get(schema) ?? ajv.compile(withContractRefs(schema));
    compiled.set(schema, validate);
    return validate;
  });
}

/** A validator that knows the contract's schemas, for what `withContractRefs` makes of the schemas of responses. */
export function responseAjv(contract: Contract, options: Options = {}): Ajv2020 {
  // Ours is known to be valid, and the schema of schemas takes as long to compile as all of its own.
  const isGiven = contract !== loadContract();
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    validateFormats: true,
    validateSchema: isGiven,
    meta: isGiven,
    logger: false,
    ...options,
  });
  ajv.addFormat("iso-date-time", isIsoDateTime);
  ajv.addFormat("rfc3339", isRfc3339);
  return ajv.addSchema({ $id: "contract", components: { schemas: strictSchemas(contract) } });
}

/** The contract's schemas with both readings of a date-time and all fields required, so that `missing` and `absent` fields are both found. */
function strictSchemas(contract: Contract): Record<string, unknown> {
  const schemas = Object.entries(contract.document.components.schemas ?? {});
  return Object.fromEntries(
    schemas.map(([name, schema]) => {
      const judged = withBothFormats(schema);
      if (optionalByDocument.has(name) || !isRecord(judged.properties)) return [name, judged];
      return [name, { ...judged, required: Object.keys(judged.properties) }];
    }),
  );
}

/** A copy of a schema in which each date-time has to fit both readings. */
function withBothFormats(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_, value) => {
    if (value?.format !== "date-time") return value;
    const { format: __, ...rest } = value;
    return { ...rest, allOf: [{ format: "iso-date-time" }, { format: "rfc3339" }] };
  });
}

/** A schema of the contract whose references lead into the schemas that `responseAjv` knows. */
export function withContractRefs(schema: object): JsonSchema {
  const text = JSON.stringify(withBothFormats(schema)).replaceAll('"#/components/', '"contract#/components/');
  return JSON.parse(text);
}
