/** The status of each success, and whether it has a body (§4 shows only 200, for the feature list). */
import type { OperationId } from "../../spec/contract.ts";

export interface Success {
  status(operation: OperationId): number;
  /** The body for the result of a route; undefined to send no body. */
  body(operation: OperationId, answer: unknown): unknown;
}

const statuses: Readonly<Partial<Record<OperationId, number>>> = {
  submitFeedback: 202,
  createOrganization: 201,
  inviteMember: 204,
};

export const success: Success = {
  status: (operation) => statuses[operation] ?? 200,
  body: (operation, answer) => (operation === "inviteMember" ? undefined : answer),
};
