/** Finds mutants and variants by their ids, and applies them to the parts of the reference. */
import { nearestNames } from "../../cli/nearest-name.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { Parts } from "../parts/parts.ts";
import { loadMutants, type Mutant } from "./mutants/index.ts";
import { loadVariants, type Variant } from "./variants/index.ts";

/** Thrown if no mutant or variant has an id, or if two variants exclude each other. The message names them. */
class ChangesError extends UsageError {
  override readonly name = "ChangesError";
}

/** The changes of a reference server: at most one mutant, and any number of variants. */
export interface Changes {
  readonly mutant?: string | Mutant | undefined;
  readonly variants?: readonly (string | Variant)[] | undefined;
}

/** A variant that writes ids or timestamps in another form. It is applied last, so that other changes see the usual form. */
const isNotation = ({ group }: Variant) => group === "ids" || group === "dates";

/** The parts, changed by the variants (other forms of ids and dates last), and then by the mutant. Throws `ChangesError`. */
export async function applyChanges(parts: Parts, { mutant, variants: ids = [] }: Changes): Promise<Parts> {
  const variants: Variant[] = [];
  for (const id of ids) variants.push(await find("variant", id, loadVariants));
  rejectSameGroup(variants);
  const ordered = variants.toSorted((one, other) => Number(isNotation(one)) - Number(isNotation(other)));
  const changed = ordered.reduce((before, variant) => variant.change(before), parts);
  return mutant === undefined ? changed : (await find("mutant", mutant, loadMutants)).change(changed);
}

function rejectSameGroup(variants: readonly Variant[]): void {
  for (const [index, variant] of variants.entries()) {
    const earlier = variants.slice(0, index).find(({ group }) => group === variant.group);
    if (earlier === undefined) continue;
    throw new ChangesError(
      `The variants ${earlier.id} and ${variant.id} make the same choice differently: use one of them.`,
    );
  }
}

async function find<T extends { readonly id: string }>(
  kind: string,
  given: string | T,
  load: () => Promise<readonly T[]>,
): Promise<T> {
  if (typeof given !== "string") return given;
  const all = await load();
  const ids = all.map(({ id }) => id);
  const found = all.find(({ id }) => id === given);
  if (found !== undefined) return found;
  const near = nearestNames(given, ids);
  const hint = near.length === 0 ? ` fpk explain --${kind}s lists them.` : ` Did you mean ${near.join(" or ")}?`;
  throw new ChangesError(`There is no ${kind} ${given}.${hint}`);
}
