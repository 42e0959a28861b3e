/** §7: on which operations a run causes errors. */
import { chosenOperations, type ErrorKind } from "../../generate/error-kinds.ts";
import type { CaseContext, OperationId } from "../case.ts";
import { availableActors } from "./permitted.ts";

/** Fewer where there is no other organization, against whose limit the requests could count. */
export function operationsFor(context: CaseContext, kind: ErrorKind): readonly OperationId[] {
  const isScarce = availableActors(context, ["other-organization"]).length === 0;
  const { operations, seed } = context;
  return chosenOperations({ operations, seed, isScarce }, kind);
}
