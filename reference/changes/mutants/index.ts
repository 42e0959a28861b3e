/** All mutants, from the other files of this folder. */
import { type InFile, loadGroups } from "../load-groups.ts";
import type { Mutant } from "./mutant.ts";

export type { Mutant } from "./mutant.ts";

let mutants: Promise<readonly InFile<Mutant>[]> | undefined;

export function loadMutants(): Promise<readonly InFile<Mutant>[]> {
  mutants ??= loadGroups<Mutant>(import.meta.url, "mutant");
  return mutants;
}
