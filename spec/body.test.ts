import { describe, expect, it } from "vitest";
import { bodyOf, contract, samples } from "../conformance/model/exchange.test.support.ts";
import { resources } from "../conformance/model/resources.ts";
import { createBodyValidator, declaredResponse, truncatedJson } from "./body.ts";
import { loadContract } from "./contract.ts";
import { inlineTables, tables } from "./document.test.support.ts";

const validate = createBodyValidator(contract);
const { Product, Feature, Release, Error: error } = samples;

const products = (...items: readonly unknown[]) => validate("listProducts", 200, { data: items });
const features = (change: object) => validate("listFeatures", 200, { data: [{ ...Feature, ...change }] });

describe("a body that is as the contract says", () => {
  it.each(
    resources.flatMap(({ schema, listedBy, shownBy }) =>
      [...listedBy, ...shownBy].map((operation) => ({ operation, schema })),
    ),
  )("has no problems: $operation", ({ operation, schema }) => {
    expect(validate(operation, 200, bodyOf(operation, samples[schema], samples[schema]))).toEqual([]);
  });

  it.each(resources.flatMap(({ listedBy }) => listedBy))("has no problems where it lists nothing: %s", (operation) => {
    expect(validate(operation, 200, bodyOf(operation))).toEqual([]);
  });

  it("may hold more than the contract lists, even names of the prototype", () => {
    const more = JSON.parse('{"extra":1,"__proto__":{"id":7},"constructor":null,"toString":[]}');
    expect(products({ ...Product, ...more })).toEqual([]);
  });

  it("is anything where the document shows none", () => {
    expect(validate("updateMe", 200, 7)).toEqual([]);
    expect(validate("inviteMember", 201, undefined)).toEqual([]);
  });
});

describe("what is wrong with a body", () => {
  it("is of the wrong type, in an item of a list", () => {
    expect(products(Product, { ...Product, name: 7 })).toEqual([
      {
        resource: "Product",
        field: "name",
        kind: "type",
        pointer: "/data/1/name",
        expected: "/data/1/name to be a string",
        actual: "7",
      },
    ]);
  });

  it("is null, and says what comes of leaving the field out", () => {
    const expected = (...[operation, body, status = 200]: [Parameters<typeof validate>[0], unknown, number?]) =>
      validate(operation, status, body).map((problem) => problem.expected);
    expect(expected("getProduct", { ...Product, slug: null })).toEqual([
      "/slug to be a string; leaving it out is a warning, and fails with --strict",
    ]);
    expect(expected("listFeatures", { data: [{ ...Feature, name: null }] })).toEqual([
      "/data/0/name to be a string; leaving it out fails, too",
    ]);
    expect(expected("listFeatures", { error: "no", issues: null }, 400)).toEqual([
      "/issues to be an array, or not to be there",
    ]);
  });

  it("is null where the document does not allow it, and not where it does", () => {
    expect(features({ slug: null, description: null, parentId: null, releaseId: null })).toEqual([]);
    expect(features({ name: null })).toMatchObject([
      { resource: "Feature", field: "name", kind: "type", actual: "null" },
    ]);
    expect(features({ slug: 7 })).toMatchObject([
      { field: "slug", kind: "type", expected: "/data/0/slug to be a string or null" },
    ]);
    expect(products({ ...Product, slug: null })).toMatchObject([{ field: "slug", kind: "type" }]);
  });

  it("is missing where the contract requires it, absent where it only lists it", () => {
    const { id: _, ...noId } = { ...Product };
    expect(products(noId)).toEqual([
      {
        resource: "Product",
        field: "id",
        kind: "missing",
        pointer: "/data/0/id",
        expected: "a field `id` (string) in /data/0",
        actual: `/data/0 was ${JSON.stringify(noId)}`,
      },
    ]);
    const { slug: __, ...noSlug } = { ...Product };
    expect(products(noSlug)).toMatchObject([{ field: "slug", kind: "absent", pointer: "/data/0/slug" }]);
    expect(validate("getMe", 401, { detail: "Not authenticated" })).toMatchObject([
      { expected: "a field `error` (string)", actual: 'the body was {"detail":"Not authenticated"}' },
    ]);
    expect(products({ name: "x".repeat(500) })[0]?.actual).toMatch(/^\/data\/0 was \{"name":"x{200,231}…$/);
    const { slug: ___, ...noFeatureSlug } = { ...Feature };
    expect(validate("listFeatures", 200, { data: [noFeatureSlug] })).toMatchObject([
      { field: "slug", kind: "missing" },
    ]);
  });

  it.each(Object.entries(tables).filter(([name]) => resources.some(({ schema }) => schema === name)))(
    "is found for every field of %s",
    (name, { required = [], fields }) => {
      const resource = resources.find(({ schema }) => schema === name);
      const [operation] = [...(resource?.listedBy ?? []), ...(resource?.shownBy ?? [])];
      if (operation === undefined) throw new Error(`nothing answers with ${name}`);
      for (const field of Object.keys(fields)) {
        const { [field]: _, ...rest } = { ...samples[name] };
        const kind = required.includes(field) ? "missing" : "absent";
        expect(validate(operation, 200, bodyOf(operation, rest))).toMatchObject([{ resource: name, field, kind }]);
        const odd = validate(operation, 200, bodyOf(operation, { ...samples[name], [field]: 3.5 }));
        expect(odd.length, field).toBeGreaterThan(0);
        for (const problem of odd) expect(problem).toMatchObject({ resource: name, field, actual: "3.5" });
      }
    },
  );

  it("is a value beyond the enumeration", () => {
    expect(features({ status: "gone" })).toMatchObject([
      {
        field: "status",
        kind: "enumeration",
        expected: "/data/0/status to be one of unreviewed, draft, published, archived",
      },
    ]);
    expect(validate("submitFeedback", 202, { ...samples.FeedbackAcceptance, status: "done" })).toMatchObject([
      {
        resource: "FeedbackAcceptance",
        field: "status",
        kind: "enumeration",
        expected: '/status to be "queued"',
        actual: '"done"',
      },
    ]);
  });

  it("is a timestamp: no ISO 8601 date-time, one without a zone, or no string", () => {
    const createdAt = (value: unknown) => features({ createdAt: value }).map(({ field, kind }) => [field, kind]);
    expect(createdAt("2026-01-01T00:00:00")).toEqual([["createdAt", "zone"]]);
    expect(createdAt("20260101T000000Z")).toEqual([["createdAt", "zone"]]);
    expect(createdAt("yesterday")).toContainEqual(["createdAt", "date-time"]);
    expect(createdAt(1795254041)).toEqual([["createdAt", "date-time"]]);
    expect(createdAt(null)).toEqual([["createdAt", "date-time"]]);
  });

  it("lies inside a field, and is reported for the field", () => {
    expect(validate("listReleases", 200, { data: [{ ...Release, tags: ["a", 7] }] })).toMatchObject([
      { resource: "Release", field: "tags", pointer: "/data/0/tags/1", kind: "type", actual: "7" },
    ]);
  });

  it("lies deeper, where a contract says more of an object, and is reported for the outer field", () => {
    const document = structuredClone(contract.document);
    const config = { type: "object", properties: { retries: { type: "integer" } } };
    Object.assign(document.components.schemas?.Installation ?? {}, { properties: { config } });
    const stricter = createBodyValidator(loadContract(document));
    expect(stricter("getInstallation", 200, { id: "i", config: { retries: "many" } })).toMatchObject([
      {
        resource: "Installation",
        field: "config",
        pointer: "/config/retries",
        kind: "type",
        expected: "/config/retries to be an integer",
      },
    ]);
  });

  it("is the whole item, or the list around the items", () => {
    expect(products(null)).toMatchObject([
      { resource: "Product", field: "", pointer: "/data/0", expected: "/data/0 to be an object" },
    ]);
    expect(validate("listProducts", 200, [Product])).toMatchObject([
      { resource: "", field: "", pointer: "", kind: "type" },
    ]);
    expect(validate("listProducts", 200, {})).toMatchObject([{ resource: "", field: "data", kind: "missing" }]);
    expect(validate("listProducts", 200, { data: {} })).toMatchObject([{ resource: "", field: "data", kind: "type" }]);
    expect(validate("listMembers", 200, { data: [] })).toMatchObject([
      { resource: "", field: "", expected: "the body to be an array" },
    ]);
  });

  it("is everything that is wrong, not the first thing alone", () => {
    expect(
      products({ id: 1, name: 2 })
        .map(({ field }) => field)
        .sort(),
    ).toEqual(["createdAt", "id", "name", "slug", "updatedAt"]);
  });
});

describe("an error body (§2.14)", () => {
  it("carries error, and issues only where it likes", () => {
    expect(validate("getMe", 404, { error: "x" })).toEqual([]);
    expect(validate("getMe", 500, error)).toEqual([]);
    expect(validate("getMe", 404, {})).toMatchObject([{ resource: "Error", field: "error", kind: "missing" }]);
    expect(validate("getMe", 404, { error: {} })).toMatchObject([{ resource: "Error", field: "error", kind: "type" }]);
    expect(validate("getMe", 404, { error: "x", issues: {} })).toMatchObject([{ resource: "Error", field: "issues" }]);
  });

  it("has issues whose code and message are required, and whose path may be left out", () => {
    const issue = (value: unknown) => validate("getMe", 400, { error: "x", issues: [value] });
    expect(Object.keys(inlineTables.Issue?.fields ?? {})).toEqual(["code", "message", "path"]);
    expect(issue({ code: "c", message: "m" })).toEqual([]);
    expect(issue({ message: "m" })).toMatchObject([{ resource: "Issue", field: "code", kind: "missing" }]);
    expect(issue({ code: "c", message: null })).toMatchObject([{ resource: "Issue", field: "message", kind: "type" }]);
    expect(issue({ code: "c", message: "m", path: "a.b" })).toMatchObject([{ field: "path", kind: "type" }]);
    expect(issue({ code: "c", message: "m", path: ["a", null] })).toMatchObject([
      {
        resource: "Issue",
        field: "path",
        pointer: "/issues/0/path/1",
        expected: "/issues/0/path/1 to be a string or number",
      },
    ]);
  });
});

describe("the declared response", () => {
  it("is the code's own, else its class's, else the default", () => {
    const { responses } = contract.operation("listFeatures");
    expect(declaredResponse(contract, "listFeatures", 200)).toBe(responses.get("200"));
    expect(declaredResponse(contract, "listFeatures", 401)).toBe(responses.get("401"));
    expect(declaredResponse(contract, "listFeatures", 404)).toBe(responses.get("default"));
    const list = contract.operation("listProducts").responses;
    expect(declaredResponse(contract, "listProducts", 206)).toBe(list.get("2XX"));
    expect(declaredResponse(contract, "listProducts", 429)).toBe(list.get("429"));
    expect(declaredResponse(contract, "listProducts", 302)).toBe(list.get("default"));
  });
});

describe("a validator", () => {
  it("leaves the contract and the body as they were", () => {
    const fresh = loadContract();
    const before = structuredClone(fresh.document);
    const body = Object.freeze({ data: Object.freeze([Object.freeze({ id: 7 })]) });
    createBodyValidator(fresh)("listProducts", 200, body);
    expect(fresh.document).toEqual(before);
  });

  it("shows values as JSON, cut at 120 characters", () => {
    expect(truncatedJson({ a: 1 })).toBe('{"a":1}');
    expect(truncatedJson(undefined)).toBe("nothing");
    expect(truncatedJson("x".repeat(500))).toHaveLength(120);
    expect(truncatedJson("x".repeat(500))).toMatch(/…$/);
  });
});
