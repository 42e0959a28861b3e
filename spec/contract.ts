/** The contract, `openapi.yaml`, read once and typed for both sides: the suite that judges and the reference that answers. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { type Contract, type OpenApiDocument, readContract } from "./read-contract.ts";

export * from "./read-contract.ts";

/** The text of `openapi.yaml`. */
export function contractText(): string {
  return readFileSync(new URL("./openapi.yaml", import.meta.url), "utf8");
}

let published: Contract | undefined;

/** The contract as it is published, read once; or `document` (one with an overlay applied) read the same way. */
export function loadContract(document?: OpenApiDocument): Contract {
  if (document !== undefined) return readContract(document, true);
  published ??= readContract(parse(contractText()), false);
  return published;
}
