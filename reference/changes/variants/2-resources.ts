/** Choices of the fields of a resource, and of their values (§2). */
import type { Body } from "../../parts/serializers.ts";
import { allFeatures, allReleases } from "../../store/product-content.ts";
import { allProducts } from "../../store/products.ts";
import { replace } from "../seams/replace.ts";
import { changeResources, type Resource } from "../seams/resources.ts";
import { replaceRoute } from "../seams/routes.ts";
import { defineVariant, variantsOf } from "./variant.ts";

/** Removes the fields that the document does not state to be required: all but ids, a feature's and an acceptance's. */
const statedToBeThere: Readonly<Partial<Record<Resource, readonly string[]>>> = {
  member: ["userId"],
  processing: ["feedbackId"],
};

function stated(body: Body, resource: Resource): Body {
  if (resource === "feature" || resource === "acceptance") return body;
  const kept = statedToBeThere[resource] ?? ["id"];
  return Object.fromEntries(Object.entries(body).filter(([name]) => kept.includes(name)));
}

const further: Body = {
  _links: { self: { href: "https://example.com" }, next: null },
  "x-version": 1e3,
  data: null,
  error: null,
  items: [{ id: 7, createdAt: "yesterday", status: false }],
  orgId_: 12,
  "": [],
  long: "x".repeat(100_000),
};

/** Adds fields, some of which have the names of other resources' fields. */
const borrowed: Readonly<Partial<Record<Resource, Body>>> = {
  product: { description: null, status: 3, parentId: 5 },
  context: { createdAt: null, slug: 9 },
  actor: { createdAt: 1767225600, status: "sleeping" },
  acceptance: { createdAt: null, position: 12 },
  processing: { url: null, progress: 0.5 },
  member: { id: 12, status: null },
  installation: { updatedAt: 0 },
};

/** Replaces values of fields whose set of values is not shown. */
const unheardOf: Readonly<Partial<Record<Resource, Body>>> = {
  release: { status: "sunset" },
  member: { role: "Grand Vizier (acting)" },
  installation: { status: "⏳ paused" },
  organization: { avatarType: "" },
  user: { avatarType: "gravatar/v2" },
};

/** Replaces values by unusual ones of the same type. */
const atTheEdge: Readonly<Partial<Record<Resource, Body>>> = {
  product: { name: "", slug: "" },
  feature: { name: "", slug: null, description: null, parentId: null, releaseId: null },
  problem: { statement: "", name: " " },
  release: { notes: "", tags: [], sourceUrl: "" },
  context: { name: "\u0000\u2028😀", description: "" },
  user: { preferences: {}, lastName: "" },
  installation: { config: { "": { deep: [[[[null]]]] } } },
  processing: { resultUrl: "" },
};

/** Features without a parent and a release refer to those of the organization's product with this index. */
const referringTo = (at: number) =>
  replaceRoute("listFeatures", (route) => (request) => {
    const { store, caller } = request;
    const product = allProducts(store, [caller.orgId]).at(at)?.id ?? "";
    const parent = allFeatures(store, product)[0]?.id ?? null;
    const release = allReleases(store, product)[0]?.id ?? null;
    const { data = [] } = Object(route(request));
    const referring = (item: Body) => ({
      ...item,
      parentId: item.parentId ?? (item.id === parent ? null : parent),
      releaseId: item.releaseId ?? release,
    });
    return { data: data.map(referring) };
  });

export default [
  ...variantsOf("fields", {
    "fields-stated-only": {
      choice: "Only the fields that the document states to be required are present",
      strict: false,
      reason:
        "implied: that a listed field is present; the document says only of features that all fields are required",
      unjudged: {
        "installation.calling-key": "the installation does not contain its organization",
        "profile.fields": "the profile does not say whether its picture may be replaced",
      },
      change: changeResources(stated),
    },
    "fields-further": {
      choice: "Every resource has additional fields, some with the names of other resources' fields",
      change: changeResources((body, resource) => ({ ...further, ...borrowed[resource], ...body })),
    },
    "fields-reordered": {
      choice: "Fields are in another order",
      change: changeResources((body) => Object.fromEntries(Object.entries(body).reverse())),
    },
  }),
  ...variantsOf("values", {
    "values-unheard-of": {
      choice: "Statuses, roles and avatarType have values that the document does not show",
      change: changeResources((body, resource) => ({ ...body, ...unheardOf[resource] })),
    },
    "values-at-the-edge": {
      choice: "Fields have empty and unusual strings, empty arrays and objects, and null if it is allowed",

      // The fields that a caller can write are shown as they were written.
      change: changeResources((body, resource) =>
        resource === "user" && body.lastName !== "Løvelace" ? body : { ...body, ...atTheEdge[resource] },
      ),
    },
  }),
  ...variantsOf("lists", {
    "references-between-products": {
      choice: "Features without a parent and a release refer to those of the organization's first product",
      change: referringTo(0),
    },
    "references-to-the-last-product": {
      choice: "Features without a parent and a release refer to those of the organization's last product",
      change: referringTo(-1),
    },
  }),
  defineVariant({
    id: "urls-relative",
    choice: "url and resultUrl of feedback are relative references or URNs",
    group: "queue",
    change: replace("queue", { url: (_base, { id }) => `/feedback/${id}`, resultUrl: () => "urn:pending" }),
  }),
];
