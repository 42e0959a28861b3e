/** All variants, from the group files beside this one. */

import { loadGroups } from "../load-groups.ts";
import type { Variant } from "./variant.ts";

export type { Variant } from "./variant.ts";

export const loadVariants = (): Promise<readonly Variant[]> => loadGroups<Variant>(import.meta.url, "variant");
