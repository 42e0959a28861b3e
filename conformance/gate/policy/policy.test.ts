import { readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { contractText } from "../../../spec/contract.ts";
import { contract, type Document, normalOf } from "../contract.test.support.ts";
import type { ContractChange } from "../judge/change.ts";
import { judge } from "../judge/judge.ts";
import { allowEntries } from "../reports/allow-entries.ts";
import { changed, commit, gate, newFolder, replaced, repository, verdict, write } from "../repository.test.support.ts";
import type { Policy } from "./policy.ts";

const base = "HEAD:spec/openapi.yaml";
const nullableName = [
  "The name of the product (§2.1)\n          type: string",
  'The name of the product (§2.1)\n          type: [string, "null"]',
] as const;
const major = ["  version: 1.0.0", "  version: 2.0.0"] as const;

const schema = JSON.parse(readFileSync(new URL("../reports/gate.schema.json", import.meta.url), "utf8"));
const validate = new Ajv2020({ strict: true }).compile(schema);

/** A repository whose contract was changed so after the commit, with this policy beside it. */
function changedWith(policy: string, text = replaced(nullableName)): string {
  const folder = repository({ "spec/fpk.gate.yaml": policy });
  write(folder, { "spec/openapi.yaml": text });
  return folder;
}

const judged = async (policy: string, text?: string) => {
  const report = await verdict(changedWith(policy, text), [base]);
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  return report;
};

describe("fpk.gate.yaml beside the contract", () => {
  it("names the party that counts, and --for overrides it", async () => {
    const pinned = replaced([
      '        2XX:\n          $ref: "#/components/responses/ProductList"',
      '        "201":\n          $ref: "#/components/responses/ProductList"',
    ]);
    const folder = changedWith("for: clients\n", pinned);
    expect(await verdict(folder, [base])).toMatchObject({
      for: "clients",
      counts: { breaking: 0, additive: 1 },
      policy: { file: "spec/fpk.gate.yaml", isChanged: false },
    });
    expect(await verdict(folder, [base], { for: "everybody" })).toMatchObject({ counts: { breaking: 1 } });
  });

  it("requires a version, lets a major version allow breaking changes, or ignores the version", async () => {
    const moved = replaced(nullableName, major);
    expect(await judged("version: required\n", moved)).toMatchObject({ exitCode: 1, version: { isEnough: true } });
    const allowed = await judged("version: major-allows-breaking\n", moved);
    expect(allowed).toMatchObject({ exitCode: 0, changes: [{ allowed: "info.version changed from 1.0.0 to 2.0.0" }] });
    expect(await judged("version: major-allows-breaking\n")).toMatchObject({ exitCode: 1, counts: { allowed: 0 } });
    const { stdout } = await gate(changedWith("version: major-allows-breaking\n"), [base]);
    expect(stdout).toContain("to pass    raise info.version to what the changes require");
    expect(await judged("version: off\nseverity: { schema.type: additive }\n")).toMatchObject({ exitCode: 0 });
  });

  it("is at no other place, and has no other name: what is not read is said", async () => {
    const messagesOf = async (files: Readonly<Record<string, string>>) =>
      (await verdict(repository(files), [base])).problems.map(({ message }) => message);
    expect(await messagesOf({ "fpk.gate.yaml": "for: nobody\n", "redocly.yaml": "rules: {}\n" })).toEqual([
      "fpk.gate.yaml is not read; a policy is spec/fpk.gate.yaml",
      "redocly.yaml is not read; rules of Redocly are set under lint in spec/fpk.gate.yaml",
    ]);
    expect(await messagesOf({ "spec/fpk.gate.yml": "", "spec/fpk.gate.yaml": "for: clients\n" })).toEqual([
      "spec/fpk.gate.yml is not read; a policy is spec/fpk.gate.yaml",
    ]);
    expect(await messagesOf({ ".github/fpk.gate.yaml": "", "spec/fpk.gate.json": "{}" })).toEqual([
      "spec/fpk.gate.json is not read; a policy is spec/fpk.gate.yaml",
      ".github/fpk.gate.yaml is not read; a policy is spec/fpk.gate.yaml",
    ]);
    const outside = newFolder();
    write(outside, { "a.yaml": contractText(), "spec/b.yaml": contractText(), "fpk.gate.yaml": "for: clients\n" });
    const { problems } = await verdict(outside, ["a.yaml", "spec/b.yaml"]);
    const real = realpathSync(outside);
    expect(problems.map(({ message }) => message)).toEqual([
      `${join(real, "fpk.gate.yaml")} is not read; a policy is ${join(real, "spec/fpk.gate.yaml")}`,
    ]);
    const folder = repository({ "spec/fpk.gate.yml": "" });
    const unread = "spec/fpk.gate.yml is not read; a policy is spec/fpk.gate.yaml";
    write(folder, { "spec/new.yaml": contractText() });
    const isNew = await verdict(folder, ["spec/new.yaml"], {});
    expect([isNew.summary, isNew.problems.map(({ message }) => message)]).toEqual([
      expect.stringContaining("new"),
      expect.arrayContaining([unread]),
    ]);
    write(folder, { "spec/openapi.yaml": contractText().replace("openapi: 3.1.0", "openapi: 3.1.0\nfoo: 1") });
    const invalid = await verdict(folder, [base]);
    expect([invalid.exitCode, invalid.problems.at(-1)?.message]).toEqual([1, unread]);
    write(folder, { "spec/openapi.yaml": "openapi: [" });
    expect((await verdict(folder, [base])).problems.at(-1)?.message).toBe(unread);
    const linting = { "spec/fpk.gate.yaml": "lint: { operation-summary: error }\n", "redocly.yaml": "" };
    expect(await messagesOf(linting)).toEqual([]);
  });

  it("sets the severity of a rule, and the headline names the policy", async () => {
    const folder = changedWith("severity: { schema.type: editorial }\n");
    const { code, stdout } = await gate(folder, [base]);
    expect(stdout).toContain(
      "· editorial by policy (usually breaking for clients, additive for implementers): Product.name",
    );
    expect(code).toBe(0);
  });

  it("allows a change by rule and place, for a reason and until a date", async () => {
    const entry = (rest: string) => `allow:\n  - { rule: schema.type, reason: agreed, ${rest} }\n`;
    const pointer = "pointer: /components/schemas/Product/properties/name";
    expect(await judged(entry(`${pointer}, until: 2999-01-01`))).toMatchObject({
      summary: expect.stringContaining("stayed 1.0.0"),
      counts: { breaking: 1, allowed: 1 },
      changes: [{ allowed: "agreed", until: "2999-01-01" }],
      problems: [],
    });
    expect(await judged(entry(`${pointer}, waivesVersion: true`))).toMatchObject({ exitCode: 0 });
    expect(await judged(entry(`${pointer}, until: 2020-01-01`))).toMatchObject({
      exitCode: 1,
      counts: { allowed: 0 },
      problems: [
        {
          rule: "policy",
          severity: "warning",
          message: expect.stringContaining("expired on 2020-01-01"),
          place: { file: "spec/fpk.gate.yaml", pointer: "/allow/0", line: 2 },
        },
      ],
    });
    expect(await judged(entry("pointer: /components/schemas/Feature"))).toMatchObject({
      counts: { allowed: 0 },
      problems: [
        {
          message:
            "the entry for schema.type /components/schemas/Feature allows no change: remove it, or correct its rule and place",
        },
      ],
    });
  });

  it("passes by the entries that the verdict prints, also where one change is at several places", async () => {
    const folder = repository();
    const text = changed((document) => {
      delete document.paths["/v1/products/{productId}"].get;
      delete document.components.schemas.Product.properties.slug;
      for (const path of ["/v1/products", "/v1/me"]) {
        document.paths[path].get.parameters = [
          { name: "page", in: "query", required: true, schema: { type: "string" } },
        ];
      }
    });
    write(folder, { "spec/openapi.yaml": text });
    const { stdout } = await gate(folder, [base], { waiveVersion: true });
    const entries = stdout.slice(stdout.indexOf("allow:"), stdout.lastIndexOf("✗"));
    expect(entries).toContain('pointer: "/paths/~1v1~1products~1{productId}/get"');
    write(folder, { "spec/fpk.gate.yaml": entries.replaceAll(/^ {13}/gm, "") });
    const { exitCode, problems } = await verdict(folder, [base], { waiveVersion: true });
    expect(exitCode).toBe(0);
    expect(problems.filter(({ rule }) => rule === "policy").map(({ message }) => message)).toEqual([
      expect.stringMatching(/^spec\/fpk\.gate\.yaml is new/),
    ]);
  });

  describe("an entry that a verdict printed allows nothing else", () => {
    const query = (name: string) => ({ name, in: "query", schema: { type: "string" } });
    const withParameters =
      (...parameters: readonly object[]) =>
      (document: Document) =>
        Object.assign(document.paths["/v1/me"].get, { parameters });
    const withServers =
      (...urls: readonly string[]) =>
      (document: Document) =>
        Object.assign(document, { servers: urls.map((url) => ({ url })) });
    const withParts =
      (...names: readonly string[]) =>
      ({ components: { schemas } }: Document) => {
        const parts = names.map((name) => ({ type: "object", properties: { [name]: { type: "string" } } }));
        schemas.Product = { allOf: [{ $ref: "#/components/schemas/Feature" }, ...parts] };
      };
    const withAlternatives =
      (...sizes: readonly number[]) =>
      (document: Document) =>
        Object.assign(document.components.schemas.Product, {
          anyOf: sizes.map((size) => ({ minProperties: size, maxProperties: size })),
        });
    const withSizes =
      (...sizes: readonly (readonly number[])[]) =>
      (document: Document) =>
        Object.assign(document.components.schemas.Product, {
          anyOf: sizes.map(([minProperties, maxProperties]) => ({
            minProperties,
            ...(maxProperties && { maxProperties }),
          })),
        });
    const withProblems =
      (own: string, shared: string) =>
      ({ components: { responses }, paths }: Document) => {
        const body = (type: string) => ({ description: "", content: { [type]: { schema: { type: "string" } } } });
        responses.Problem = body(shared);
        const problem = { $ref: "#/components/responses/Problem" };
        paths["/v1/me"].get.responses["422"] = own === "" ? problem : body(own);
        paths["/v1/me"].put.responses["422"] = problem;
      };
    type Schemas = Readonly<Record<string, object>>;
    const withSchemas =
      (schemas: Schemas, body = "Product") =>
      (document: Document) => {
        Object.assign(document.components.schemas, schemas);
        const { content } = document.components.responses.Product;
        content["application/json"].schema = { $ref: `#/components/schemas/${body}` };
      };
    const objectOf = (...names: readonly string[]) => ({
      type: "object",
      required: names.filter((name) => name.startsWith("required")),
      properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    });
    const refersTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const owning = (name: string) => ({ type: "object", properties: { owner: refersTo(name) } });
    const [Owner, Ref] = [objectOf("id", "email", "address"), objectOf("id", "email")];
    const ownRef = { Owner, Ref, Product: owning("Ref") };
    it.each<[string, string, readonly ((document: Document) => unknown)[]]>([
      [
        "a property that refers to another component",
        "/components/schemas/Product/properties/owner/properties/address",
        [
          withSchemas({ Owner, Product: owning("Owner"), Feature: owning("Owner") }),
          withSchemas({ ...ownRef, Feature: owning("Owner") }),
          withSchemas({ ...ownRef, Feature: owning("Ref"), Ref: objectOf("id") }),
        ],
      ],
      [
        "a component that was renamed",
        "/components/schemas/Ref/properties/address",
        [
          withSchemas({ Owner, Product: owning("Owner") }),
          withSchemas({ Ref, Product: owning("Ref") }),
          withSchemas({ Ref: objectOf("id"), Product: owning("Ref") }),
        ],
      ],
      [
        "a body's component that was renamed",
        "/components/schemas/Ref/properties/address",
        [withSchemas({ Owner }, "Owner"), withSchemas({ Ref }, "Ref"), withSchemas({ Ref: objectOf("id") }, "Ref")],
      ],
      [
        "a component of a list that was renamed",
        "/components/schemas/Ref/properties/address",
        [
          withSchemas({ Owner, Product: { type: "array", items: refersTo("Owner") } }),
          withSchemas({ Ref, Product: { type: "array", items: refersTo("Ref") } }),
          withSchemas({ Ref: objectOf("id"), Product: { type: "array", items: refersTo("Ref") } }),
        ],
      ],
      [
        "a part of allOf",
        "/components/schemas/Product/properties/address",
        [
          withSchemas({ Owner, Ref, Product: { allOf: [refersTo("Owner"), refersTo("Ref")] } }),
          withSchemas({ Owner, Ref, Product: { allOf: [refersTo("Ref")] } }),
          withSchemas({ Owner, Ref: objectOf("id"), Product: { allOf: [refersTo("Ref")] } }),
        ],
      ],
      [
        "a body that refers to another component",
        "/components/responses/Product/content/application~1json/schema/properties/address",
        [
          withSchemas({ Owner, Ref }, "Owner"),
          withSchemas({ Owner, Ref }, "Ref"),
          withSchemas({ Owner: objectOf("id", "email"), Ref: objectOf("id") }, "Ref"),
        ],
      ],
      [
        "a property that is no longer required",
        "/components/schemas/Product/required/requiredA",
        [
          withSchemas({ Product: objectOf("requiredA", "requiredB") }),
          withSchemas({ Product: { ...objectOf("requiredA", "requiredB"), required: ["requiredB"] } }),
          withSchemas({ Product: { ...objectOf("requiredA", "requiredB"), required: [] } }),
        ],
      ],
      [
        "a parameter that now stands where another was",
        "/paths/~1v1~1me/get/parameters/query from",
        [withParameters(query("from"), query("filter")), withParameters(query("filter")), withParameters()],
      ],
      [
        "a server",
        "/servers/https:~1~1b.example.com",
        [withServers("/", "https://b.example.com", "https://c.example.com"), withServers("/", "https://c.example.com")],
      ],
      [
        "a property of a part of allOf",
        "/components/schemas/Product/properties/note",
        [withParts("note", "size"), withParts("size"), withParts()],
      ],
      [
        "an alternative that is inline",
        "/components/schemas/Product/anyOf/inline-",
        [withAlternatives(3, 4, 5, 6), withAlternatives(4, 5, 6), withAlternatives(5, 6)],
      ],
      [
        "an inline alternative that becomes what another one became",
        "/components/schemas/Product/anyOf/inline-",
        [withSizes([3, 9], [4, 9]), withSizes([3], [4, 9]), withSizes([3], [3])],
      ],
      [
        "the media type of a response of its own, not of the shared one",
        "/paths/~1v1~1me/get/responses/422/content/application~1problem+json",
        [
          withProblems("", "application/problem+json"),
          withProblems("application/json", "application/problem+json"),
          withProblems("application/json", "text/plain"),
        ],
      ],
    ])("%s", (_, pointer, [before = () => {}, agreed = () => {}, later = withServers("/")]) => {
      const judgedBy = (changes: readonly ((document: Document) => unknown)[], policy: Policy) => {
        const [base, head] = changes.map((change) => {
          const document = contract();
          change(document);
          return normalOf(JSON.parse(JSON.stringify(document)));
        });
        return base && head ? judge(base, head, { policy, today: "2026-06-01" }) : [];
      };
      const breaking = judgedBy([before, agreed], {}).filter(({ kind }) => kind === "breaking");
      const entries = allowEntries({
        changes: breaking.map((each) => ({ ...each, allowed: undefined, until: undefined, isLedgerSilent: false })),
      });
      const { allow } = parse(entries.join("\n"));
      expect(JSON.stringify(allow)).toContain(pointer);
      const allowed = (changes: readonly ContractChange[]) =>
        changes.filter(({ kind, allowance }) => kind === "breaking" && allowance !== undefined).length;
      expect(allowed(judgedBy([before, agreed], { allow }))).toBe(breaking.length);
      expect(allowed(judgedBy([agreed, later], { allow }))).toBe(0);
    });

    it("and one that names an item of a list by its number allows nothing", async () => {
      const folder = repository({
        "spec/openapi.yaml": changed(withParameters(query("from"))),
        "spec/fpk.gate.yaml":
          "allow:\n  - { rule: parameter.removed, pointer: /paths/~1v1~1me/get/parameters/0, reason: agreed }\n",
      });
      write(folder, { "spec/openapi.yaml": changed(withParameters()) });
      const { exitCode, problems } = await verdict(folder, [base], { waiveVersion: true });
      expect(exitCode).toBe(1);
      expect(problems[0]?.message).toContain("the number of an item moves when its list changes");
    });
  });

  it("needs one entry for a schema in a file of its own, which several operations send and one receives", async () => {
    const note = (properties: object) => JSON.stringify({ type: "object", properties });
    const text = { type: "string" };
    const split = changed(({ components: { schemas } }) => {
      schemas.Product = schemas.Invitation = { $ref: "note.json" };
    });
    const folder = repository({ "spec/openapi.yaml": split, "spec/note.json": note({ title: text, text }) });
    write(folder, { "spec/note.json": note({ text }) });
    const { stdout } = await gate(folder, [base], { waiveVersion: true });
    expect(stdout.match(/^ +- \{.*/gm)).toEqual([
      "               - { rule: property.removed, pointer: note.json#/properties/title, reason: WHY }",
    ]);
  });

  it("allows a change in the file that an entry names, and without one in the main file", async () => {
    const split = changed(({ components: { schemas } }) => {
      schemas.Product = { $ref: "schemas/product.json" };
      schemas.Feature = { $ref: "schemas/feature.json" };
    });
    const schema = (type: string) => JSON.stringify({ type: "object", properties: { size: { type } } });
    const judgedWith = async (pointer: string, changedFile: string) => {
      const folder = repository({
        "spec/openapi.yaml": split,
        "spec/schemas/product.json": schema("integer"),
        "spec/schemas/feature.json": schema("integer"),
        "spec/fpk.gate.yaml": `allow: [{ rule: schema.type, pointer: "${pointer}", reason: agreed }]`,
      });
      write(folder, { [`spec/schemas/${changedFile}`]: schema("string") });
      const { changes } = await verdict(folder, [base]);
      return changes.map(({ allowed }) => allowed);
    };
    expect(await judgedWith("schemas/product.json#/properties/size", "product.json")).toEqual(["agreed"]);
    expect(await judgedWith("schemas/product.json#", "product.json")).toEqual(["agreed"]);
    expect(await judgedWith("schemas/product.json#/properties/size", "feature.json")).toEqual([undefined]);
    expect(await judgedWith("/properties/size", "feature.json")).toEqual([undefined]);
  });

  it("allows a change in one operation, and not in another", async () => {
    const { changes } = await judged("allow: [{ rule: schema.type, operation: getProduct, reason: agreed }]\n");
    expect(changes.map(({ operations, allowed }) => [operations, allowed])).toEqual([
      [["listProducts"], undefined],
      [["getProduct"], "agreed"],
    ]);
  });

  it("says which of Redocly's rules are errors; by default those that OpenAPI itself has", async () => {
    const text = changed((document) => delete document.paths["/v1/products"].get.summary);
    expect(await judged("lint: {}\n", text)).toMatchObject({ exitCode: 0, problems: [{ severity: "warning" }] });
    expect(await judged("lint: { operation-summary: error }\n", text)).toMatchObject({
      exitCode: 1,
      problems: [{ rule: "operation-summary", severity: "error" }],
    });
    expect(await judged("lint: { operation-summary: off }\n", text)).toMatchObject({ exitCode: 0, problems: [] });
    const twice = changed((document) => (document.paths["/v1/me"].get.operationId = "getProduct"));
    expect((await judged("for: clients\n", twice)).problems).toMatchObject([
      { rule: "operation-operationId-unique", severity: "error" },
    ]);
  });

  it("is reported if it was changed together with the contract", async () => {
    const folder = repository();
    write(folder, { "spec/openapi.yaml": replaced(nullableName), "spec/fpk.gate.yaml": "version: off\n" });
    expect((await gate(folder, [base])).stdout).toContain("by spec/fpk.gate.yaml, which changed, too");
  });

  describe("that a change loosens", () => {
    const strict = "severity: { text: breaking }\n";
    const removals = (folder: string) => rmSync(join(folder, "spec/fpk.gate.yaml"));
    const cases: readonly [string, (folder: string) => unknown, string][] = [
      [
        "deleted",
        removals,
        "spec/fpk.gate.yaml is gone, and this change is judged without it; --base-policy judges by BASE's",
      ],
      [
        "changed",
        (folder) => write(folder, { "spec/fpk.gate.yaml": "for: clients\n" }),
        "spec/fpk.gate.yaml was changed, too, and this change is judged by it; --base-policy judges by BASE's",
      ],
    ];
    it.each(cases)("is reported, and counts with --base-policy: %s", async (_, loosen, message) => {
      const folder = changedWith(strict, replaced(["The name of the product", "The name of a product"]));
      loosen(folder);
      const loosened = await verdict(folder, [base]);
      expect(loosened.problems).toMatchObject([{ rule: "policy", severity: "warning", message }]);
      const judged = await verdict(folder, [base], { basePolicy: true });
      expect(validate(judged), JSON.stringify(validate.errors)).toBe(true);
      expect(judged).toMatchObject({
        exitCode: 1,
        problems: [],
        isByBasePolicy: true,
        changes: [{ rule: "text", kind: "breaking", isByPolicy: true }],
      });
    });

    it("is reported if it is new, or stays behind when the contract moves", async () => {
      const folder = repository();
      write(folder, { "spec/fpk.gate.yaml": "for: clients\n" });
      const isNew = await verdict(folder, [base]);
      expect(isNew.problems.map(({ message }) => message)).toEqual([
        "spec/fpk.gate.yaml is new, and this change is judged by it; --base-policy judges by BASE's",
      ]);
      commit(folder, {});
      renameSync(join(folder, "spec/openapi.yaml"), join(folder, "openapi.yaml"));
      const moved = await verdict(folder, [base, "openapi.yaml"]);
      expect(moved.problems.map(({ message }) => message)).toEqual([
        "spec/fpk.gate.yaml is not read; a policy is fpk.gate.yaml",
      ]);
    });

    it("does not count with --base-policy where BASE has none", async () => {
      const folder = repository();
      write(folder, { "spec/fpk.gate.yaml": "for: clients\n", "fpk.gate.yaml": "for: clients\n" });
      const judged = await verdict(folder, [base], { basePolicy: true });
      expect(judged.problems.map(({ message }) => message)).toEqual([
        "HEAD's spec/fpk.gate.yaml does not count in this run: --base-policy takes BASE's, and BASE has none",
        "fpk.gate.yaml is not read; a policy is spec/fpk.gate.yaml",
      ]);
    });

    it("must be valid in HEAD although BASE's counts", async () => {
      const folder = changedWith(strict);
      write(folder, { "spec/fpk.gate.yaml": "fore: clients\n" });
      await expect(gate(folder, [base], { basePolicy: true })).rejects.toThrow("did you mean `for`?");
    });
  });

  it.each([
    [
      "version: off\nfore: clients",
      "spec/fpk.gate.yaml:2 /fore: the property `fore` is not known; did you mean `for`?",
    ],
    ["version: never", ":1 /version: this value is not known; use one of `required`, `major-allows-breaking`, `off`"],
    [
      "for: clients\nseverity:\n  schema.tipe: additive",
      ":3 /severity/schema.tipe: schema.tipe is not a rule; did you mean schema.type?",
    ],
    ["severity: { operation.remove: additive }", "did you mean operation.removed?"],
    ["allow:\n  - rule: schema.type\n    pointer: /x", ":2 /allow/0: the property `reason` is missing; add it"],
    ["allow:\n  - { rule: schema.type, reason: agreed }", ":2 /allow/0: add `pointer` or `operation`"],
    [
      "allow:\n  - rule: schema.type\n    pointer: /x\n    reason: agreed\n    until: 31.1.2027",
      ':5 /allow/0/until: "31.1.2027" is not a date such as 2027-01-31',
    ],
    [
      "allow:\n  - { rule: schema.type, pointer: /x, reason: agreed, until: 2027-02-30 }",
      "2027-02-30 is not a date such as",
    ],
    [
      "allow:\n  - rule: schema.type\n    pointer: '#/x'\n    reason: agreed",
      'spec/fpk.gate.yaml:3 /allow/0/pointer: "#/x" is not a JSON Pointer such as /components/schemas/Product',
    ],
    ["for: clients\nlint:\n  no-such-rule: error", ":3 /lint/no-such-rule: no-such-rule is not a rule of Redocly"],
    [
      "lint:\n  struct: off",
      ":2 /lint/struct: a contract with new findings of this rule is not valid, so they are always",
    ],
    ["lint: { no-unresolved-refs: warning }", ":1 /lint/no-unresolved-refs: a contract with new findings of this rule"],
    ["lint: { rule/no-get: error }", "rule/no-get is not a rule of Redocly"],
    ["allow: [", "neither YAML nor JSON"],
  ])("is refused with its line: %j", async (policy, sentence) => {
    await expect(gate(changedWith(policy), [base])).rejects.toThrow(sentence);
  });

  it("is refused with all that is wrong, in the order of the file", async () => {
    const policy = [
      "severity: { operation.remove: additive }",
      "allow:",
      "  - { rule: schema.tipe, pointer: '#/x', reason: agreed }",
      "  - { rule: schema.type, reason: agreed, until: 31.1.2027 }",
      "fore: clients",
    ];
    const refusal = await gate(changedWith(policy.join("\n")), [base]).catch(({ message }) => message);
    expect(refusal.split("\n").map((line: string) => line.split(": ")[0])).toEqual([
      "spec/fpk.gate.yaml:1 /severity/operation.remove",
      "spec/fpk.gate.yaml:3 /allow/0/pointer",
      "spec/fpk.gate.yaml:3 /allow/0/rule",
      "spec/fpk.gate.yaml:4 /allow/1",
      "spec/fpk.gate.yaml:4 /allow/1/until",
      "spec/fpk.gate.yaml:5 /fore",
    ]);
  });

  it.each(["getMe", "readMe"])(
    "allows what is in an operation by its name in BASE or in HEAD: %s",
    async (operation) => {
      const renamed = changed((document) => {
        const { get } = document.paths["/v1/me"];
        get.operationId = "readMe";
        get.parameters = [{ name: "page", in: "query", required: true, schema: { type: "string" } }];
      });
      const policy = `version: off\nallow: [{ rule: parameter.added-required, operation: ${operation}, reason: agreed }]`;
      expect(await judged(`${policy}\nseverity: { operation.id: editorial }\n`, renamed)).toMatchObject({
        exitCode: 0,
      });
    },
  );

  it("may be empty", async () => {
    await expect(judged("# nothing yet\n", contractText())).resolves.toMatchObject({ exitCode: 0 });
  });
});

describe("--allow-breaking", () => {
  it("waives the version only with --waive-version", async () => {
    const folder = changedWith("");
    const options = { allowBreaking: "agreed with all implementers" };
    expect(await verdict(folder, [base], options)).toMatchObject({ exitCode: 1, counts: { allowed: 1 } });
    const waived = await verdict(folder, [base], { ...options, waiveVersion: true });
    expect(waived).toMatchObject({ exitCode: 0, allowed: options.allowBreaking, version: { isEnough: false } });
    expect(waived.summary).toBe(
      "passes: 1 breaking change allowed (agreed with all implementers); 0 additive, 0 editorial",
    );
  });
});

it("--rules lists the rules, and judges nothing", async () => {
  const { code, stdout } = await gate("/", [], { rules: true });
  expect(code).toBe(0);
  expect(stdout).toContain("operation.removed");
});

describe("deprecation", () => {
  const path = "/v1/products/{productId}";
  const deprecated = (sunset: string) => (document: Document) =>
    Object.assign(document.paths[path].get, { deprecated: true, "x-sunset": sunset });
  const removed = (document: Document) => delete document.paths[path].get;

  function changes(policy: Policy, before: (document: Document) => unknown, after: (document: Document) => unknown) {
    const [base, head] = [contract(), contract()];
    before(base);
    after(head);
    return judge(normalOf(base), normalOf(head), { policy, today: "2026-06-01" });
  }
  const found = (...sides: Parameters<typeof changes>) => changes(...sides).map(({ rule, kind }) => `${kind} ${rule}`);
  const policy: Policy = { for: "clients", deprecation: 90 };

  it("lets something go after the day of its sunset, and not before", () => {
    expect(found(policy, deprecated("2026-05-31"), removed)).toEqual(["additive operation.removed"]);
    expect(found(policy, deprecated("2026-06-01"), removed)).toEqual(["breaking operation.removed"]);
    expect(found({}, deprecated("2026-01-01"), removed)).toEqual(["breaking operation.removed"]);
    expect(found(policy, () => {}, removed)).toEqual(["breaking operation.removed"]);
  });

  it("says in a removal's sentence why the sunset does not let it pass", () => {
    const [early] = changes(policy, deprecated("2026-06-02"), removed);
    expect(early?.text).toMatch(/ is gone; its sunset 2026-06-02 has not passed$/);
    const [unset] = changes({}, deprecated("2026-01-01"), removed);
    expect(unset?.text).toMatch(/ is gone; its sunset was 2026-01-01, which counts if the policy sets deprecation$/);
  });

  it("must begin as many days before the sunset as the policy says", () => {
    expect(found(policy, () => {}, deprecated("2026-08-30"))).toEqual(["additive deprecated", "editorial text"]);
    expect(found(policy, () => {}, deprecated("2026-08-29"))).toEqual([
      "breaking deprecation.notice",
      "editorial text",
    ]);
    expect(found(policy, deprecated("2026-09-30"), deprecated("2026-06-30"))).toEqual(["breaking deprecation.notice"]);
    expect(found(policy, deprecated("2026-06-10"), deprecated("2026-06-30"))).toEqual(["editorial text"]);
  });

  it("says of a sunset that is over that it is, and of one that is too near how near", () => {
    const textOf = (sunset: string) => changes(policy, () => {}, deprecated(sunset))[0]?.text;
    expect(textOf("2026-05-31")).toMatch(/ is now deprecated; its sunset 2026-05-31 is over$/);
    expect(textOf("2026-06-01")).toMatch(/; its sunset 2026-06-01 is less than 90 days away$/);
  });

  it.each(["soon", "2026-02-30"])("must be a date: %s", (sunset) => {
    const [notice] = changes(policy, () => {}, deprecated(sunset));
    expect(notice).toMatchObject({ kind: "breaking", rule: "deprecation.notice" });
    expect(notice?.text).toContain(`is now deprecated; its x-sunset ${sunset} is not a date such as 2027-01-31`);
    expect(found({}, () => {}, deprecated(sunset))).toEqual(["additive deprecated", "editorial text"]);
  });

  it("may be that of a property or a parameter", () => {
    const property = (document: Document) =>
      Object.assign(document.components.schemas.Product.properties.slug, {
        deprecated: true,
        "x-sunset": "2026-01-01",
      });
    const gone = (document: Document) => delete document.components.schemas.Product.properties.slug;
    expect(found(policy, property, gone)).toEqual(["additive property.removed"]);
    const parameter = (extra: object) => (document: Document) => {
      document.paths["/v1/me"].get.parameters = [{ name: "full", in: "query", schema: {}, ...extra }];
    };
    const sunset = { deprecated: true, "x-sunset": "2026-01-01" };
    expect(found(policy, parameter(sunset), () => {})).toEqual(["additive parameter.removed"]);
  });
});
