/** Chooses what to judge: everything, or what `--only` names, and a seeded number of combinations of variants. */
import * as fc from "fast-check";
import { nearestNames } from "../../cli/nearest-name.ts";
import { UsageError } from "../../cli/usage-error.ts";
import { isCheckNamed } from "../../conformance/index.ts";
import { operationIds } from "../../spec/contract.ts";
import { type Clause, loadClauses } from "../../spec/ledger.ts";
import { loadMutants, type Mutant } from "../changes/mutants/index.ts";
import { loadVariants, type Variant } from "../changes/variants/index.ts";
import { combinedId, type Subject } from "./subject.ts";

/** The number of combinations of variants that are judged besides each single variant. */
export const combinationCount = 20;

export interface Plan {
  /** The subjects to judge. The first is the unchanged reference, whose report lists the checks of the suite. */
  readonly subjects: readonly Subject[];
  readonly mutants: readonly Mutant[];
  readonly variants: readonly Variant[];
  /** Whether `--only` selected the subjects. */
  readonly isPartial: boolean;
  /** Whether all mutants of the check's clause are judged, so that the check can be idle. */
  mayBeIdle(check: { readonly id: string; readonly clause: string }): boolean;
}

/** The plan. `seed` chooses the combinations of variants. Throws `UsageError` for an unknown id in `only`. */
export async function planOf(only: readonly string[], seed: number): Promise<Plan> {
  const [mutants, variants] = await Promise.all([loadMutants(), loadVariants()]);
  const isPartial = only.length > 0;
  const chosen = isPartial
    ? select(only, mutants, variants)
    : { mutants, variants, combinations: sampleCombinations(variants, seed) };
  const subjects: readonly Subject[] = [
    { kind: "reference", id: "reference" },
    ...chosen.mutants.map(({ id }) => ({ kind: "mutant", id }) as const),
    ...chosen.variants.map(({ id }) => variantSubject([id])),
    ...chosen.combinations.map(variantSubject),
  ];
  const mayBeIdle: Plan["mayBeIdle"] = (check) => !isPartial || only.some((name) => isCheckNamed(name, check));
  return { subjects, mutants: chosen.mutants, variants, isPartial, mayBeIdle };
}

interface Selected {
  readonly mutants: readonly Mutant[];
  readonly variants: readonly Variant[];
  readonly combinations: readonly (readonly string[])[];
}

/** The mutants and variants that `only` names. A named check stands for the mutants of its clause. */
function select(only: readonly string[], mutants: readonly Mutant[], variants: readonly Variant[]): Selected {
  const single = only.filter((id) => !id.includes("+"));
  const clauses = judgedClauses();
  const checks = clauses.flatMap((clause) => clause.checks.map((id) => ({ id, clause: clause.id })));
  const known = [...mutants, ...variants, ...loadClauses(), ...checks].map(({ id }) => id);
  rejectUnknown(
    single.filter(
      (name) => !checks.some((check) => isCheckNamed(name, check)) && !known.some((id) => isIdNamed(name, id)),
    ),
    [...known, ...operationIds],
  );
  const isNamed = (id: string) => single.some((name) => isIdNamed(name, id));
  const namedChecks = checks.filter((check) => single.some((name) => isCheckNamed(name, check)));
  const namedClauses = namedChecks.map(({ clause }) => clause);
  const selected = {
    mutants: mutants.filter(({ id, clause }) => isNamed(id) || namedClauses.includes(clause)),
    variants: variants.filter(({ id }) => isNamed(id)),
    combinations: only.filter((id) => id.includes("+")).map((id) => combinationOf(id, variants)),
  };
  if (Object.values(selected).every((found) => found.length === 0) && namedClauses.length === 0) {
    throw new UsageError(`${only.join(", ")} names no mutant, no variant and no judged check`);
  }
  return selected;
}

const isIdNamed = (name: string, id: string) => (name.endsWith("*") ? id.startsWith(name.slice(0, -1)) : id === name);

const variantSubject = (ids: readonly string[]): Subject => ({ kind: "variant", id: combinedId(ids), variants: ids });

/** The clauses that checks judge without an overlay. */
export const judgedClauses = (): readonly (Clause & { readonly checks: readonly string[] })[] =>
  loadClauses().filter((clause) => clause.kind === "judged");

/** Different combinations of two to four variants of different groups; the same ones for the same seed. */
function sampleCombinations(variants: readonly Variant[], seed: number): readonly (readonly string[])[] {
  const order = variants.map(({ id }) => id);
  const combination = fc
    .uniqueArray(fc.constantFrom(...variants), { minLength: 2, maxLength: 4, selector: ({ group }) => group })
    .map((chosen) => chosen.map(({ id }) => id).sort((a, b) => order.indexOf(a) - order.indexOf(b)));
  const combinations = fc.uniqueArray(combination, {
    minLength: combinationCount,
    maxLength: combinationCount,
    selector: combinedId,
  });
  return fc.sample(combinations, { seed, numRuns: 1 })[0] ?? [];
}

function combinationOf(id: string, variants: readonly Variant[]): readonly string[] {
  const ids = id.split("+");
  const known = variants.map((variant) => variant.id);
  rejectUnknown(ids, known);
  const chosen = variants.filter((variant) => ids.includes(variant.id));
  if (new Set(chosen.map(({ group }) => group)).size < ids.length) {
    throw new UsageError(`${id}: variants of one group cannot be combined, nor a variant with itself`);
  }
  return known.filter((id) => ids.includes(id));
}

function rejectUnknown(ids: readonly string[], known: readonly string[]): void {
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown === undefined) return;
  const near = nearestNames(unknown, known);
  const hint = near.length === 0 ? "fpk explain lists them" : `did you mean ${near.join(" or ")}?`;
  throw new UsageError(`no mutant, variant, check or clause is called ${JSON.stringify(unknown)}; ${hint}`);
}
