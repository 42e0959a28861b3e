/** Which of the contract's request validation is enforced. */
import type { OperationId } from "../../spec/contract.ts";
import type { Issue } from "./http-error.ts";

export interface Validation {
  /** The maximum size of a request body, in bytes. */
  readonly bodyLimit: number;
  /** Whether an issue under the contract is ignored. */
  ignores(operation: OperationId, issue: Issue): boolean;
  /** Additional issues, besides those under the contract. */
  extraIssues(operation: OperationId, body: unknown): readonly Issue[];
}

export const validation: Validation = {
  bodyLimit: 10 * 1024 * 1024,
  ignores: () => false,
  extraIssues: () => [],
};
