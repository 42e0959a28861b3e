/** Finds mutants and variants by their ids, and changes the parts by them. */

import { loadMutants, type Mutant } from "./mutants/index.ts";
import { nearest } from "./nearest.ts";
import type { Parts } from "./parts.ts";
import { loadVariants, type Variant } from "./variants/index.ts";

/** No mutant or variant is called so; the message names those that are called nearly so. */
export class UnknownIdError extends Error {
  override readonly name = "UnknownIdError";
}

/** What differs from the reference as it is: at most one mutant, any number of variants. */
export interface Changes {
  readonly mutant?: string | Mutant | undefined;
  readonly variants?: readonly (string | Variant)[] | undefined;
}

/** `parts` changed by the variants in their order, then by the mutant. Throws UnknownIdError. */
export async function changeParts(parts: Parts, { mutant, variants = [] }: Changes): Promise<Parts> {
  let changed = parts;
  for (const variant of variants) changed = (await find("variant", variant, loadVariants)).change(changed);
  return mutant === undefined ? changed : (await find("mutant", mutant, loadMutants)).change(changed);
}

async function find<T extends { readonly id: string }>(
  kind: string,
  wanted: string | T,
  load: () => Promise<readonly T[]>,
): Promise<T> {
  if (typeof wanted !== "string") return wanted;
  const all = await load();
  const found = all.find(({ id }) => id === wanted);
  if (found !== undefined) return found;
  const near = nearest(
    wanted,
    all.map(({ id }) => id),
  );
  const hint = near.length === 0 ? ` fpk explain --${kind}s lists them.` : ` Did you mean ${near.join(" or ")}?`;
  throw new UnknownIdError(`There is no ${kind} ${wanted}.${hint}`);
}
