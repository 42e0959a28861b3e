/** Chooses what to judge: everything, or what `--only` names, and a seeded number of joins of variants. */

import * as fc from "fast-check";
import { nearestNames } from "../../cli/nearest-name.ts";
import { type Clause, loadClauses } from "../../spec/ledger.ts";
import { loadMutants, type Mutant } from "../changes/mutants/index.ts";
import { loadVariants, type Variant } from "../changes/variants/index.ts";
import { joinId, type Subject } from "./subject.ts";

/** An id that names nothing, or nothing that can be judged; one sentence. */
export class SelectionError extends Error {
  override readonly name = "SelectionError";
}

/** How many joins of variants are judged besides each variant alone. */
export const joinCount = 20;

export interface Plan {
  /** The reference as it is goes first: what it is judged by are the checks. */
  readonly subjects: readonly Subject[];
  readonly mutants: readonly Mutant[];
  readonly variants: readonly Variant[];
  /** `--only` was given. */
  readonly isPartial: boolean;
  /** Whether all mutants of the check's clause are judged, and it is asked for: only then can it be found idle. */
  mayBeIdle(check: { readonly id: string; readonly clause: string }): boolean;
}

/** `seed` chooses the joins. Throws `SelectionError`. */
export async function planOf(only: readonly string[], seed: number): Promise<Plan> {
  const [mutants, variants] = await Promise.all([loadMutants(), loadVariants()]);
  const whole = only.length === 0;
  const wanted = new Set(only);
  const clauses = judgedClauses();
  const checks = clauses.flatMap(({ id, checks }) => checks.map((check) => ({ id: check, clause: id })));
  const joins = only.filter((id) => id.includes("+")).map((id) => joinOf(id, variants));
  refuseUnknown(
    only.filter((id) => !id.includes("+")),
    [...mutants, ...variants, ...checks, ...loadClauses()].map(({ id }) => id),
  );
  const clausesOfWanted = new Set([
    ...clauses.filter(({ id }) => wanted.has(id)).map(({ id }) => id),
    ...checks.filter(({ id }) => wanted.has(id)).map(({ clause }) => clause),
  ]);
  const chosen = {
    mutants: mutants.filter(({ id, clause }) => whole || wanted.has(id) || clausesOfWanted.has(clause)),
    variants: variants.filter(({ id }) => whole || wanted.has(id)),
    joins: whole ? sampleJoins(variants, seed) : joins,
  };
  if (chosen.mutants.length + chosen.variants.length + chosen.joins.length === 0 && clausesOfWanted.size === 0) {
    throw new SelectionError(`${only.join(", ")}: no mutant, no variant and no check that is judged belongs to it`);
  }
  const subjects: readonly Subject[] = [
    { kind: "reference", id: "reference" },
    ...chosen.mutants.map(({ id }) => ({ kind: "mutant", id }) as const),
    ...chosen.variants.map(({ id }) => variantSubject([id])),
    ...chosen.joins.map(variantSubject),
  ];
  return {
    subjects,
    mutants: chosen.mutants,
    variants,
    isPartial: !whole,
    mayBeIdle: ({ id, clause }) => whole || wanted.has(id) || wanted.has(clause),
  };
}

const variantSubject = (ids: readonly string[]): Subject => ({ kind: "variant", id: joinId(ids), variants: ids });

/** The clauses that checks judge without an overlay. */
export const judgedClauses = (): readonly (Clause & { readonly checks: readonly string[] })[] =>
  loadClauses().filter((clause) => clause.kind === "judged");

/** Different joins of two to four variants, each turning something else; the same for the same seed. */
function sampleJoins(variants: readonly Variant[], seed: number): readonly (readonly string[])[] {
  const order = variants.map(({ id }) => id);
  const join = fc
    .uniqueArray(fc.constantFrom(...variants), { minLength: 2, maxLength: 4, selector: ({ group }) => group })
    .map((chosen) => chosen.map(({ id }) => id).sort((one, other) => order.indexOf(one) - order.indexOf(other)));
  const joins = fc.uniqueArray(join, { minLength: joinCount, maxLength: joinCount, selector: joinId });
  return fc.sample(joins, { seed, numRuns: 1 })[0] ?? [];
}

function joinOf(id: string, variants: readonly Variant[]): readonly string[] {
  const ids = id.split("+");
  const ofVariants = variants.map((one) => one.id);
  refuseUnknown(ids, ofVariants);
  const chosen = variants.filter((one) => ids.includes(one.id));
  if (new Set(chosen.map(({ group }) => group)).size < ids.length) {
    throw new SelectionError(`${id}: variants of one group cannot be joined, nor one with itself`);
  }
  return chosen.map((one) => one.id);
}

function refuseUnknown(ids: readonly string[], known: readonly string[]): void {
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown === undefined) return;
  const near = nearestNames(unknown, known);
  const hint = near.length === 0 ? "fpk explain lists them" : `did you mean ${near.join(" or ")}?`;
  throw new SelectionError(`no mutant, variant, check or clause is called ${JSON.stringify(unknown)}; ${hint}`);
}
