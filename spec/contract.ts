/**
 * Loads the contract, `openapi.yaml`, for the suite and for the reference. `§5.3` in a comment means section 5.3 of the API
 * document.
 */
import { readFileSync } from "node:fs";
import { type Contract, type OpenApiDocument, readContract } from "./read-contract.ts";
import { readSpec } from "./read-spec.ts";

export * from "./read-contract.ts";

/** The text of `openapi.yaml`. */
export function contractText(): string {
  return readFileSync(new URL("./openapi.yaml", import.meta.url), "utf8");
}

let published: Contract | undefined;

/** The contract of `openapi.yaml`, which is read once; or the contract of `document`, to which an overlay was applied. */
export function loadContract(document?: OpenApiDocument): Contract {
  if (document !== undefined) return readContract(document, true);
  published ??= readContract(readSpec("openapi") as OpenApiDocument, false);
  return published;
}
