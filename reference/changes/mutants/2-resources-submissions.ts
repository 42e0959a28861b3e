/** Faults of single values of a submission (§2.11), and of references to what was deleted (§2.2). */

import type { Body } from "../../parts/serializers.ts";
import { changeResult, ignoreIssues, replaceRoute } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

interface List {
  readonly data: readonly Body[];
}

/** A reference to what is not there, in the longest list alone. */
const dangling = (field: "parentId" | "releaseId", id: string) =>
  replaceRoute("listFeatures", (route) => (request) => {
    const list = route(request) as List;
    if (list.data.length < 6) return list;
    const data = list.data.map((feature, at) => (at === list.data.length - 1 ? { ...feature, [field]: id } : feature));
    return request.parts.serializers.list(data);
  });

export default [
  defineMutant({
    id: "empty-text-capitalized",
    clause: "submission.text",
    fault: "The first letter of the title is capitalized: a title without one fails with 500",
    change: replaceRoute("submitFeedback", (route) => (request) => {
      const { title } = Object(Object(request.body).content);
      if (title === "") throw new TypeError("undefined has no toUpperCase");
      return route(request);
    }),
  }),
  defineMutant({
    id: "title-unchecked",
    clause: "submission.refuses",
    fault: "Of the free texts one, the title, is stored whatever its type",
    change: ignoreIssues("submitFeedback", ({ path = [] }) => path.join(".") === "content.title"),
  }),
  defineMutant({
    id: "notes-unchecked",
    clause: "submission.refuses",
    fault: "Of the free texts one, notes, is stored whatever its type",
    change: ignoreIssues("submitFeedback", ({ path = [] }) => path.join(".") === "notes"),
  }),
  defineMutant({
    id: "parent-deleted",
    clause: "feature.parent",
    fault: "A parent is deleted, and its children keep its id",
    change: dangling("parentId", "ftr_000000000000000000"),
  }),
  defineMutant({
    id: "parent-below-its-child",
    clause: "feature.parent",
    fault: "A feature was moved below one of its children, and each is now the other's parent",
    change: changeResult("listFeatures", (answer) => {
      const { data } = answer as { readonly data: readonly Body[] };
      const child = data.find(({ parentId }) => parentId !== null);
      return { data: data.map((item) => (item.id === child?.parentId ? { ...item, parentId: child?.id } : item)) };
    }),
  }),
  defineMutant({
    id: "release-deleted",
    clause: "feature.release",
    fault: "A release is deleted, and its features keep its id",
    change: dangling("releaseId", "rel_000000000000000000"),
  }),
] satisfies readonly Mutant[];
