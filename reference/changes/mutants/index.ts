/** All mutants, from the other files of this folder. */
import { loadGroups } from "../load-groups.ts";
import type { Mutant } from "./mutant.ts";

export type { Mutant } from "./mutant.ts";

let mutants: Promise<readonly Mutant[]> | undefined;

export function loadMutants(): Promise<readonly Mutant[]> {
  mutants ??= loadGroups<Mutant>(import.meta.url, "mutant");
  return mutants;
}
