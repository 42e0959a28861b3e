/** A wrong field, in words for the sentence about a cause. */
import { valueAt } from "../../../cli/json-pointer.ts";
import type { BodyProblem } from "../../../spec/body.ts";
import { rfc3339Faults } from "../../../spec/date-time.ts";
import { isObject } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";

export interface FieldProblem {
  readonly resource: string;
  readonly field: string;
  /** The predicate of the sentence: `is null`. */
  readonly wrong: string;
  /** For a value that is not listed: the listed values. Fields of one name may have different lists. */
  readonly listed?: string;
  /** For a renamed field: the target's name for it, `created_at` for `createdAt`. For a wrapped resource: the member that holds it. */
  readonly calledInstead?: string;
}

/** Problems with the same key have the same cause, no matter which checks find them. */
export function fieldKey(problem: FieldProblem): string {
  const { field, wrong, listed = "" } = problem;
  if (wrong === wrapped) return `${wrong} ${problem.resource}`;
  return wrong === renamed || wrong === numeric ? wrong : `${field} ${wrong} ${listed}`;
}

/** The predicate of a field that is present under another name. */
export const renamed = "has another name";

/** The predicate of every field of a resource that is the value of a member, as in `{"data": {"id": …}}`. */
export const wrapped = "is wrapped";

/** The predicate of a numeric identifier (§2: identifiers are strings). A server makes all identifiers in one way. */
export const numeric = "is a number";

/** The predicate of a field whose value is none of those that the document lists. */
const unlisted = "has a value that is not listed";

interface ProblemInBody {
  readonly problem: BodyProblem;
  readonly exchange: Exchange;
  /** All problems of the same body. */
  readonly others: readonly BodyProblem[];
}

export function fieldProblem({ problem, exchange, others }: ProblemInBody): FieldProblem {
  const { resource, kind, pointer, expected } = problem;
  // The resource as a whole is wrong, as a `null` is.
  const field = problem.field || (pointer === "" ? "the body" : "an item");
  const wrapper = wrapperOf(problem, exchange);
  if (wrapper !== undefined) return { resource, field, wrong: wrapped, calledInstead: wrapper };
  // A value that is not a date-time has no zone either: this is one problem.
  const noDateTime = others.find((other) => other.kind === "date-time" && other.pointer === pointer);
  const calledInstead = newNameOf(problem, exchange);
  if (calledInstead !== undefined) return { resource, field, wrong: renamed, calledInstead };
  const wrong = wrongOf((kind === "zone" ? noDateTime : undefined) ?? problem);
  const isUnlisted = kind === "enumeration" && wrong === unlisted;
  return { resource, field, wrong, ...(isUnlisted ? { listed: expected.replace(pointer, "") } : {}) };
}

function wrongOf({ kind, actual, field }: BodyProblem): string {
  if (kind === "missing" || kind === "absent") return "is missing";
  if (actual === "null") return "is null";
  if (kind === "type" && /(^i|I)d$/.test(field) && /^-?\d/.test(actual)) return numeric;
  if (kind === "date-time") {
    if (/^"\d{4}-\d{2}-\d{2}"$/.test(actual)) return "is a date without a time";
    return /^"[\d-]+ \d/.test(actual)
      ? "has a space in place of the T of an ISO 8601 date-time"
      : "is not an ISO 8601 date-time";
  }
  if (kind === "zone") return `has ${rfc3339Faults(actual.slice(1, -1)).join(" and ")}`;
  return kind === "enumeration" ? unlisted : "has the wrong type";
}

/** The name under which the object has the field: `created_at` for `createdAt`. */
function newNameOf({ kind, field, pointer }: BodyProblem, exchange: Exchange): string | undefined {
  if (kind !== "missing" && kind !== "absent") return undefined;
  const owner = valueAt(exchange.json(), pointer.split("/").slice(1, -1));
  if (typeof owner !== "object" || owner === null) return undefined;
  return Object.keys(owner).find((name) => letters(name) === letters(field));
}

/** The member of the body in which the missing field is: `data`. */
function wrapperOf({ kind, field, pointer }: BodyProblem, exchange: Exchange): string | undefined {
  if (kind !== "missing" && kind !== "absent") return undefined;
  const body = exchange.json();
  if (pointer !== `/${field}` || !isObject(body)) return undefined;
  return Object.keys(body).find((name) => {
    const member = body[name];
    return (
      isObject(member) && Object.hasOwn(member, field) && !Object.keys(member).some((key) => Object.hasOwn(body, key))
    );
  });
}

const letters = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
