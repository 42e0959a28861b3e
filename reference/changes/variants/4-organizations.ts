/** Legal ways to keep a caller from creating an organization (§4, endpoint 14). */

import { HttpError, type Issue } from "../../parts/http-error.ts";
import { combine, replace, replaceRoute } from "../seams.ts";
import { defineVariant, type Variant } from "./variant.ts";

const quota = (issues: readonly Issue[]) =>
  replaceRoute("createOrganization", () => () => {
    throw new HttpError("invalid", "You belong to as many organizations as your plan allows.", issues);
  });

/** Every error body holds this text alone. */
const errorText = (text: (status: number) => string) =>
  replace("errors", ({ status }) => ({
    body: ({ kind }, operation) => ({ error: text(status(kind, operation)) }),
  }));

const full = { "endpoint.createOrganization": "nobody may create another organization" };
const withoutIssues = { ...full, "error.issues": "issues are optional, and no error carries any" };

const organizing = (of: Pick<Variant, "id" | "choice" | "change" | "unjudged">): Variant =>
  defineVariant({ ...of, group: "organizations" });

export default [
  organizing({
    id: "organizations-of-a-plan",
    choice: "A plan allows no further organization: a creation is refused with 400",
    unjudged: full,
    change: quota([]),
  }),
  organizing({
    id: "organizations-of-a-plan-by-issue",
    choice: "A plan allows no further organization: a creation is refused with 400, and an issue",
    unjudged: full,
    change: quota([{ code: "quota", message: "is one too many", path: [] }]),
  }),
  organizing({
    id: "organizations-of-a-plan-in-one-word",
    choice: "A plan allows no further organization, which is refused as everything else is, without a reason",
    unjudged: withoutIssues,
    change: combine(
      quota([]),
      errorText(() => "rejected"),
    ),
  }),
  organizing({
    id: "organizations-of-a-plan-by-status",
    choice: "A plan allows no further organization, which is refused with the name of its status",
    unjudged: withoutIssues,
    change: combine(
      quota([]),
      errorText((status) => (status === 400 ? "Bad Request" : `Status ${status}`)),
    ),
  }),
];
