/** Finds mutants and variants by their ids, and changes the parts by them. */

import { nearest } from "../../cli/nearest-name.ts";
import type { Parts } from "../parts/parts.ts";
import { loadMutants, type Mutant } from "./mutants/index.ts";
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
export async function applyChanges(parts: Parts, { mutant, variants = [] }: Changes): Promise<Parts> {
  const chosen: Variant[] = [];
  for (const variant of variants) chosen.push(await find("variant", variant, loadVariants));
  const twice = chosen.find((one, at) => chosen.slice(0, at).some(({ group }) => group === one.group));
  if (twice !== undefined) {
    const other = chosen.find(({ group }) => group === twice.group);
    throw new UnknownIdError(
      `The variants ${other?.id} and ${twice.id} make one choice in two ways: take one of them.`,
    );
  }
  const changed = chosen.reduce((before, variant) => variant.change(before), parts);
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
