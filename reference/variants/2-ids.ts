import type { Parts } from "../parts.ts";
import { reshape } from "../reshape.ts";
import type { Route, RouteRequest } from "../route.ts";
import type { Body } from "../serializers.ts";
import { defineVariant, type Variant } from "./variant.ts";

/** Another form of the reference's ids, and the way back; undefined: no id of this form. */
interface Form {
  show(id: string): string;
  read(shown: string): string | undefined;
}

const idFields: readonly string[] = ["id", "userId", "feedbackId", "parentId", "releaseId", "orgId"];
const sentFields: readonly string[] = ["productId", "contextId", "actorId"];

const strings = (body: Body, names: readonly string[], change: (text: string) => string): Body =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      names.includes(name) && typeof value === "string" ? change(value) : value,
    ]),
  );

/** Shows ids in another form wherever one goes out, and takes that form wherever one comes in. */
function formed({ show, read }: Form): (parts: Parts) => Parts {
  const taken = (shown: string) => read(shown) ?? "no such id";
  const inward = (request: RouteRequest): RouteRequest => ({
    ...request,
    params: Object.fromEntries(Object.entries(request.params).map(([name, value]) => [name, taken(value)])),
    body:
      request.operation === "submitFeedback" ? strings({ ...Object(request.body) }, sentFields, taken) : request.body,
  });
  return (parts) => {
    const routes = Object.entries(parts.routes).map(([operation, route]): [string, Route] => [
      operation,
      (request) => route(inward(request)),
    ]);
    return {
      ...parts,
      routes: { ...parts.routes, ...Object.fromEntries(routes) },
      serializers: reshape(parts.serializers, (body) => strings(body, idFields, show)),
      credentials: {
        ...parts.credentials,
        roleFor: (store, caller, params) =>
          parts.credentials.roleFor(store, caller, { ...params, ...(params.orgId ? { orgId: taken(params.orgId) } : {}) }),
      },
      introduces: (target) => {
        const told = parts.introduces(target);
        const credentials = told.credentials.map((one) => (one.org === undefined ? one : { ...one, org: show(one.org) }));
        return { ...told, credentials };
      },
    };
  };
}

/** Ids numbered, or named, in the order in which they are first shown. */
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

const ids = (id: string, choice: string, form: () => Form): Variant =>
  defineVariant({ id, choice, group: "ids", change: (parts) => formed(form())(parts) });

const uuid = (at: number) => `0190a6f2-${(at * 7919 + 4096).toString(16).padStart(4, "0").slice(-4)}-7abc-8def-0123456789ab`;

export default [
  ids("ids-numbers", "Ids are numbers, as strings", () => given((at) => String(at + 1))),
  ids("ids-uuids", "Ids are UUIDs that differ in their middle alone", () => given(uuid)),
  ids("ids-odd", "Ids hold slashes, percent signs, spaces, quotes, and letters of any script", () =>
    around('a/b?c#d %2F+"é東🙂;', "&=\\."),
  ),
  ids("ids-long", "Ids are 1,500 characters long", () => around("x".repeat(1500), "")),
  ids("ids-urls", "Ids are URLs", () => around("https://example.com/v1/products/", "")),
  ids("ids-upper-case", "Ids are upper-case", () => ({
    show: (id) => id.toUpperCase(),
    read: (text) => (text === text.toUpperCase() ? text.toLowerCase() : undefined),
  })),
];
