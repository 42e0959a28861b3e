import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { contractText } from "../../spec/contract.ts";
import {
  changed,
  commit,
  gate,
  git,
  newFolder,
  replaced,
  repository,
  verdict,
  write,
} from "../gate/repository.test.support.ts";

const nullableName = replaced([
  "        name:\n          type: string\n        createdAt",
  '        name:\n          type: [string, "null"]\n        createdAt',
]);
const described = replaced(["List the products of the caller's organization", "Lists products"]);
const base = "HEAD:spec/openapi.yaml";

/** A ledger of the user's repository. */
const ledger = (text: string) =>
  `- id: product.fields\n  section: "2.1"\n  level: stated\n  text: ${text}\n  checks: []\n`;

const schema = JSON.parse(readFileSync(new URL("../gate/reports/gate.schema.json", import.meta.url), "utf8"));
const validate = new Ajv2020({ strict: true }).compile(schema);

describe("fpk gate", { timeout: 120_000 }, () => {
  it("passes where nothing changed, and takes the working tree for HEAD", async () => {
    const folder = repository();
    const { code, stdout } = await gate(folder, [base]);
    expect(stdout).toContain("✓ passes: no change of the contract");
    expect(code).toBe(0);
  });

  it("fails where a change is breaking, and says for whom, where, and what it touches", async () => {
    const folder = repository();
    write(folder, { "spec/openapi.yaml": nullableName });
    const { code, stdout } = await gate(folder, [base]);
    expect(code).toBe(1);
    expect(stdout).toContain("Product.name: may be null in the response");
    expect(stdout).toContain("clients breaking · implementers additive");
    const line =
      nullableName.split("\n").findIndex((text) => text.includes("name:") && text.startsWith("        name:")) + 2;
    expect(stdout).toContain(`spec/openapi.yaml:${line} /components/schemas/Product/properties/name/type`);
    expect(stdout).toContain("product.fields §2.1 (product.field-types)");
    expect(stdout).toContain("in       listProducts, getProduct");
  });

  it("writes a verdict that its schema accepts, and a comment", async () => {
    const folder = repository();
    write(folder, { "spec/openapi.yaml": nullableName });
    const [json, md] = [join(folder, "gate.json"), join(folder, "gate.md")];
    const output = [json, md, join(folder, "gate.txt")];
    await gate(folder, [base], { output });
    // An earlier verdict is written over.
    await gate(folder, [base], { output });
    const report = JSON.parse(readFileSync(json, "utf8"));
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    expect(report).toMatchObject({ conclusion: "fails", exitCode: 1, counts: { breaking: 1 }, base: { name: base } });
    const comment = readFileSync(md, "utf8");
    expect(comment.split("\n")[0]).toBe("<!-- fpk-gate -->");
    expect(comment).toContain("| 🔴 breaking | Product.name: may be null in the response | breaking | additive |");
  });

  it("lets a breaking change pass for a reason, which it keeps", async () => {
    const folder = repository();
    write(folder, { "spec/openapi.yaml": nullableName });
    const report = await verdict(folder, [base], { allowBreaking: "agreed with all implementers" });
    expect(report).toMatchObject({
      exitCode: 0,
      allowed: "agreed with all implementers",
      version: { isEnough: false },
    });
    expect(report.summary).toContain("agreed with all implementers");
    await expect(gate(folder, [base], { allowBreaking: " " })).rejects.toThrow("--allow-breaking asks for a reason");
  });

  it("counts one party's verdict where it is asked to", async () => {
    const folder = repository();
    write(folder, {
      "spec/openapi.yaml": replaced([
        '        2XX:\n          $ref: "#/components/responses/ProductList"',
        '        "201":\n          $ref: "#/components/responses/ProductList"',
      ]),
    });
    expect((await verdict(folder, [base])).changes).toMatchObject([
      { kind: "breaking", clients: "additive", implementers: "breaking" },
    ]);
    const forClients = await verdict(folder, [base], { for: "clients" });
    expect(forClients.changes).toMatchObject([{ kind: "additive" }]);
    expect(forClients).toMatchObject({ for: "clients", exitCode: 1, version: { asked: "minor", isEnough: false } });
  });

  it("asks no version of an editorial change", async () => {
    const folder = repository();
    write(folder, { "spec/openapi.yaml": described });
    expect(await verdict(folder, [base])).toMatchObject({
      exitCode: 0,
      counts: { breaking: 0, additive: 0, editorial: 1 },
    });
  });

  it("says which clauses were not changed with it", async () => {
    const folder = repository({ "spec/clauses.yaml": ledger("as it was"), "conformance/cases/a.ts": "" });
    write(folder, { "spec/openapi.yaml": nullableName });
    const before = await gate(folder, [base]);
    expect(before.stdout).toContain("1 stated change without a change of the clauses in the ledger");
    expect(before.stdout).toContain("ledger unchanged · overlay absent · suite unchanged");
    write(folder, { "spec/clauses.yaml": ledger("otherwise"), "conformance/cases/b.ts": "" });
    const after = await gate(folder, [base]);
    expect(after.stdout).not.toContain("without a change of the clauses");
    expect(after.stdout).toContain("ledger changed (product.fields) · overlay absent · suite changed");
  });

  it("tells what the ledger does not know, and does not fail for it", async () => {
    const folder = repository();
    const text = changed((document) => {
      document.info.version = "2.0.0";
      document.paths["/v1/webhooks"] = { get: { ...document.paths["/v1/me"].get, operationId: "listWebhooks" } };
    });
    write(folder, { "spec/openapi.yaml": text });
    const report = await verdict(folder, [base], { for: "clients" });
    expect(report).toMatchObject({
      exitCode: 0,
      changes: [{ kind: "additive", notInLedger: ["listWebhooks"], clauses: [] }],
    });
  });

  it("names the clauses of a parameter by where it is", async () => {
    const folder = repository();
    const text = changed((document) => {
      document.components.parameters.orgId.schema.maxLength = 36;
      document.paths["/v1/me"].get.parameters = [{ name: "full", in: "query", schema: { type: "boolean" } }];
    });
    write(folder, { "spec/openapi.yaml": text });
    const { changes } = await verdict(folder, [base]);
    expect(changes.map(({ clauses }) => clauses.map(({ id }) => id).filter((id) => !/\.[a-z]+[A-Z]/.test(id)))).toEqual(
      [["endpoint.path-parameters"], ["endpoint.query"]],
    );
  });

  it("annotates the contract's lines under GitHub", async () => {
    const folder = repository();
    write(folder, { "spec/openapi.yaml": nullableName });
    const { stdout } = await gate(
      folder,
      [base],
      {},
      { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: git(folder, "rev-parse", "--show-toplevel").trim() },
    );
    expect(stdout).toMatch(
      /^::error file=spec\/openapi\.yaml,line=\d+,title=fpk gate%2C breaking%3A schema\.type::Product\.name: may be null/m,
    );
    expect((await gate(folder, [base])).stdout).not.toContain("::error");
  });
});

describe("a HEAD that is no contract", { timeout: 120_000 }, () => {
  it.each([
    ["no YAML", replaced(["openapi: 3.1.0", "openapi: [3.1.0"]), "neither YAML nor JSON"],
    [
      "a reference to nothing",
      replaced(["#/components/responses/ProductList", "#/components/responses/Nothing"]),
      "Nothing",
    ],
    ["no info", replaced(["info:\n  title", "x-info:\n  title"]), "info"],
  ])("fails, with the line: %s", async (_, text, said) => {
    const folder = repository();
    write(folder, { "spec/openapi.yaml": text });
    const report = await verdict(folder, [base], { allowBreaking: "it may not" });
    expect(report).toMatchObject({ exitCode: 1, changes: [] });
    expect(
      report.problems.some(
        ({ message, severity, place }) =>
          severity === "error" && message.includes(said) && place.file === "spec/openapi.yaml",
      ),
    ).toBe(true);
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  });

  it("fails for what the ruleset calls an error, where BASE was without it", async () => {
    const folder = repository();
    const text = changed((document) => delete document.paths["/v1/products"].get.summary);
    write(folder, { "spec/openapi.yaml": text });
    expect(await verdict(folder, [base])).toMatchObject({
      exitCode: 1,
      problems: [{ rule: "operation-summary", severity: "error" }],
    });
    commit(folder, {});
    expect(await verdict(folder, [base])).toMatchObject({ exitCode: 0, problems: [] });
  });
});

describe("what cannot be judged", { timeout: 120_000 }, () => {
  it("a BASE that is no contract", async () => {
    const folder = repository({ "spec/openapi.yaml": "openapi: 3.1.0\n" });
    write(folder, { "spec/openapi.yaml": contractText() });
    const { code, stderr } = await gate(folder, [base]);
    expect(code).toBe(3);
    expect(stderr).toContain("is no contract to compare with");
  });

  it.each([
    ["", "it is empty"],
    ["- a\n", "it is no OpenAPI document: it holds no keys"],
    ["info: {}\n", "openapi is missing"],
    ["openapi: 3.1.0\n---\na: 1\n", "it holds several documents"],
    ['{ "swagger": "2.0" }', "it is Swagger 2.0; the gate compares OpenAPI 3"],
    ["openapi: 4.0.0\n", "openapi is 4.0.0"],
    ["openapi: 3.1.0\nx-a: &a\n  b: *a\n", "its aliases unfold too far, or without end"],
  ])("a BASE, and so a HEAD, that is no OpenAPI document: %j", async (text, sentence) => {
    const folder = repository({ "other.yaml": text });
    const { code, stderr } = await gate(folder, ["other.yaml", "spec/openapi.yaml"]);
    expect(code).toBe(3);
    expect(stderr).toContain(`BASE other.yaml is no contract to compare with: other.yaml:`);
    expect(stderr).toContain(sentence);
    expect(await gate(folder, ["spec/openapi.yaml", "other.yaml"])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(sentence),
    });
  });

  it("a shallow clone that holds no tag, and of the branch its end alone", async () => {
    const origin = repository();
    commit(origin, { "spec/openapi.yaml": nullableName });
    const folder = newFolder();
    git(folder, "clone", "-q", "--depth", "1", `file://${origin}`, "clone");
    const { code, stderr } = await gate(join(folder, "clone"), []);
    expect(code).toBe(3);
    expect(stderr).toContain("set fetch-depth: 0");
  });

  it("a revision that a shallow clone has not", async () => {
    const origin = repository();
    commit(origin, { "spec/openapi.yaml": described });
    const first = git(origin, "rev-parse", "HEAD^").trim();
    const folder = newFolder();
    git(folder, "clone", "-q", "--depth", "1", `file://${origin}`, "clone");
    const { code, stderr } = await gate(join(folder, "clone"), [`${first}:spec/openapi.yaml`]);
    expect(code).toBe(3);
    expect(stderr).toContain("set fetch-depth: 0");
  });

  it.each([
    [["nowhere.yaml"], "nowhere.yaml is not there; name a file, or REF:path"],
    [["https://example.com/openapi.yaml"], "is not on this machine; download it"],
    [["main:spec/nowhere.yaml"], "main holds no spec/nowhere.yaml"],
    [["nobranch:spec/openapi.yaml"], "nobranch is no revision of this repository"],
    [["--output=x:spec/openapi.yaml"], "--output=x is no revision"],
    [["spec"], "spec is a directory"],
  ])("%j is refused with a sentence", async (operands, sentence) => {
    await expect(gate(repository(), operands)).rejects.toThrow(sentence);
  });

  it.each([
    ["contract.json", '{ "openapi": "3.1.0" }'],
    ["notes.md", "# Notes"],
    ["notes.txt", "notes"],
  ])("an output that is there and is no verdict: %s", async (name, text) => {
    const folder = repository({ [name]: text });
    const path = join(folder, name);
    await expect(gate(folder, [base], { output: [path] })).rejects.toThrow("is no verdict of the gate");
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it("an option that takes something else", async () => {
    const folder = repository();
    await expect(gate(folder, [base], { for: "servers" })).rejects.toThrow("--for takes clients or implementers");
    await expect(gate(folder, [base], { output: ["x.pdf"] })).rejects.toThrow("ends in none of .json, .md, .txt");
    await expect(gate(folder, [base], { report: ["nowhere.json"] })).rejects.toThrow("nowhere.json is not there");
  });
});

describe("where no BASE is named", { timeout: 120_000 }, () => {
  it("it is the last tag", async () => {
    const folder = repository();
    git(folder, "tag", "v1.0.0");
    commit(folder, { "spec/openapi.yaml": nullableName });
    expect(await verdict(folder, [])).toMatchObject({ base: { name: "v1.0.0:spec/openapi.yaml" }, exitCode: 1 });
  });

  it("on a tag it is the tag before", async () => {
    const folder = repository();
    git(folder, "tag", "v1.0.0");
    commit(folder, { "spec/openapi.yaml": nullableName });
    git(folder, "tag", "v1.0.1");
    const { code, stdout } = await gate(folder, [], {}, { GITHUB_REF_TYPE: "tag" });
    expect(stdout).toContain("v1.0.0:spec/openapi.yaml → spec/openapi.yaml");
    expect(code).toBe(1);
  });

  it("on a pull request it is where the branch began, whatever its target has come to", async () => {
    const folder = repository();
    git(folder, "checkout", "-q", "-b", "change");
    commit(folder, { "spec/openapi.yaml": described });
    git(folder, "checkout", "-q", "main");
    commit(folder, { "spec/openapi.yaml": nullableName });
    git(folder, "checkout", "-q", "change");
    const { stdout } = await gate(folder, [], { json: true }, { GITHUB_BASE_REF: "main" });
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 0, counts: { breaking: 0, editorial: 1 } });
  });

  it("and there is none, it says what to do", async () => {
    const folder = newFolder();
    git(folder, "init", "-q");
    git(folder, "checkout", "-q", "-b", "other");
    commit(folder, { "spec/openapi.yaml": contractText() });
    const { code, stderr } = await gate(folder, []);
    expect(code).toBe(3);
    expect(stderr).toContain("name BASE, such as main:spec/openapi.yaml");
  });
});

describe("a contract in several files", { timeout: 120_000 }, () => {
  it("is the same as in one, and a change is told in the file that holds it", async () => {
    const product = {
      type: "object",
      required: ["id"],
      properties: {
        id: { type: "string" },
        slug: { type: "string" },
        name: { type: "string" },
        createdAt: { type: "string", format: "date-time" },
        updatedAt: { type: "string", format: "date-time" },
      },
    };
    const split = changed((document) => {
      document.components.schemas.Product = { $ref: "./schemas/product.json" };
    });
    const folder = repository();
    commit(folder, { "spec/openapi.yaml": split, "spec/schemas/product.json": JSON.stringify(product, null, 2) });
    expect(await verdict(folder, ["HEAD^:spec/openapi.yaml", base])).toMatchObject({ exitCode: 0, changes: [] });
    product.properties.name.type = "integer";
    write(folder, { "spec/schemas/product.json": JSON.stringify(product, null, 2) });
    const { changes } = await verdict(folder, [base]);
    expect(changes).toMatchObject([
      { rule: "schema.type", head: { file: "spec/schemas/product.json", pointer: "/properties/name/type" } },
    ]);
  });
});
