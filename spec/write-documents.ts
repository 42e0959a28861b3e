/**
 * A step of the build: writes the contract and the ledger as JSON, for `readSpec`; and `reference.openapi.yaml`, the
 * contract with the reference's choices, for generators of clients.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dump } from "js-yaml";
import { loadContract } from "./contract.ts";
import { applyOverlay } from "./overlay.ts";
import { readSpec } from "./read-spec.ts";

const beside = (file: string) => new URL(file, import.meta.url);
const overlay = "reference.overlay.yaml";

const document = await applyOverlay(loadContract().document, readFileSync(beside(overlay), "utf8"), overlay);
writeFileSync(
  beside("reference.openapi.yaml"),
  `# Made by the build from openapi.yaml and reference.overlay.yaml.\n${dump(document, { noRefs: true, lineWidth: 120 })}`,
);
for (const name of ["openapi", "clauses"] as const) {
  writeFileSync(beside(`${name}.json`), JSON.stringify(readSpec(name)));
}
