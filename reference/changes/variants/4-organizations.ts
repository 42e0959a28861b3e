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

const full = { "endpoint.createOrganization": "nobody may create another organization" };
const withoutIssues = { ...full, "error.issues": "issues are optional, and no error body has any" };

const organizing = (of: Pick<Variant, "id" | "choice" | "change" | "unjudged">): Variant =>
  defineVariant({ ...of, group: "organizations" });

export default [
  organizing({
    id: "organizations-of-a-plan",
    choice: "The plan allows no more organizations: a creation is rejected with 400",
    unjudged: full,
    change: quota([]),
  }),
  organizing({
    id: "organizations-of-a-plan-by-issue",
    choice: "The plan allows no more organizations: a creation is rejected with 400, and an issue",
    unjudged: full,
    change: quota([{ code: "quota", message: "is one too many", path: [] }]),
  }),
  organizing({
    id: "organizations-of-a-plan-by-its-name",
    choice: "The plan allows no more organizations: a creation is rejected with 400, and an issue at plan",
    unjudged: full,
    change: quota([{ code: "quota", message: "allows no more", path: ["plan"] }]),
  }),
  organizing({
    id: "organization-names-are-words",
    choice: "An organization's name may contain only letters, digits, spaces and hyphens",
    change: addIssues("createOrganization", (body) =>
      /^[\p{L}\p{N} -]*$/u.test(String(Object(body).name))
        ? []
        : [{ code: "name", message: "is not a name", path: ["name"] }],
    ),
  }),
  organizing({
    id: "organization-names-composed",
    choice: "An organization's name is stored in Unicode's form NFD, without characters beyond the basic plane",
    change: replace("organizations", ({ keep }) => ({
      keep: (id, { name, slug }, createdAt) => {
        const plain = name.replace(/[\u{10000}-\u{10ffff}]/gu, "").trim();
        return keep(id, { name: plain.normalize("NFD"), slug }, createdAt);
      },
    })),
  }),
  organizing({
    id: "organizations-of-a-plan-in-one-word",
    choice: "The plan allows no more organizations, and every error body has the same text",
    unjudged: withoutIssues,
    change: combine(
      quota([]),
      errorText(() => "rejected"),
    ),
  }),
  organizing({
    id: "organizations-of-a-plan-by-status",
    choice: "The plan allows no more organizations, and the text of every error body is the name of its status",
    unjudged: withoutIssues,
    change: combine(
      quota([]),
      errorText((status) => (status === 400 ? "Bad Request" : `Status ${status}`)),
    ),
  }),
];
