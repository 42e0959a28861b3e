/** Choices of when the creation of an organization is rejected (§4, endpoint 14). */

import { HttpError, type Issue } from "../../parts/http-error.ts";
import { combine, replace } from "../seams/replace.ts";
import { addIssues } from "../seams/requests.ts";
import { replaceRoute } from "../seams/routes.ts";
import { defineVariant, type Variant } from "./variant.ts";

const quota = (issues: readonly Issue[]) =>
  replaceRoute("createOrganization", () => () => {
    throw new HttpError("invalid", "You belong to as many organizations as your plan allows.", issues);
  });

/** Gives every error body only this text. */
const errorText = (text: (status: number) => string) =>
  replace("errors", ({ status }) => ({
    body: ({ kind }, operation) => ({ error: text(status(kind, operation)) }),
  }));

const quotaUsedUp = { "endpoint.createOrganization": "nobody may create another organization" };
const withoutIssues = { ...quotaUsedUp, "error.issues": "issues are optional, and no error body has any" };

const organizationVariant = (of: Pick<Variant, "id" | "choice" | "change" | "unjudged">): Variant =>
  defineVariant({ ...of, group: "organizations" });

export default [
  organizationVariant({
    id: "organization-quota",
    choice: "The plan allows no more organizations: a creation is rejected with 400",
    unjudged: quotaUsedUp,
    change: quota([]),
  }),
  organizationVariant({
    id: "organization-quota-with-issue",
    choice: "The plan allows no more organizations: a creation is rejected with 400, and an issue",
    unjudged: quotaUsedUp,
    change: quota([{ code: "quota", message: "is one too many", path: [] }]),
  }),
  organizationVariant({
    id: "organization-quota-issue-at-plan",
    choice: "The plan allows no more organizations: a creation is rejected with 400, and an issue at plan",
    unjudged: quotaUsedUp,
    change: quota([{ code: "quota", message: "allows no more", path: ["plan"] }]),
  }),
  organizationVariant({
    id: "organization-names-are-words",
    choice: "An organization's name may contain only letters, digits, spaces and hyphens",
    change: addIssues("createOrganization", (body) =>
      /^[\p{L}\p{N} -]*$/u.test(String(Object(body).name))
        ? []
        : [{ code: "name", message: "is not a name", path: ["name"] }],
    ),
  }),
  organizationVariant({
    id: "organization-names-composed",
    choice: "An organization's name is stored in Unicode's form NFD, without characters beyond the basic plane",
    change: replace("organizations", ({ keep }) => ({
      keep: (id, { name, slug }, createdAt) => {
        const plain = name.replace(/[\u{10000}-\u{10ffff}]/gu, "").trim();
        return keep(id, { name: plain.normalize("NFD"), slug }, createdAt);
      },
    })),
  }),
  organizationVariant({
    id: "organization-quota-same-error-text",
    choice: "The plan allows no more organizations, and every error body has the same text",
    unjudged: withoutIssues,
    change: combine(
      quota([]),
      errorText(() => "rejected"),
    ),
  }),
  organizationVariant({
    id: "organization-quota-status-as-error-text",
    choice: "The plan allows no more organizations, and the text of every error body is the name of its status",
    unjudged: withoutIssues,
    change: combine(
      quota([]),
      errorText((status) => (status === 400 ? "Bad Request" : `Status ${status}`)),
    ),
  }),
];
