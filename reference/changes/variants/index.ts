/** All variants, from the other files of this folder. */
import { type InFile, loadGroups } from "../load-groups.ts";
import type { Variant } from "./variant.ts";

export type { Variant } from "./variant.ts";

let variants: Promise<readonly InFile<Variant>[]> | undefined;

export function loadVariants(): Promise<readonly InFile<Variant>[]> {
  variants ??= loadGroups<Variant>(import.meta.url, "variant");
  return variants;
}
