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
  /** Of a renamed field: the name that the target gives it, `created_at` for `createdAt`. */
  readonly calledInstead?: string;
}

/** Problems with the same key have the same cause, whichever checks see them. */
export function fieldKey({ field, wrong, listed = "" }: FieldProblem): string {
  return wrong === renamed || wrong === numeric ? wrong : `${field} ${wrong} ${listed}`;
}

/** The predicate where fields are there, under other names. */
export const renamed = "has another name";

/** The predicate of identifiers (§2: they are strings), of which a server makes all in one way. */
export const numeric = "is a number";

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
  // What is not a date-time has no zone either.
  const noDateTime = others.find((other) => other.kind === "date-time" && other.pointer === pointer);
  const calledInstead = newNameOf(problem, exchange);
  if (calledInstead !== undefined) return { resource, field, wrong: renamed, calledInstead };
  const wrong = wrongOf((kind === "zone" ? noDateTime : undefined) ?? problem);
  return { resource, field, wrong, ...(kind === "enumeration" ? { listed: expected.replace(pointer, "") } : {}) };
}

function wrongOf({ kind, actual, field }: BodyProblem): string {
  if (kind === "missing" || kind === "absent") return "is missing";
  if (actual === "null") return "is null";
  if (kind === "type" && /(^i|I)d$/.test(field) && /^-?\d/.test(actual)) return numeric;
  if (kind === "date-time") return "is not an ISO 8601 date-time";
  if (kind === "zone") return "has no time zone";
  return kind === "enumeration" ? "has a value that is not listed" : "has the wrong type";
}

/** The other spelling that the object has the field in: `created_at` for `createdAt`. */
function newNameOf({ kind, field, pointer }: BodyProblem, exchange: Exchange): string | undefined {
  if (kind !== "missing" && kind !== "absent") return undefined;
  const steps = pointer.split("/").slice(1, -1);
  const owner = steps.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
    exchange.json(),
  );
  if (typeof owner !== "object" || owner === null) return undefined;
  return Object.keys(owner).find((name) => letters(name) === letters(field));
}

const letters = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
