/** §2, opening paragraph: identifiers, timestamps, and how lists are wrapped. */

import { isBareList, isObject, isWrappedList, listedItems, quoted, shownCount } from "../model/body.ts";
import type { Law, LawContext } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { identifierFields, resources } from "../model/resources.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import { judgeProblems } from "./resource-fields.ts";

const showsAny = (exchange: Exchange) => resources.some((resource) => shownCount(exchange, resource) > 0);

/** §2: all identifiers are strings (a nullable one may be null). */
export const identifierStrings: Law = {
  id: "resource.identifier-strings",
  clause: "resource.identifiers",
  claim: "Every identifier is a string",
  judge(exchange, context) {
    if (!showsAny(exchange)) return notApplicable;
    return judgeProblems(
      context.problems(exchange),
      (problem) => problem.kind === "type" && identifierFields.includes(problem.field),
    );
  },
};

/** Two items with the same identifier could not be distinguished. */
export const uniqueInList: Law = {
  id: "resource.unique-in-list",
  clause: "resource.unique",
  claim: "No two items of a list share an identifier",
  judge(exchange) {
    const items = listedItems(exchange);
    const resource = resources.find(
      (candidate) => exchange.operation !== undefined && candidate.listedBy.includes(exchange.operation),
    );
    if (resource === undefined || items.length < 2) return notApplicable;
    const seen = new Set<string>();
    for (const item of items) {
      const id = isObject(item) ? item[resource.identifier] : undefined;
      if (typeof id !== "string") continue;
      if (seen.has(id))
        return fails({ expected: "a different identifier for each item", actual: `${quoted(id)} twice` });
      seen.add(id);
    }
    return holds;
  },
};

function dateTimeLaw(of: { id: string; clause: string; claim: string }, kind: "date-time" | "zone"): Law {
  return {
    ...of,
    judge(exchange: Exchange, context: LawContext) {
      if (!showsAny(exchange)) return notApplicable;
      return judgeProblems(context.problems(exchange), (problem) => problem.kind === kind);
    },
  };
}

export const dateTimes = dateTimeLaw(
  {
    id: "resource.date-times",
    clause: "resource.timestamps",
    claim: "Every timestamp is an ISO 8601 date-time string",
  },
  "date-time",
);

export const zonedDateTimes = dateTimeLaw(
  {
    id: "resource.zoned-date-times",
    clause: "resource.rfc3339",
    claim: "Every timestamp is an RFC 3339 date-time, with a zone",
  },
  "zone",
);

/** §2: `{ data: [...] }`. */
export const listsWrapped: Law = {
  id: "resource.lists-wrapped",
  clause: "resource.wrapped",
  claim: "Lists of products, features, problems, releases, contexts and actors are wrapped: { data: [...] }",
  judge(exchange) {
    if (!exchange.isSuccess || !isWrappedList(exchange.operation) || !exchange.isJson()) return notApplicable;
    const body = exchange.json();
    if (isObject(body) && Array.isArray(body.data)) return holds;
    return fails({ expected: "an object with an array `data`", actual: shapeOf(body) });
  },
};

/** §2: a bare JSON array. */
export const listsBare: Law = {
  id: "resource.lists-bare",
  clause: "resource.bare",
  claim: "The lists of organizations and of members are bare arrays",
  judge(exchange) {
    if (!exchange.isSuccess || !isBareList(exchange.operation) || !exchange.isJson()) return notApplicable;
    const body = exchange.json();
    return Array.isArray(body) ? holds : fails({ expected: "a bare array", actual: shapeOf(body) });
  },
};

function shapeOf(body: unknown): string {
  if (Array.isArray(body)) return "a bare array";
  if (!isObject(body)) return body === null ? "null" : `a ${typeof body}`;
  return `an object with ${Object.keys(body).slice(0, 5).map(quoted).join(", ") || "nothing in it"}`;
}
