/** What `fpk fuzz` generates, by its options. */
import { nearest } from "../../cli/nearest-name.ts";
import { numberOption, seedOption } from "../../cli/options.ts";
import { shellQuote } from "../../cli/shell-quote.ts";
import { UsageError } from "../../cli/usage-error.ts";
import { type Contract, isOperationId, type OperationId, operationIds } from "../../spec/contract.ts";
import { areLinked } from "../fuzz/links.ts";
import type { Generation } from "../fuzz/options.ts";
import { type AnyCheck, loadChecks } from "../run/checks/registry.ts";
import { isCheckNamed, operationsNamed } from "../run/checks/selection.ts";

export interface GenerationOptions {
  readonly maxExamples?: string;
  readonly time?: string;
  readonly seed?: string;
  readonly only?: readonly string[];
  readonly stateful?: boolean;
  readonly readOnly?: boolean;
  readonly overlay?: string;
}

export async function generationOf(options: GenerationOptions, contract: Contract): Promise<Generation> {
  const writes = contract.operations.filter(({ method }) => method !== "GET").map(({ id }) => id);
  const generation = {
    maxExamples: numberOption("--max-examples", options.maxExamples, { whole: true, min: 1 }) ?? 30,
    seed: seedOption(options.seed),
    time: numberOption("--time", options.time, { min: 1 }),
    stateful: options.stateful === true,
    excluded: options.readOnly === true ? writes : [],
    only: await chosenOperations(options.only ?? []),
  };
  if (generation.stateful) requireLink(generation, contract);
  return generation;
}

/** Throws `UsageError` if no link can be followed. */
function requireLink({ only, excluded }: Generation, contract: Contract): void {
  const chosen = only.length === 0 ? operationIds : only;
  if (
    areLinked(
      contract,
      chosen.filter((id) => !excluded.includes(id)),
    )
  )
    return;
  const which = only.length === 1 ? `from ${only[0]} to itself` : `between ${only.join(" and ")}`;
  throw new UsageError(
    `--stateful follows the contract's links, such as from listProducts to getProduct, and there is none ${which}; add --only for more operations, or leave --stateful out`,
  );
}

async function chosenOperations(names: readonly string[]): Promise<readonly OperationId[]> {
  const checks = names.every(isOperationId) ? [] : await loadChecks();
  return [...new Set(names.flatMap((name) => requireOperations(name, checks)))];
}

function requireOperations(name: string, checks: readonly AnyCheck[]): readonly OperationId[] {
  const operations = operationsNamed(name, checks);
  if (operations.length > 0) return operations;
  if (checks.some(({ check }) => isCheckNamed(name, check)))
    throw new UsageError(
      `--only takes operations, and the checks that ${name} names are about no single operation; leave it out`,
    );
  const near = nearest(name, operationIds);
  throw new UsageError(
    `--only takes an operation, not ${name}; ${near === undefined ? `there are ${operationIds.join(", ")}` : `did you mean ${near}?`}`,
  );
}

/** The options that choose what is generated, as arguments of a command. */
export function generationArguments({
  maxExamples,
  time,
  stateful,
  readOnly,
  overlay,
  only = [],
}: GenerationOptions): string {
  return [
    ...(maxExamples === undefined || maxExamples === "30" ? [] : [` --max-examples ${maxExamples}`]),
    ...(time === undefined ? [] : [` --time ${time}`]),
    ...(overlay === undefined ? [] : [` --overlay ${shellQuote(overlay)}`]),
    ...(stateful === true ? [" --stateful"] : []),
    ...(readOnly === true ? [" --read-only"] : []),
    ...only.map((id) => ` --only ${id}`),
  ].join("");
}
