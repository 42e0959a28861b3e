import { chosenOperations, type ErrorKind } from "../../generate/error-kinds.ts";
import type { CaseContext, OperationId } from "../case.ts";
import { availableActors } from "./permitted.ts";

/** §7: the operations on which a run causes a kind of error; fewer if all requests may count against one limit. */
export function operationsFor(context: CaseContext, kind: ErrorKind): readonly OperationId[] {
  const hasOneBudget = availableActors(context, ["other-organization"]).length === 0;
  const { operations, seed } = context;
  return chosenOperations({ operations, seed, hasOneBudget }, kind);
}
