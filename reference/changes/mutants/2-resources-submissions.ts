/** Faults with single values of a submission (§2.11), and features that refer to deleted ones (§2.2). */

import type { Body } from "../../parts/serializers.ts";
import { ignoreIssues } from "../seams/requests.ts";
import { changeItems, failWhen } from "../seams/routes.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

/** Refers to an id that does not exist, in long lists only. */
const dangling = (field: "parentId" | "releaseId", id: string) =>
  changeItems("listFeatures", (items) =>
    items.length < 6 ? items : [...items.slice(0, -1), { ...items.at(-1), [field]: id }],
  );

/** Answers 500 to submissions for which `fails` is true. */
const failing = (id: string, fault: string, fails: (submission: Body) => boolean): Mutant =>
  defineMutant({
    id,
    clause: "submission.text",
    fault,
    change: failWhen(["submitFeedback"], ({ body }) => fails(Object(body))),
  });

/** Whether `holds` is true of a value in metadata, at any depth. */
function isInMetadata({ metadata }: Body, holds: (value: unknown) => boolean): boolean {
  const isWithin = (value: unknown): boolean =>
    holds(value) || (typeof value === "object" && value !== null && Object.values(value).some(isWithin));
  return isWithin(metadata);
}

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

const isOver = (value: unknown, maxLength: number) => String(value ?? "").length > maxLength;

export default [
  failing("title-over-255", "A title of more than 255 characters does not fit its column: 500", ({ content }) =>
    isOver(Object(content).title, 255),
  ),
  failing("body-over-4000", "A body of more than 4,000 characters does not fit its column: 500", ({ content }) =>
    isOver(Object(content).body, 4000),
  ),
  failing("notes-over-4000", "Notes of more than 4,000 characters do not fit their column: 500", ({ notes }) =>
    isOver(notes, 4000),
  ),
  failing("source-url-over-2048", "A sourceUrl of more than 2,048 characters does not fit its column: 500", (body) =>
    isOver(body.sourceUrl, 2048),
  ),
  failing(
    "source-host-looked-up",
    "The host of sourceUrl is looked up as a name: an IPv6 address fails with 500",
    (body) => String(body.sourceUrl).includes("["),
  ),
  failing(
    "metadata-walked-without-end",
    "metadata of more than ten levels fails with 500",
    ({ metadata }) => depthOf(metadata) > 10,
  ),
  failing(
    "metadata-depth-100",
    "metadata of more than 100 levels fails with 500",
    ({ metadata }) => depthOf(metadata) > 100,
  ),
  failing(
    "metadata-within-64-bits",
    "A whole number in metadata that does not fit into 64 bits fails with 500",
    (body) =>
      isInMetadata(body, (value) => Number.isInteger(value) && Number(value) > 2 ** 63 && Number(value) !== 1e21),
  ),
  failing(
    "empty-text-capitalized",
    "The first letter of the title is capitalized: an empty title fails with 500",
    ({ content }) => Object(content).title === "",
  ),
  ...mutantsOf("submission.refuses", {
    "title-unchecked": {
      fault: "The title of a submission may be of any type",
      change: ignoreIssues("submitFeedback", ({ path = [] }) => path.join(".") === "content.title"),
    },
    "notes-unchecked": {
      fault: "notes of a submission may be of any type",
      change: ignoreIssues("submitFeedback", ({ path = [] }) => path.join(".") === "notes"),
    },
  }),
  ...mutantsOf("feature.parent", {
    "parent-deleted": {
      fault: "A feature refers to a parent that was deleted",
      change: dangling("parentId", "ftr_000000000000000000"),
    },
    "parent-below-its-child": {
      fault: "A feature and its child each have the other as their parent",
      change: changeItems("listFeatures", (items) => {
        const child = items.find(({ parentId }) => parentId !== null);
        return items.map((item) => (item.id === child?.parentId ? { ...item, parentId: child?.id } : item));
      }),
    },
  }),
  defineMutant({
    id: "release-deleted",
    clause: "feature.release",
    fault: "A feature refers to a release that was deleted",
    change: dangling("releaseId", "rel_000000000000000000"),
  }),
] satisfies readonly Mutant[];
