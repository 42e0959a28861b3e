import { describe, expect, it } from "vitest";
import { tables } from "../../spec/document.test.support.ts";
import { bodyOf, type ExchangeOverrides, exchangeWith, samples } from "../model/exchange.test.support.ts";
import { identifierFields, type Resource, resources } from "../model/resources.ts";
import { judgeProblems } from "./judge-problems.ts";
import { context, verdictOf } from "./judged.test.support.ts";
import { resourceLaws } from "./resource-fields.ts";

const operationsOf = ({ listedBy, shownBy }: Resource) => [...listedBy, ...shownBy];
const lawsOf = ({ key }: Resource) => resourceLaws.filter(({ id }) => id.startsWith(`${key}.`));

/** The ids of the resource's laws that fail on it where `change` is made; the rest must hold. */
function failing(resource: Resource, change: (sample: Record<string, unknown>) => unknown): readonly string[] {
  const verdicts = operationsOf(resource).map((operation) => {
    const json = bodyOf(operation, change({ ...samples[resource.schema] }));
    const judged = lawsOf(resource).map((law) => [law.id, verdictOf(law, { operation, json })] as const);
    expect(judged.filter(([, verdict]) => verdict === "not-applicable")).toEqual([]);
    return judged.filter(([, verdict]) => verdict === "fail").map(([id]) => id);
  });
  for (const other of verdicts) expect(other).toEqual(verdicts[0]);
  return verdicts[0] ?? [];
}

const without = (field: string) => (sample: Record<string, unknown>) => {
  const { [field]: _, ...rest } = sample;
  return rest;
};
const having = (field: string, value: unknown) => (sample: Record<string, unknown>) => ({ ...sample, [field]: value });

describe.each(resources.map((resource) => [resource.key, resource] as const))("the laws of %s", (key, resource) => {
  const { schema } = resource;
  const { fields = {}, required = [] } = tables[schema] ?? {};

  it("hold for one that is as the document says, and for more fields than it lists", () => {
    expect(failing(resource, (sample) => sample)).toEqual([]);
    expect(failing(resource, having("extra", 7))).toEqual([]);
  });

  it("fail for a field that is not there: the stated ones and the others apart", () => {
    const allStated = Object.keys(fields).length === required.length;
    for (const field of Object.keys(fields)) {
      const expected = allStated || !required.includes(field) ? `${key}.all-fields` : `${key}.has-identifier`;
      expect(failing(resource, without(field)), field).toEqual([expected]);
    }
  });

  it("fail for a field of another type, but leave identifiers and dates to their own laws", () => {
    for (const [field, { format, enum: values, const: constant }] of Object.entries(fields)) {
      const failed = failing(resource, having(field, 3.5));
      const isOwn = !identifierFields.includes(field) && format !== "date-time";
      expect(failed.includes(`${key}.field-types`), field).toBe(isOwn);
      const hasValues = values !== undefined || constant !== undefined;
      expect(failed.length, field).toBe((isOwn ? 1 : 0) + (hasValues ? 1 : 0));
    }
  });

  it("fail for null exactly where the document does not say nullable", () => {
    for (const [field, { type, format }] of Object.entries(fields)) {
      if (identifierFields.includes(field) || format === "date-time") continue;
      expect(failing(resource, having(field, null)).includes(`${key}.field-types`), field).toBe(!Array.isArray(type));
    }
  });

  it("fail for what is not an object at all", () => {
    for (const value of [null, 7, "x", []]) expect(failing(resource, () => value)).toEqual([`${key}.field-types`]);
  });

  it("say nothing of errors, of other operations, of empty lists, and of what is not JSON", () => {
    const [operation] = operationsOf(resource);
    const silent: readonly ExchangeOverrides[] = [
      { operation, status: 404, json: { error: "x" } },
      { operation, status: 0 },
      { operation, text: "<p>" },
      { operation: "updateMe", json: {} },
      { operation: undefined, json: {} },
      ...resource.listedBy.map((list) => ({ operation: list, json: bodyOf(list) })),
    ];
    for (const law of lawsOf(resource)) {
      for (const overrides of silent) expect(verdictOf(law, overrides), law.id).toBe("not-applicable");
    }
  });
});

describe("enumerations", () => {
  it.each([
    ["feature", "descriptionFormat", "feature.description-formats", ["text", "json", "html", "markdown"]],
    ["feature", "status", "feature.statuses", ["unreviewed", "draft", "published", "archived"]],
    ["problem", "statementFormat", "problem.statement-formats", ["text", "json", "html", "markdown"]],
    ["problem", "status", "problem.statuses", ["unreviewed", "draft", "published", "archived"]],
    ["acceptance", "status", "acceptance.status-queued", ["queued"]],
  ] as const)("%s.%s is judged by %s", (key, field, law, values) => {
    const resource = resources.find((candidate) => candidate.key === key);
    if (resource === undefined) throw new Error(key);
    for (const value of values) expect(failing(resource, having(field, value))).toEqual([]);
    for (const value of ["", "Draft", "QUEUED", "pdf"]) expect(failing(resource, having(field, value))).toEqual([law]);
  });

  it("are open where the document does not show them", () => {
    for (const key of ["release", "member", "installation", "feedback-status"]) {
      const resource = resources.find((candidate) => candidate.key === key);
      if (resource === undefined) throw new Error(key);
      const field = key === "member" ? "role" : "status";
      expect(failing(resource, having(field, "anything"))).toEqual([]);
    }
  });
});

describe("a finding", () => {
  it("names the place of each", () => {
    const law = resourceLaws.find(({ id }) => id === "product.field-types");
    const { Product } = samples;
    const json = { data: [Product, { ...Product, name: 7 }, { ...Product, name: null, slug: {} }] };
    expect(law?.judge(exchangeWith({ json }), context)).toMatchObject({
      verdict: "fail",
      expected: "/data/1/name to be a string",
      actual: "7",
      others: [
        { expected: "/data/2/slug to be a string", actual: "{}" },
        {
          expected: "/data/2/name to be a string; leaving it out is a warning, and fails with --strict",
          actual: "null",
        },
      ],
    });
  });
});

describe("judgeProblems", () => {
  const problem = {
    resource: "Product",
    field: "",
    kind: "type",
    pointer: "",
    expected: "/data/0/name to be an object",
    actual: "7",
  } as const;

  it("reports every problem that is the law's", () => {
    const inField = { ...problem, field: "name", actual: "8" };
    const { expected } = problem;
    expect(judgeProblems([problem], () => true)).toMatchObject({ expected, actual: "7", others: [] });
    expect(judgeProblems([problem, inField, inField], ({ field }) => field === "name")).toMatchObject({
      expected,
      actual: "8",
      others: [{ expected, actual: "8" }],
    });
    expect(judgeProblems([problem], () => false).verdict).toBe("pass");
  });
});
