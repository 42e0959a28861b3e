/** Chooses what to judge: everything, or what `--only` names. Variants are combined at random, so that fewer runs judge all of them. */
import * as fc from "fast-check";
import { nearestNames } from "../../cli/nearest-name.ts";
import { UsageError } from "../../cli/usage-error.ts";
import { isCheckNamed } from "../../conformance/index.ts";
import { operationIds } from "../../spec/contract.ts";
import { type Clause, loadClauses } from "../../spec/ledger.ts";
import { loadMutants, type Mutant } from "../changes/mutants/index.ts";
import { loadVariants, type Variant } from "../changes/variants/index.ts";
import { combinedId, type Subject } from "./subject.ts";

/** The number of variants that one run judges together. */
const maxCombined = 8;

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

/**
 * The plan. `seed` chooses the combinations of variants. With `isWhole` each variant is also judged alone. Throws `UsageError` for an
 * unknown id in `only`.
 */
export async function planOf(only: readonly string[], seed: number, isWhole = false): Promise<Plan> {
  const [mutants, variants] = await Promise.all([loadMutants(), loadVariants()]);
  const isPartial = only.length > 0;
  const chosen = isPartial
    ? select(only, mutants, variants)
    : {
        mutants,
        legal: isWhole ? [...aloneOf(variants), ...combinationsOf(variants, seed)] : onceEachOf(variants, seed),
      };
  const subjects: readonly Subject[] = [
    { kind: "reference", id: "reference" },
    ...chosen.mutants.map(({ id }) => ({ kind: "mutant", id }) as const),
    ...chosen.legal.map(variantSubject),
  ];
  const mayBeIdle: Plan["mayBeIdle"] = (check) => !isPartial || only.some((name) => isCheckNamed(name, check));
  return { subjects, mutants: chosen.mutants, variants, isPartial, mayBeIdle };
}

interface Selected {
  readonly mutants: readonly Mutant[];
  /** The ids of the variants that a run judges together. */
  readonly legal: readonly (readonly string[])[];
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
    legal: [
      ...aloneOf(variants.filter(({ id }) => isNamed(id))),
      ...only.filter((id) => id.includes("+")).map((id) => combinationOf(id, variants)),
    ],
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

const aloneOf = (variants: readonly Variant[]) => variants.map(({ id }) => [id]);

/** Each variant once: alone if it could not be combined. */
function onceEachOf(variants: readonly Variant[], seed: number): readonly (readonly string[])[] {
  const combinations = combinationsOf(variants, seed);
  const combined = new Set(combinations.flat());
  return [...aloneOf(variants.filter(({ id }) => !combined.has(id))), ...combinations];
}

/**
 * How completely a variant is judged. Only variants that are judged alike are combined, so that none is judged less than alone. An empty
 * `unjudged` is of those that leave other variants less to judge.
 */
const completenessOf = ({ strict, unjudged }: Variant) =>
  JSON.stringify([strict, unjudged && Object.keys(unjudged).sort()]);

/** Combinations of variants of different groups; the same ones for the same seed. */
function combinationsOf(variants: readonly Variant[], seed: number): readonly (readonly string[])[] {
  const order = variants.map(({ id }) => id);
  const [shuffled = []] = fc.sample(fc.shuffledSubarray([...variants], { minLength: variants.length }), {
    seed,
    numRuns: 1,
  });
  const combinations: Variant[][] = [];
  for (const variant of shuffled) {
    const completeness = completenessOf(variant);
    const isFree = (combination: readonly Variant[]) =>
      combination.length < maxCombined &&
      combination.every(
        (other) => completenessOf(other) === completeness && !excludes(other, variant) && !excludes(variant, other),
      );
    const free = combinations.find(isFree);
    if (free === undefined) combinations.push([variant]);
    else free.push(variant);
  }
  return combinations
    .filter(({ length }) => length > 1)
    .map((combination) => combination.map(({ id }) => id).sort((a, b) => order.indexOf(a) - order.indexOf(b)));
}

const excludes = (one: Variant, { group }: Variant) => one.group === group || one.excludes?.includes(group) === true;

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
