/** Applies the overlay that `--overlay` names to the contract. */
import { errorMessage } from "../../cli/error-message.ts";
import { readFile } from "../../cli/read-file.ts";
import { UsageError } from "../../cli/usage-error.ts";
import { createBodyValidator } from "../../spec/body.ts";
import { type Contract, loadContract } from "../../spec/contract.ts";

/** The contract with the overlay. Throws `UsageError` for a file that is not an overlay, or if the result cannot be used. */
export async function overlaidContract(overlay: string | undefined): Promise<Contract> {
  if (overlay === undefined) return loadContract();
  // Loading the module takes longer than most verbs run.
  const { applyOverlay, OverlayError } = await import("../../spec/overlay.ts");
  const text = readFile(overlay, "--overlay");
  const document = await applyOverlay(loadContract().document, text, overlay).catch((error: unknown) => {
    throw error instanceof OverlayError ? new UsageError(error.message) : error;
  });
  try {
    const contract = loadContract(document);
    const validate = createBodyValidator(contract);
    for (const { id, responses } of contract.operations) {
      for (const status of responses.keys()) validate(id, Number.parseInt(status, 10) || 500, null);
    }
    return contract;
  } catch (error) {
    throw new UsageError(`--overlay ${overlay} makes a contract that cannot be used: ${errorMessage(error)}`);
  }
}
