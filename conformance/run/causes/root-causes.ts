/** Groups the failures of a run by what causes them, in the order in which to mend them. */
import type { Contract } from "../../../spec/contract.ts";
import { isBinding } from "../../../spec/level.ts";
import { createLawContext } from "../../laws/apply.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Cause, Result } from "../../model/report.ts";
import { isViolated } from "../../model/verdict.ts";
import { hiddenBy } from "./hidden.ts";
import {
  type Failure,
  type FieldProblem,
  failureOf,
  lacksHeaders,
  renamed,
  type Symptom,
  symptomOf,
} from "./symptom.ts";

type Found = Failure & { readonly symptom: Symptom };

/** First what binds, then what leaves most checks without anything to judge, then what fails most checks. Empty where nothing failed. */
export function rootCauses(
  results: readonly Result[],
  exchanges: readonly Exchange[],
  contract: Contract,
): readonly Cause[] {
  const context = createLawContext(contract, null);
  const failures = results.filter(isViolated).map((result) => failureOf(result, exchanges));
  const found = failures.map((failure) => ({ ...failure, symptom: symptomOf(failure, context) }));
  const groups = new Map<string, Found[]>();
  for (const failure of found) {
    const key = keyOf(failure, found);
    groups.set(key, [...(groups.get(key) ?? []), failure]);
  }
  const hidden = [...hiddenBy(results, exchanges, contract, context)];
  const isBlocker = (id: string) => hidden.some(([, failed]) => failed === id);
  const causes = [...groups.values()].map((group) => {
    const ids = group.map(({ result }) => result.id);
    const checks = [...ids.filter(isBlocker), ...ids.filter((id) => !isBlocker(id))];
    const hides = hidden.flatMap(([skipped, failed]) => (ids.includes(failed) ? [skipped] : []));
    const binds = group.some(({ result }) => isBinding(result.level));
    return { cause: describe(group, exchanges), checks, hides, rank: [binds ? 1 : 0, hides.length, ids.length] };
  });
  return causes.sort((a, b) => compare(b.rank, a.rank)).map(({ rank: _, ...cause }) => cause);
}

/** The first numbers that differ decide. */
const compare = (a: readonly number[], b: readonly number[]) =>
  a.map((value, at) => value - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** Failures with the same key have the same cause. */
function keyOf({ result, symptom }: Found, all: readonly Found[]): string {
  switch (symptom.kind) {
    case "fields":
      return mostWidespread(symptom.problems, all);
    case "status":
      return isEverywhere(symptom, all) ? `${symptom.status}` : `${symptom.status} ${symptom.operation}`;
    case "credentials":
      return `credentials ${symptom.status}`;
    case "other":
      return `clause ${result.clause}`;
    default:
      return symptom.kind;
  }
}

/** Of the fields that are wrong for a check, the one that is wrong for most checks. */
function mostWidespread(problems: readonly FieldProblem[], all: readonly Found[]): string {
  if (problems.some(({ wrong }) => wrong === renamed)) return renamed;
  const keys = [...new Set(problems.map(fieldKey))];
  const spread = (key: string) =>
    all.filter(({ symptom }) => problemsOf(symptom).some((each) => fieldKey(each) === key)).length;
  return keys.sort((a, b) => spread(b) - spread(a))[0] ?? "";
}

const fieldKey = ({ field, wrong }: FieldProblem) => `${field} ${wrong}`;

const problemsOf = (symptom: Symptom) => (symptom.kind === "fields" ? symptom.problems : []);

/** As many operations with the same wrong status have one cause. */
const minOperations = 3;

function isEverywhere({ status }: { readonly status: number }, all: readonly Found[]): boolean {
  const operations = all.flatMap(({ symptom }) =>
    symptom.kind === "status" && symptom.status === status ? [symptom.operation] : [],
  );
  return new Set(operations).size >= minOperations;
}

function describe(group: readonly Found[], exchanges: readonly Exchange[]): string {
  const [first] = group;
  if (first === undefined) return "";
  const { symptom, result } = first;
  switch (symptom.kind) {
    case "fields":
      return describeFields(group);
    case "error-body":
      return "error responses do not have the body of section 2.14";
    case "headers":
      return `the rate limit headers are missing ${whereMissing(exchanges)}`;
    case "status":
      return `${symptom.status} is answered to ${listed(group.flatMap(({ symptom: each }) => (each.kind === "status" ? [each.operation] : [])))}`;
    case "credentials":
      return `${symptom.status} is answered to requests without valid credentials`;
    default:
      return `this does not hold: ${result.claim}`;
  }
}

function describeFields(group: readonly Found[]): string {
  const problems = group.flatMap(({ symptom }) => problemsOf(symptom));
  const isRenamed = problems.some(({ wrong }) => wrong === renamed);
  const counts = new Map<string, number>();
  for (const problem of problems) counts.set(fieldKey(problem), (counts.get(fieldKey(problem)) ?? 0) + 1);
  const main = problems.filter((problem) =>
    isRenamed ? problem.wrong === renamed : fieldKey(problem) === largest(counts),
  );
  const fields = listed(main.map(({ field }) => field));
  const resources = listed(main.map(({ resource }) => resource));
  return isRenamed
    ? `fields have other names than ${fields} in ${resources}`
    : `${fields} ${main[0]?.wrong} in ${resources}`;
}

const largest = (counts: ReadonlyMap<string, number>) => [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];

/** The different names, the first five of them. */
function listed(names: readonly string[]): string {
  const different = [...new Set(names)];
  const rest = different.length > 5 ? ` and ${different.length - 5} more` : "";
  return different.slice(0, 5).join(", ") + rest;
}

function whereMissing(exchanges: readonly Exchange[]): string {
  const answered = exchanges.filter(({ operation, response }) => operation !== undefined && response !== undefined);
  if (answered.every(lacksHeaders)) return "on every response";
  const statuses = [...new Set(answered.filter(lacksHeaders).map(({ status }) => status))].sort((a, b) => a - b);
  return `on responses with ${statuses.join(", ")}`;
}
