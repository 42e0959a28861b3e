/** What the reference enforces: the contract with the reference's choices. */

import { readFileSync } from "node:fs";
import { loadContract, type OpenApiDocument } from "../../spec/contract.ts";

/** The contract as it is published. */
export const contract = loadContract();

let enforced: Promise<OpenApiDocument> | undefined;

/** The contract with `spec/reference.overlay.yaml` applied; made once in a process. */
export function enforcedDocument(): Promise<OpenApiDocument> {
  enforced ??= import("../../spec/overlay.ts").then(({ applyOverlay }) =>
    applyOverlay(
      contract.document,
      readFileSync(new URL("../../spec/reference.overlay.yaml", import.meta.url), "utf8"),
      "spec/reference.overlay.yaml",
    ),
  );
  return enforced;
}
