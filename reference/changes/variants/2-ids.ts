/** Choices of the form of identifiers, which may be any strings (§2). */
import { operationIds } from "../../../spec/contract.ts";
import type { Route } from "../../parts/route.ts";
import { listCredentials } from "../seams/callers.ts";
import { type Change, combine, replace } from "../seams/replace.ts";
import { replaceRoutes } from "../seams/routes.ts";
import { defineVariant, type Variant } from "./variant.ts";

/** Converts the ids of organization `orgId` into another form, and back. `read` returns undefined for an id of another form. */
interface Form {
  show(id: string, orgId: string): string;
  read(shown: string, orgId: string): string | undefined;
}

const idFields: readonly string[] = ["id", "userId", "feedbackId", "parentId", "releaseId", "orgId"];
const sentFields: readonly string[] = ["productId", "contextId", "actorId"];

/** The value with the fields of these names changed, at any depth. */
function changed(value: unknown, names: readonly string[], change: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, names, change));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [
    name,
    names.includes(name) && typeof inner === "string" ? change(inner) : changed(inner, names, change),
  ]);
  return Object.fromEntries(entries);
}

/** Converts the ids in all responses into another form, and those in all requests back. */
function showIds({ show, read }: Form): Change {
  const internal = (shown: string, orgId: string) => read(shown, orgId) ?? "no such id";
  const translated =
    (route: Route): Route =>
    (request) => {
      const { operation, caller, params, body } = request;
      const inward = (shown: string) => internal(shown, caller.orgId);
      const result = route({
        ...request,
        params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, inward(value)])),
        body: operation === "submitFeedback" ? changed(body, sentFields, inward) : body,
      });
      return changed(result, idFields, (id) => show(id, caller.orgId));
    };
  return combine(
    replaceRoutes(operationIds, translated),
    replace("credentials", ({ roleFor }) => ({
      roleFor: (store, caller, params) => {
        const orgId = params.orgId === undefined ? undefined : internal(params.orgId, caller.orgId);
        return roleFor(store, caller, orgId === undefined ? params : { ...params, orgId });
      },
    })),
    listCredentials((credentials) =>
      credentials.map((credential) =>
        credential.org === undefined ? credential : { ...credential, org: show(credential.org, credential.org) },
      ),
    ),
  );
}

/** Replaces ids by those that `make` makes, in the order in which they are first shown. */
function given(make: (at: number) => string): Form {
  const shown = new Map<string, string>();
  const ids = new Map<string, string>();
  return {
    show(id) {
      const known = shown.get(id) ?? make(shown.size);
      shown.set(id, known);
      ids.set(known, id);
      return known;
    },
    read: (text) => ids.get(text),
  };
}

const around = (before: string, after: string): Form => ({
  show: (id) => `${before}${id}${after}`,
  read: (text) =>
    text.startsWith(before) && text.endsWith(after) ? text.slice(before.length, text.length - after.length) : undefined,
});

/** Numbers the ids of each organization separately, except for the ids that match `shared`. */
function numberedApart(shared: RegExp, prefix = ""): Form {
  const forms = new Map<string, Form>();
  const formOf = (orgId: string) => {
    const form = forms.get(orgId) ?? given((at) => `${prefix}${at + 1}`);
    forms.set(orgId, form);
    return form;
  };
  const isShared = (id: string) => shared.test(id);
  return {
    show: (id, orgId) => (isShared(id) ? id : formOf(orgId).show(id, orgId)),
    read: (shown, orgId) => formOf(orgId).read(shown, orgId) ?? (isShared(shown) ? shown : undefined),
  };
}

const ids = (id: string, choice: string, form: () => Form): Variant =>
  defineVariant({ id, choice, group: "ids", change: (parts) => showIds(form())(parts) });

const uuid = (at: number) =>
  `0190a6f2-${(at * 7919 + 4096).toString(16).padStart(4, "0").slice(-4)}-7abc-8def-0123456789ab`;

const numbers = () => given((at) => String(at + 1));

/** Every id is a number. */
export const numberIds: Change = (parts) => showIds(numbers())(parts);

export default [
  ids("ids-numbers", "Ids are strings of digits", numbers),
  ids("ids-numbers-apart", "Ids are numbers that each organization counts separately", () =>
    // Users and organizations keep their ids, which all organizations share.
    numberedApart(/^(?:org|usr)_/),
  ),
  ids("ids-of-feedback-apart", "Each organization numbers its feedback from 1", () => numberedApart(/^(?!fb_)/)),
  ids("ids-of-feedback-apart-with-prefix", "Each organization numbers its feedback from FB-1", () =>
    numberedApart(/^(?!fb_)/, "FB-"),
  ),
  ids("ids-uuids", "Ids are UUIDs that differ in the middle only", () => given(uuid)),
  ids("ids-odd", "Ids contain slashes, percent signs, spaces, quotes, and letters of several scripts", () =>
    around('a/b?c#d %2F+"é東🙂;', "&=\\."),
  ),
  ids("ids-long", "Ids are 1,500 characters long", () => around("x".repeat(1500), "")),
  ids("ids-urls", "Ids are URLs", () => around("https://example.com/v1/products/", "")),
  ids("ids-upper-case", "Ids are upper-case", () => ({
    show: (id) => id.toUpperCase(),
    read: (text) => (text === text.toUpperCase() ? text.toLowerCase() : undefined),
  })),
];
