/** All mutants, from the group files beside this one. */

import { loadGroups } from "../load-groups.ts";
import type { Mutant } from "./mutant.ts";

export type { Mutant } from "./mutant.ts";

export const loadMutants = (): Promise<readonly Mutant[]> => loadGroups<Mutant>(import.meta.url, "mutant");
