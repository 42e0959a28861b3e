/** §4, endpoint 18: who may have an installation. */
import type { CaseContext } from "../case.ts";
import { availableActors } from "./permitted.ts";

/** Only API keys have installations (§4, rule 2), and not every key needs to have one. */
export const keyActors = (context: CaseContext) =>
  availableActors(context, ["key", "second-key", "other-organization"]).filter(
    ({ caller }) => caller.kind === "api-key",
  );
