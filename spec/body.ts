/** Judges response bodies by the contract's schemas, with Ajv. */
import { Ajv2020, type Options } from "ajv/dist/2020.js";
import { type BodyValidator, bodyValidatorWith, type SchemaValidator } from "./body-problems.ts";
import { type Contract, isRecord, type JsonSchema, loadContract } from "./contract.ts";
import { isIsoDateTime, isRfc3339 } from "./date-time.ts";
import { optionalByDocument } from "./describe-problem.ts";

export * from "./body-problems.ts";

const validators = new WeakMap<Contract, BodyValidator>();

/** The validator of a contract. Each schema is compiled once in a process. */
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

/** An Ajv with the contract's schemas, which compiles the schemas that `withContractRefs` returns. */
export function responseAjv(contract: Contract, options: Options = {}): Ajv2020 {
  // Only another contract than ours is validated: ours is known to be valid, and compiling the schema of schemas takes long.
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

/**
 * The contract's schemas, with both readings of a date-time, and with all fields required, so that both `missing` and
 * `absent` fields are found.
 */
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

/** A copy of a schema in which each date-time must be valid by both readings. */
function withBothFormats(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_, value) => {
    if (value?.format !== "date-time") return value;
    const { format: __, ...rest } = value;
    return { ...rest, allOf: [{ format: "iso-date-time" }, { format: "rfc3339" }] };
  });
}

/** A schema of the contract whose references point to the schemas in `responseAjv`. */
export function withContractRefs(schema: object): JsonSchema {
  const text = JSON.stringify(withBothFormats(schema)).replaceAll('"#/components/', '"contract#/components/');
  return JSON.parse(text);
}
