/** A field that is wrong, in the words of a cause. */
import type { BodyProblem } from "../../../spec/body.ts";
import type { Exchange } from "../../model/exchange.ts";

export interface FieldProblem {
  readonly resource: string;
  readonly field: string;
  /** What is wrong with it, as the predicate of a sentence: `is null`. */
  readonly wrong: string;
  /** Of a value that is not listed: the values that are. Fields of one name may have different ones. */
  readonly listed?: string;
}

/** The predicate where fields are there, under other names. */
export const renamed = "has another name";

/** `others`: all that is wrong with the same body. */
export function fieldProblem({
  problem,
  exchange,
  others = [],
}: {
  readonly problem: BodyProblem;
  readonly exchange: Exchange;
  readonly others?: readonly BodyProblem[];
}): FieldProblem {
  const { resource, field, kind, pointer, expected } = problem;
  // What is no date-time at all has no zone either.
  const noDateTime = others.find((other) => other.kind === "date-time" && other.pointer === pointer);
  const wrong = isRenamed(problem, exchange) ? renamed : wrongOf((kind === "zone" ? noDateTime : undefined) ?? problem);
  return { resource, field, wrong, ...(kind === "enumeration" ? { listed: expected.replace(pointer, "") } : {}) };
}

function wrongOf({ kind, actual }: BodyProblem): string {
  if (kind === "missing" || kind === "absent") return "is missing";
  if (actual === "null") return "is null";
  if (kind === "date-time") return "is not an ISO 8601 date-time";
  if (kind === "zone") return "has no time zone";
  return kind === "enumeration" ? "has a value that is not listed" : "has the wrong type";
}

/** The object has the field in another spelling: `created_at` for `createdAt`. */
function isRenamed({ kind, field, pointer }: BodyProblem, exchange: Exchange): boolean {
  if (kind !== "missing" && kind !== "absent") return false;
  const steps = pointer.split("/").slice(1, -1);
  const owner = steps.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
    exchange.json(),
  );
  if (typeof owner !== "object" || owner === null) return false;
  return Object.keys(owner).some((name) => letters(name) === letters(field));
}

const letters = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
