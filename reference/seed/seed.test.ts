import { expect, it } from "vitest";
import { allInstallations } from "../store/installations.ts";
import { allOrganizations } from "../store/organizations.ts";
import { allFeatures, allProblems, allReleases, type FeatureRow } from "../store/product-content.ts";
import { allProducts } from "../store/products.ts";
import { seededDatabase } from "./seed.ts";

const store = await seededDatabase();
const products = allProducts(store, "everything");
const features = products.flatMap(({ id }) => allFeatures(store, id));
const problems = products.flatMap(({ id }) => allProblems(store, id));
const releases = products.flatMap(({ id }) => allReleases(store, id));

it("a feature's parent and release are its own product's", () => {
  for (const { id } of products) {
    const siblings = allFeatures(store, id);
    const releaseIds = allReleases(store, id).map((release) => release.id);
    for (const { parentId, releaseId } of siblings) {
      if (parentId !== null) expect(siblings.map((feature) => feature.id)).toContain(parentId);
      if (releaseId !== null) expect(releaseIds).toContain(releaseId);
    }
  }
});

it("every nullable field of a feature is null somewhere and set somewhere", () => {
  const nullable = ["slug", "description", "parentId", "releaseId"] as const satisfies readonly (keyof FeatureRow)[];
  for (const field of nullable) {
    expect(features.some((feature) => feature[field] === null)).toBe(true);
    expect(features.some((feature) => feature[field] !== null)).toBe(true);
  }
});

it("every status and format is there", () => {
  const statuses = new Set(["unreviewed", "draft", "published", "archived"]);
  const formats = new Set(["text", "json", "html", "markdown"]);
  for (const rows of [features, problems, releases])
    expect(new Set(rows.map(({ status }) => status))).toEqual(statuses);
  expect(new Set(features.map(({ descriptionFormat }) => descriptionFormat))).toEqual(formats);
  expect(new Set(problems.map(({ statementFormat }) => statementFormat))).toEqual(formats);
  expect(new Set(releases.map(({ isProd }) => isProd))).toEqual(new Set([true, false]));
  const installations = allInstallations(store, "everything").map(({ status }) => status);
  expect(new Set(installations)).toEqual(new Set(["pending", "active", "disabled"]));
});

it("there is text beyond ASCII and beyond the basic plane, and an organization without products", () => {
  expect(
    features.some(
      ({ name, description }) => /\p{Script=Han}/u.test(name) && /[\u{10000}-\u{10FFFF}]/u.test(description ?? ""),
    ),
  ).toBe(true);
  const empty = allOrganizations(store, "everything").filter(({ id }) => !products.some(({ orgId }) => orgId === id));
  expect(empty.map(({ slug }) => slug)).toEqual(["hooli"]);
});

it("ids are the same at every start", async () => {
  const again = await seededDatabase();
  expect(allProducts(again, "everything")).toEqual(products);
  again.close();
});
