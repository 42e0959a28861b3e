/** Faults in products and their features, problems, releases, contexts and actors (§2.1 to §2.6). */

import type { Body } from "../../parts/serializers.ts";
import { allReleases } from "../../store/product-content.ts";
import { changeResource, omitting, setFields } from "../seams/resources.ts";
import { changeBody, changeItems } from "../seams/routes.ts";
import { defineMutant, mutantsOf } from "./mutant.ts";

const titled = (text: unknown) => String(text).replace(/^./, (first) => first.toUpperCase());

/** Leaves out empty values ("", 0, false, null, and empty arrays), as some encoders do. */
const withoutEmpty = (body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).filter(([, value]) => Boolean(value) && !(Array.isArray(value) && value.length === 0)),
  );

export default [
  defineMutant({
    id: "slug-of-ascii-only",
    clause: "product.fields",
    fault: "slug is null for a name with characters beyond ASCII",
    change: changeResource("product", (body) =>
      /^[\0-\x7f]*$/.test(String(body.name)) ? body : { ...body, slug: null },
    ),
  }),
  defineMutant({
    id: "document-store-id",
    clause: "product.identifier",
    fault: "Products have _id instead of id",
    change: changeResource("product", ({ id, ...rest }) => ({ _id: id, ...rest })),
  }),
  defineMutant({
    id: "product-cards",
    clause: "product.complete",
    fault: "The list of products lacks createdAt and updatedAt",
    change: changeItems("listProducts", (items) => items.map(omitting("createdAt", "updatedAt"))),
  }),
  defineMutant({
    id: "json-description-parsed",
    clause: "feature.fields",
    fault: "A description in JSON is sent as an object, not as a string",
    change: changeResource("feature", (body) =>
      body.descriptionFormat === "json" ? { ...body, description: JSON.parse(String(body.description)) } : body,
    ),
  }),
  ...mutantsOf("feature.required", {
    "nulls-dropped": {
      fault: "Fields of a feature are left out if they are null",
      change: changeResource("feature", (body) =>
        Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)),
      ),
    },
    "undefined-lost": {
      fault: "releaseId is left out for a feature without a release",
      change: setFields("feature", (body) => ({ releaseId: body.releaseId ?? undefined })),
    },
  }),
  ...mutantsOf("feature.description-format", {
    "format-as-media-type": {
      fault: "descriptionFormat is a media type, such as text/markdown",
      change: setFields("feature", (body) => ({ descriptionFormat: `text/${body.descriptionFormat}` })),
    },
    "no-format-without-description": {
      fault: "A feature without a description has the descriptionFormat none",
      change: changeResource("feature", (body) =>
        body.description === null ? { ...body, descriptionFormat: "none" } : body,
      ),
    },
  }),
  ...mutantsOf("feature.status", {
    "status-of-the-release": {
      fault: "A feature's status is overwritten by that of its release: a feature without a release has null",
      change: changeItems("listFeatures", (items, { store, params }) => {
        const releases = allReleases(store, params.productId ?? "");
        const statusOf = (releaseId: unknown) => releases.find(({ id }) => id === releaseId)?.status ?? null;
        return items.map((item) => ({ ...item, status: statusOf(item.releaseId) }));
      }),
    },
    "status-as-displayed": {
      fault: "The status of a feature is capitalized, as in the user interface",
      change: setFields("feature", (body) => ({ status: titled(body.status) })),
    },
  }),
  defineMutant({
    id: "product-as-root",
    clause: "feature.parent",
    fault: "A feature without a parent has the product's id as its parentId",
    change: setFields("feature", (body, { productId }) => ({ parentId: body.parentId ?? productId })),
  }),
  defineMutant({
    id: "releases-of-production-only",
    clause: "feature.release",
    fault: "The list of releases lacks those that are not in production, although features refer to them",
    change: changeItems("listReleases", (items) => items.filter(({ isProd }) => isProd === true)),
  }),
  defineMutant({
    id: "statement-as-blocks",
    clause: "problem.fields",
    fault: "statement is an array of blocks of text instead of a string",
    change: setFields("problem", (body) => ({
      statement: String(body.statement)
        .split("\n\n")
        .map((text) => ({ type: "paragraph", text })),
    })),
  }),
  defineMutant({
    id: "id-known-from-the-path",
    clause: "problem.identifier",
    fault: "A single problem is answered without its id",
    change: changeBody("getProblem", omitting("id")),
  }),
  defineMutant({
    id: "problem-summaries",
    clause: "problem.complete",
    fault: "The list of problems lacks the statements",
    change: changeItems("listProblems", (items) => items.map(omitting("statement"))),
  }),
  defineMutant({
    id: "format-guessed",
    clause: "problem.statement-format",
    fault: "statementFormat is guessed from the text, and is plain if the text has no markup",
    change: setFields("problem", (body) => ({
      statementFormat: /[*<#{]/.test(String(body.statement)) ? body.statementFormat : "plain",
    })),
  }),
  defineMutant({
    id: "status-of-the-tracker",
    clause: "problem.status",
    fault: "The status of a problem is that of a linked issue: open or closed",
    change: setFields("problem", (body) => ({ status: body.status === "archived" ? "closed" : "open" })),
  }),
  ...mutantsOf("release.fields", {
    "database-boolean": {
      fault: "isProd is 0 or 1 instead of a boolean",
      change: setFields("release", (body) => ({ isProd: Number(body.isProd) })),
    },
    "no-tags-as-null": {
      fault: "tags is null for a release without tags",
      change: setFields("release", (_body, { tags }) => ({ tags: tags.length === 0 ? null : tags })),
    },
    "tags-joined": {
      fault: "tags is a string of tags separated by commas",
      change: setFields("release", (_body, { tags }) => ({ tags: tags.join(",") })),
    },
  }),
  defineMutant({
    id: "release-by-version",
    clause: "release.identifier",
    fault: "Releases have a version instead of an id",
    change: changeResource("release", ({ id: _, ...body }) => ({ version: body.slug, ...body })),
  }),
  defineMutant({
    id: "empty-values-omitted",
    clause: "release.complete",
    fault: "Fields of a release are left out if they are empty or false",
    change: changeResource("release", withoutEmpty),
  }),
  defineMutant({
    id: "description-by-language",
    clause: "context.fields",
    fault: "description of a context is an object with a string for each language",
    change: setFields("context", (body) => ({ description: { en: body.description } })),
  }),
  defineMutant({
    id: "id-named-after-its-table",
    clause: "context.identifier",
    fault: "The context's id is called contextId, as in submissions",
    change: changeResource("context", ({ id, ...rest }) => ({ contextId: id, ...rest })),
  }),
  defineMutant({
    id: "contexts-for-a-menu",
    clause: "context.complete",
    fault: "Contexts have no description",
    change: changeResource("context", omitting("description")),
  }),
  defineMutant({
    id: "empty-text-as-null",
    clause: "actor.fields",
    fault: "The description of an actor is null instead of an empty string",
    change: setFields("actor", (body) => ({ description: body.description === "" ? null : body.description })),
  }),
  defineMutant({
    id: "actors-without-id",
    clause: "actor.identifier",
    fault: "Actors have no id",
    change: changeResource("actor", omitting("id")),
  }),
  defineMutant({
    id: "empty-text-omitted",
    clause: "actor.complete",
    fault: "The description of an actor is left out if it is empty",
    change: changeResource("actor", withoutEmpty),
  }),
];
