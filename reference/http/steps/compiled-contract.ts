/** The enforced contract's schemas, compiled once in a process. They validate request bodies and, with `validatesResponses`, the bodies of successes. */

import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type BodyValidator, createBodyValidator } from "../../../spec/body.ts";
import { type JsonSchema, loadContract, type OperationId } from "../../../spec/contract.ts";
import { enforcedDocument } from "../contract.ts";

interface CompiledContract {
  /** Whether a request body holds; false if the operation takes none. */
  acceptsBody(operation: OperationId, body: unknown): boolean;
  /** What is wrong with a response body. */
  readonly problemsOf: BodyValidator;
}

let compiled: Promise<CompiledContract> | undefined;

export function compiledContract(): Promise<CompiledContract> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<CompiledContract> {
  const contract = loadContract(await enforcedDocument());
  const ajv = new Ajv2020({ strict: false, logger: false, meta: false, validateSchema: false });
  // The mode of express-openapi-validator.
  addFormats.default(ajv, { mode: "fast" });
  ajv.addSchema({ $id: "contract", components: contract.document.components });
  const validators = new Map<OperationId, ValidateFunction>();
  for (const { id, requestBody } of contract.operations) {
    if (requestBody !== undefined) validators.set(id, ajv.compile(withAbsoluteRefs(requestBody)));
  }
  return {
    acceptsBody: (operation, body) => validators.get(operation)?.(body) ?? false,
    problemsOf: createBodyValidator(contract),
  };
}

const withAbsoluteRefs = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/'));
