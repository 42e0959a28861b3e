/** §2: lists that are wrapped in an object or bare arrays, their items' identifiers, and a list that is never empty. */
import { isBareList, isObject, isWrappedList, listItems, quoted, rawListItems } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import { bareLists, wrappedLists } from "../model/resources.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";

export const listsWrapped: Law = {
  id: "resource.lists-wrapped",
  clause: "resource.wrapped",
  claim: "Lists of products, features, problems, releases, contexts and actors are wrapped: { data: [...] }",
  dependsOn: wrappedLists,
  skipReason:
    "no list of products, or of what belongs to a product, was answered with a 2xx and JSON: add an API key that is served to the target file",
  judge(exchange) {
    if (!exchange.isSuccess || !isWrappedList(exchange.operation) || !exchange.isJson()) return notApplicable;
    const body = exchange.json();
    if (isObject(body) && Array.isArray(body.data)) return holds;
    return fails({ expected: "an object with an array `data`", actual: shapeOf(body) });
  },
};

export const listsBare: Law = {
  id: "resource.lists-bare",
  clause: "resource.bare",
  claim: "The lists of organizations and of members are bare arrays",
  dependsOn: bareLists,
  skipReason:
    "no list of organizations or of members was answered with a 2xx and JSON: add a credential that may read them to the target file",
  judge(exchange) {
    if (!exchange.isSuccess || !isBareList(exchange.operation) || !exchange.isJson()) return notApplicable;
    const body = exchange.json();
    return Array.isArray(body) ? holds : fails({ expected: "a bare array", actual: shapeOf(body) });
  },
};

function shapeOf(body: unknown): string {
  if (Array.isArray(body)) return "a bare array";
  if (!isObject(body)) return body === null ? "null" : `a ${typeof body}`;
  if ("data" in body && !Array.isArray(body.data)) return `an object whose \`data\` is ${shapeOf(body.data)}`;
  return `an object with ${Object.keys(body).slice(0, 5).map(quoted).join(", ") || "nothing in it"}`;
}

/** §1: a user belongs to one or more organizations. Keys are left out, since a key is not a user. */
export const organizationsOfUser: Law = {
  id: "organization.of-the-user",
  clause: "service.membership",
  claim: "The list of organizations is not empty for a session",
  skipReason: "needs a session that may list its organizations (kind: session): add one to the target file",
  dependsOn: ["listOrganizations"],
  judge(exchange) {
    const isListOfUser = exchange.operation === "listOrganizations" && exchange.kind === "session";
    if (!isListOfUser || !exchange.isSuccess || !Array.isArray(exchange.json())) return notApplicable;
    if (rawListItems(exchange).length > 0) return holds;
    return fails({ expected: "at least one organization of the session's user", actual: "an empty list" });
  },
};

/** Two items with the same identifier cannot be distinguished. */
export const uniqueInList: Law = {
  id: "resource.unique-in-list",
  clause: "resource.unique",
  claim: "No two items of a list have the same identifier",
  skipReason: "no list shows two items: add a second one, such as a feature of a product, or let a larger page show it",
  dependsOn: [...wrappedLists, ...bareLists],
  judge(exchange) {
    if (rawListItems(exchange).length < 2) return notApplicable;
    const seen = new Set<string>();
    for (const { id } of listItems(exchange)) {
      if (seen.has(id))
        return fails({
          expected: "a different identifier for each item",
          actual: `two items with the identifier ${quoted(id)}`,
        });
      seen.add(id);
    }
    return holds;
  },
};
