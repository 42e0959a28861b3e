import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { contractText } from "../../spec/contract.ts";
import { contract, type Document } from "../gate/contract.test.support.ts";
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
import { errorsIn } from "../reports/junit-schema.test.support.ts";
import { validRunOf } from "../reports/sarif-schema.test.support.ts";

const nullableName = replaced([
  "The name of the product (§2.1)\n          type: string",
  'The name of the product (§2.1)\n          type: [string, "null"]',
]);
const described = replaced(["summary: List products", "summary: Lists products"]);
const base = "HEAD:spec/openapi.yaml";

/** A ledger of the user's repository. */
const ledger = (text: string) =>
  `- id: product.fields\n  section: "2.1"\n  level: stated\n  text: ${text}\n  checks: []\n`;

const schema = JSON.parse(readFileSync(new URL("../gate/reports/gate.schema.json", import.meta.url), "utf8"));
const validate = new Ajv2020({ strict: true }).compile(schema);

describe("fpk gate", () => {
  it("passes where nothing changed, and takes the working tree for HEAD", async () => {
    const folder = repository();
    const { code, stdout } = await gate(folder, [base]);
    expect(stdout).toContain("✓ passes: no change of the contract");
    expect(code).toBe(0);
  });

  it("fails where a change is breaking, and says for whom, where, and which clauses it affects", async () => {
    const folder = repository();
    write(folder, { "spec/openapi.yaml": nullableName });
    const { code, stdout } = await gate(folder, [base]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "✗ breaking for clients, additive for implementers: Product.name: may be null in the response",
    );
    const line = nullableName.split("\n").findIndex((text) => text.includes('[string, "null"]')) + 1;
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
    // An earlier verdict is overwritten.
    await gate(folder, [base], { output });
    const report = JSON.parse(readFileSync(json, "utf8"));
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    expect(report).toMatchObject({ conclusion: "fails", exitCode: 1, counts: { breaking: 1 }, base: { name: base } });
    const comment = readFileSync(md, "utf8");
    expect(comment.split("\n")[0]).toBe("<!-- fpk-gate -->");
    expect(comment).toContain(
      "| 🔴 breaking for clients, additive for implementers | Product.name: may be null in the response (`schema.type`) |",
    );
    expect(comment).toContain("To pass, if it is agreed: the entries below in fpk.gate.yaml");
  });

  it("says how a version that decreased would pass, and what the changes require", async () => {
    const folder = repository();
    const older = (text: string) => text.replace("version: 1.0.0", "version: 0.9.0");
    write(folder, { "spec/openapi.yaml": older(contractText()) });
    const { code, stdout } = await gate(folder, [base]);
    expect([code, stdout]).toEqual([1, expect.stringContaining("info.version decreased from 1.0.0 to 0.9.0 (")]);
    expect(stdout).toContain("  to pass    raise info.version to 1.0.0 or later; or, for this run, --waive-version\n");
    expect((await gate(folder, [base], { waiveVersion: true })).stdout).not.toContain("to pass");
    write(folder, {
      "spec/openapi.yaml": older(
        changed((document) => {
          document.components.schemas.Product.properties.subtitle = { type: "string" };
        }),
      ),
    });
    const { stdout: additive } = await gate(folder, [base]);
    expect(additive).toContain("decreased from 1.0.0 to 0.9.0; the changes require at least 1.1.0 (minor)");
    expect(additive).toContain(
      "  to pass    raise info.version to what the changes require, as above; or, for this run",
    );
  });

  it("tells every place of edits with the same sentence, and counts each, but one place that operations share is one", async () => {
    const folder = repository();
    const text = changed((document) => {
      delete document.paths["/v1/products"].get.responses["429"];
      delete document.paths["/v1/me"].get.responses["429"];
      document.components.schemas.Product.properties.name.type = ["string", "null"];
    });
    write(folder, { "spec/openapi.yaml": text });
    const files = ["a.md", "a.html", "a.sarif", "a.codequality.json", "a.xml"].map((name) => join(folder, name));
    const { stdout } = await gate(folder, [base], { for: "clients", output: files }, { GITHUB_ACTIONS: "true" });
    const { changes, counts, summary } = await verdict(folder, [base], { for: "clients" });
    const lines = changes.filter(({ rule }) => rule === "error.removed").map(({ head }) => head.line);
    expect(lines).toEqual([expect.any(Number), expect.any(Number)]);
    expect([counts.breaking, summary]).toEqual([3, expect.stringContaining("3 breaking changes")]);
    const [first, second] = lines.map((line) => `spec/openapi.yaml:${line}`);
    expect(stdout).toContain(
      "✗ breaking for clients, additive for implementers: the response 429 is gone\n    in       getMe, listProducts\n",
    );
    expect(stdout).toContain(
      `    at       ${first} /paths/~1v1~1me/get/responses\n    and at   ${second} /paths/~1v1~1products/get/responses\n`,
    );
    expect(stdout.match(/- \{ rule: /g)).toHaveLength(3);
    for (const line of lines) expect(stdout).toMatch(new RegExp(`^::error file=spec/openapi.yaml,line=${line},`, "m"));
    const [md, html, ...others] = files.map((file) => readFileSync(file, "utf8"));
    expect(md).toContain(`\`${first}\`<br>and at \`${second}\` |`);
    expect(html?.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")).toContain(`and at ${second} /paths`);
    for (const text of others) expect(text.match(/the response 429 is gone \(/g)?.length).toBeGreaterThanOrEqual(2);
    for (const line of lines) expect(others[0]).toContain(`"startLine": ${line}`);
  });

  it("lists what fails before what warns, names each change's rule, and does not mark a waived version as a failure", async () => {
    const folder = repository();
    const text = changed((document) => {
      delete document.paths["/v1/me"].get.summary;
      document.components.schemas.Product.properties.name.type = ["string", "null"];
    });
    write(folder, { "spec/openapi.yaml": text });
    const md = join(folder, "gate.md");
    const { stdout } = await gate(folder, [base], { waiveVersion: true, output: [md] });
    expect(stdout).toMatch(
      /✗ breaking for clients[\s\S]*rule {5}schema\.type[\s\S]*! document {2}Operation object should/,
    );
    expect(stdout).toContain(
      "  version    info.version stayed 1.0.0; the changes require at least 2.0.0 (major) (waived)",
    );
    expect(stdout).not.toContain("✗ version");
    const comment = readFileSync(md, "utf8");
    expect(comment).toMatch(/\| 🔴[\s\S]*- warning: Operation object should contain `summary` field\./);
    expect(comment).toContain("- info.version stayed 1.0.0");
  });

  it("lets a breaking change pass for a reason only", async () => {
    await expect(gate(repository(), [], { rules: true, json: true })).rejects.toThrow("leave out everything else");
    await expect(gate(repository(), [base], { allowBreaking: " " })).rejects.toThrow(
      "--allow-breaking requires a reason",
    );
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
    const { stdout } = await gate(folder, [base]);
    expect(stdout).toContain("✗ breaking for implementers, additive for clients: ");
    expect(stdout).toContain(
      "if only clients count: --for clients, or in fpk.gate.yaml beside the contract: for: clients. Then, too, info.version must be raised; the changes require at least 1.1.0 (minor)",
    );
    expect(stdout).toContain("fails: 1 breaking change for implementers, none for clients");
    const forClients = await verdict(folder, [base], { for: "clients" });
    expect(forClients.changes).toMatchObject([{ kind: "additive" }]);
    expect(forClients).toMatchObject({ for: "clients", exitCode: 1, version: { asked: "minor", isEnough: false } });
    // With a change that breaks clients, too, it would fail all the same.
    const both = changed(({ paths, components }) => {
      delete paths["/v1/me"].get;
      components.schemas.Product.required.push("slug");
      components.schemas.Product.maxProperties = 20;
    });
    write(folder, { "spec/openapi.yaml": both });
    const mixed = await gate(folder, [base]);
    expect(mixed.stdout).toMatch(/of them for implementers only/);
    expect(mixed.stdout).not.toContain("if only clients count");
  });

  it("requires no new version for an editorial change", async () => {
    const folder = repository();
    write(folder, { "spec/openapi.yaml": described });
    expect(await verdict(folder, [base])).toMatchObject({
      exitCode: 0,
      counts: { breaking: 0, additive: 0, editorial: 1 },
    });
  });

  it("says which clauses were not changed together with the contract", async () => {
    const folder = repository({ "spec/clauses.yaml": ledger("as it was"), "conformance/cases/a.ts": "" });
    write(folder, { "spec/openapi.yaml": nullableName });
    const before = await gate(folder, [base]);
    expect(before.stdout).toContain(
      "ledger     spec/clauses.yaml was not changed: does product.fields still say what the contract says?",
    );
    write(folder, { "spec/clauses.yaml": ledger("otherwise"), "conformance/cases/b.ts": "" });
    const after = await gate(folder, [base]);
    expect(after.stdout).not.toContain("still say");
    expect(after.stdout).toContain("ledger     changed together: ledger (product.fields), suite");
    expect((await gate(repository(), [base])).stdout).not.toContain("ledger");
  });

  it("names what has no clause in the ledger, and does not fail for it", async () => {
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

  it("names the clauses of a parameter by its location", async () => {
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

  it("annotates the contract's lines under GitHub, and adds the verdict to the job's summary", async () => {
    const folder = repository();
    write(folder, { "spec/openapi.yaml": nullableName });
    const summary = join(folder, "summary.md");
    const workspace = git(folder, "rev-parse", "--show-toplevel").trim();
    const env = { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: workspace, GITHUB_STEP_SUMMARY: summary };
    const { stdout } = await gate(folder, [base], {}, env);
    expect(readFileSync(summary, "utf8")).toMatch(/## ❌ Contract gate [\s\S]*Product\.name/);
    expect(stdout).toMatch(
      /^::error file=spec\/openapi\.yaml,line=\d+,title=fpk gate%2C schema\.type::Product\.name: may be null/m,
    );
    expect((await gate(folder, [base])).stdout).not.toContain("::error");
  });
});

describe("a HEAD that is not a valid contract", () => {
  it.each([
    ["not YAML", replaced(["openapi: 3.1.0", "openapi: [3.1.0"]), "neither YAML nor JSON"],
    [
      "a reference to nothing",
      replaced(["#/components/responses/ProductList", "#/components/responses/Nothing"]),
      "Nothing",
    ],
    ["no info", replaced(["info:\n  title", "x-info:\n  title"]), "info"],
  ])("fails, with the line: %s", async (_, text, expected) => {
    const folder = repository();
    write(folder, { "spec/openapi.yaml": text });
    const report = await verdict(folder, [base], { allowBreaking: "it may not" });
    expect(report).toMatchObject({ exitCode: 1, changes: [] });
    expect(
      report.problems.some(
        ({ message, severity, place }) =>
          severity === "error" && message.includes(expected) && place.file === "spec/openapi.yaml",
      ),
    ).toBe(true);
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  });

  it("fails at the line of a version that is a number, and compares a BASE with one", async () => {
    const folder = repository();
    const text = changed(() => {});
    write(folder, { "spec/openapi.yaml": text.replace(/^openapi: .*$/m, "openapi: 3.1") });
    expect(await verdict(folder, [base])).toMatchObject({
      exitCode: 1,
      problems: [{ message: 'openapi is the number 3.1, not a text such as "3.1.0"', place: { pointer: "/openapi" } }],
    });
    commit(folder, {});
    write(folder, { "spec/openapi.yaml": text });
    expect(await verdict(folder, ["HEAD:spec/openapi.yaml"])).toMatchObject({
      exitCode: 0,
      changes: [],
      problems: [{ severity: "warning", message: expect.stringContaining("openapi is the number 3.1") }],
    });
  });

  it("fails at the line of a reference that leads back to itself", async () => {
    const folder = repository();
    const text = changed(({ components: { schemas } }) => {
      schemas.One = { $ref: "#/components/schemas/Two" };
      schemas.Two = { $ref: "#/components/schemas/One" };
    });
    write(folder, { "spec/openapi.yaml": text });
    expect(await verdict(folder, [base])).toMatchObject({
      exitCode: 1,
      problems: [
        {
          message: "$ref #/components/schemas/Two leads back to itself, and names nothing",
          place: { file: "spec/openapi.yaml", pointer: "/components/schemas/One/$ref" },
        },
      ],
    });
  });

  it("fails at the line of a reference that leads back to itself by allOf, but not where only a property does", async () => {
    const folder = repository();
    const one = { $ref: "#/components/schemas/One" };
    const withTwo = (two: object) =>
      changed(({ components: { schemas } }) => {
        schemas.One = { allOf: [{ $ref: "#/components/schemas/Two" }, { type: "object" }] };
        schemas.Two = two;
        schemas.Product.properties.one = one;
      });
    write(folder, { "spec/openapi.yaml": withTwo({ allOf: [one, { type: "object" }] }) });
    expect(await verdict(folder, [base])).toMatchObject({
      exitCode: 1,
      problems: [
        {
          message: "$ref #/components/schemas/One leads back to itself by allOf, and never ends",
          place: { file: "spec/openapi.yaml", pointer: "/components/schemas/Product/properties/one/$ref" },
        },
      ],
    });
    write(folder, { "spec/openapi.yaml": withTwo({ type: "object", properties: { one } }) });
    expect((await verdict(folder, [base])).problems).toEqual([]);
  });

  it("finds the contract at a revision that is named without its path", async () => {
    const folder = repository();
    git(folder, "tag", "v1");
    write(folder, { "spec/openapi.yaml": described });
    expect(await verdict(folder, ["v1"])).toMatchObject({ exitCode: 0, base: { name: "v1:spec/openapi.yaml" } });
  });

  it("fails at the line of a reference to a file that does not exist, wherever it is", async () => {
    const product = "schemas/product.yaml";
    const { Product } = contract().components.schemas;
    const text = changed((document) => (document.components.schemas.Product = { $ref: product }));
    const folder = repository();
    commit(folder, { "spec/openapi.yaml": text, [`spec/${product}`]: stringify(Product) });
    write(folder, { [`spec/${product}`]: stringify(Product).replace("type: object", "type: object\n$ref: gone.yaml") });
    expect(await verdict(folder, [base])).toMatchObject({
      exitCode: 1,
      problems: [
        {
          message: "refers to spec/schemas/gone.yaml, which does not exist",
          place: { file: `spec/${product}`, pointer: "/$ref", line: 3 },
        },
      ],
    });
    // That BASE has it, too, does not excuse it.
    commit(folder, {});
    const { code, stdout } = await gate(folder, [base]);
    expect([code, stdout]).toEqual([1, expect.stringContaining("refers to spec/schemas/gone.yaml")]);
  });

  it.each([
    ["https://example.com/product.yaml", "; the gate reads local files only"],
    ["../../product.yaml", ", which is outside its repository"],
  ])("fails at the line of a reference to what the gate does not read, with all outputs: %s", async (file, why) => {
    const text = changed((document) => (document.components.schemas.Product = { $ref: file }));
    const folder = repository();
    write(folder, { "spec/openapi.yaml": text });
    const comment = join(folder, "gate.md");
    expect(await gate(folder, [base], { output: [comment] })).toMatchObject({ code: 1 });
    expect(readFileSync(comment, "utf8")).toContain(why);
    const line = text.split("\n").findIndex((each) => each.includes(`$ref: ${file}`)) + 1;
    expect((await verdict(folder, [base])).problems).toMatchObject([{ place: { line } }]);
  });

  it("has only the findings of the linter that BASE does not have", async () => {
    const folder = repository();
    const text = changed((document) => delete document.paths["/v1/products"].get.summary);
    write(folder, { "spec/openapi.yaml": text });
    expect(await verdict(folder, [base])).toMatchObject({ exitCode: 0, problems: [{ rule: "operation-summary" }] });
    commit(folder, {});
    expect(await verdict(folder, [base])).toMatchObject({ exitCode: 0, problems: [] });
    // The finding that BASE has is not taken for the new one, which comes before it.
    const path = "/v1/me";
    const both = changed((document) => {
      delete document.paths["/v1/products"].get.summary;
      document.paths = { [path]: document.paths[path], ...document.paths };
      delete document.paths[path].get.summary;
    });
    write(folder, { "spec/openapi.yaml": both });
    expect((await verdict(folder, [base])).problems).toMatchObject([
      { rule: "operation-summary", place: { pointer: "/paths/~1v1~1me/get/summary" } },
    ]);
  });

  it.each([
    ["a key that OpenAPI does not know", (d: Document) => (d.paths["/v1/me"].get.stray = 1), []],
    ["a response without a description", (d: Document) => delete d.components.responses.Product.description, []],
    ["a response that is not there", (d: Document) => (d.paths["/v1/me"].get.responses["404"] = { $ref: "#/x" }), []],
    [
      "an object in place of a list, which may hide a change",
      (d: Document) => (d.paths["/v1/me"].get.parameters = { limit: {} }),
      [{ severity: "warning", message: expect.stringMatching(/\(array\) .*as in BASE; .* may not be compared$/) }],
    ],
    ["a version of OpenAPI that is a number", (d: Document) => (d.openapi = 3.1), []],
  ])("is compared with a BASE that has the same violation: %s", async (_, violate, problems) => {
    const folder = repository({ "spec/openapi.yaml": changed(violate) });
    expect(await verdict(folder, [base])).toMatchObject({ exitCode: 0, problems, changes: [] });
    const renamed = (document: Document) => {
      violate(document);
      document.paths["/v1/products"].get.operationId = "readProducts";
    };
    write(folder, { "spec/openapi.yaml": changed(renamed) });
    expect(await verdict(folder, [base])).toMatchObject({ exitCode: 1, problems, changes: [{ rule: "operation.id" }] });
  });

  it("is not compared where a violation that BASE does not have leaves it unreadable, and the summary says where", async () => {
    const folder = repository();
    const text = changed((document) => (document.paths["/v1/me"].get.parameters = { limit: {} }));
    write(folder, { "spec/openapi.yaml": text });
    const { problems, summary } = await verdict(folder, [base]);
    expect(problems).toMatchObject([{ severity: "error" }]);
    expect(summary).toContain(`not compared, because of spec/openapi.yaml:${problems[0]?.place.line}`);
  });

  it("knows a finding again where the operation has another operationId, or is at another path", async () => {
    const folder = repository();
    const bare = (document: Parameters<Parameters<typeof changed>[0]>[0]) =>
      delete document.paths["/v1/products"].get.summary;
    commit(folder, { "spec/openapi.yaml": changed(bare) });
    const renamed = changed((document) => {
      bare(document);
      document.paths["/v1/products"].get.operationId = "readProducts";
    });
    const moved = changed((document) => {
      bare(document);
      document.paths["/v1/goods"] = document.paths["/v1/products"];
      delete document.paths["/v1/products"];
    });
    for (const text of [renamed, moved]) {
      write(folder, { "spec/openapi.yaml": text });
      expect((await verdict(folder, [base])).problems).toEqual([]);
    }
  });

  it("names both operations of an operationId, at the one that is new", async () => {
    const folder = repository();
    write(folder, {
      "spec/openapi.yaml": changed((document) => (document.paths["/v1/me"].get.operationId = "listProducts")),
      "later.yaml": changed((document) => (document.paths["/v1/products"].get.operationId = "getMe")),
    });
    const problems = async (head: string) => (await verdict(folder, [base, head])).problems;
    expect(await problems("spec/openapi.yaml")).toMatchObject([
      {
        message: "operationId listProducts is also that of GET /v1/products",
        place: { pointer: "/paths/~1v1~1me/get/operationId" },
      },
    ]);
    expect(await problems("later.yaml")).toMatchObject([
      {
        message: "operationId getMe is also that of GET /v1/me",
        place: { pointer: "/paths/~1v1~1products/get/operationId" },
      },
    ]);
  });

  it("is not valid if it names a security scheme that is not defined", async () => {
    const folder = repository();
    const withUnknown = (document: Document) => (document.paths["/v1/me"].get.security = [{ nope: [] }]);
    write(folder, { "spec/openapi.yaml": changed(withUnknown) });
    const { problems, exitCode } = await verdict(folder, [base], { for: "clients", allowBreaking: "agreed" });
    expect(problems).toMatchObject([{ rule: "security-defined", severity: "error" }]);
    expect(exitCode).toBe(1);
    expect((await gate(folder, [base])).stdout).toMatch(/to pass {4}first correct the errors in the document/);
    const none = (document: Document) => delete document.security;
    write(folder, { "spec/openapi.yaml": changed(none) });
    const { problems: lacking } = await verdict(folder, [base]);
    expect(lacking.map(({ severity }) => severity)).not.toContain("error");
    expect(lacking.map(({ message }) => message)).toEqual([
      expect.stringMatching(/ \(at 18 places\)$/),
      expect.stringContaining("is never used"),
    ]);
  });

  it("has one finding for a reference to nothing, wherever it is used", async () => {
    const folder = repository();
    const text = changed((document) => {
      document.paths["/v1/me"].get.responses["2XX"].$ref = "#/components/responses/Nothing";
      document.paths["/v1/products"].get.responses["2XX"].$ref = "#/components/responses/Nothing";
    });
    write(folder, { "spec/openapi.yaml": text });
    const { problems } = await verdict(folder, [base]);
    expect(problems.filter(({ message }) => message.includes("Nothing"))).toMatchObject([
      {
        rule: "no-unresolved-refs",
        message: "$ref #/components/responses/Nothing names nothing",
        place: { line: expect.any(Number) },
      },
    ]);
    expect(problems.some(({ rule }) => rule === "openapi")).toBe(false);
  });
});

describe("a contract at a path of its own", () => {
  const path = "contracts/depot.yaml";
  const own = { "spec/openapi.yaml": described, [path]: contractText() };

  it("is compared with itself at a revision that is named without its path, or at the one that is taken by default", async () => {
    const folder = repository(own);
    git(folder, "tag", "v1.0.0");
    expect(await verdict(folder, ["v1.0.0", path])).toMatchObject({ base: { name: `v1.0.0:${path}` }, changes: [] });
    commit(folder, { [path]: nullableName });
    for (const operands of [["v1.0.0", path], [path], ["v1.0.0", `HEAD:${path}`]])
      expect(await verdict(folder, operands)).toMatchObject({
        base: { name: `v1.0.0:${path}` },
        head: { name: operands.at(-1) },
        counts: { breaking: 1 },
      });
  });

  it("is not compared with another contract where it is new, and a file outside of git has no revision", async () => {
    const folder = repository(own);
    git(folder, "tag", "v1.0.0");
    write(folder, { "contracts/other.yaml": contractText() });
    expect((await gate(folder, ["contracts/other.yaml"])).stdout).toContain("v1.0.0 has no contracts/other.yaml");
    git(folder, "rm", "-q", "-r", "--cached", "spec", "contracts");
    git(folder, "commit", "-q", "-m", "none");
    expect(await gate(folder, ["HEAD", path])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        "passes: a new contract: nothing to compare with; HEAD has no OpenAPI document\n",
      ),
    });
    const outside = newFolder();
    write(outside, { "a.yaml": contractText() });
    await expect(gate(outside, ["a.yaml"])).rejects.toThrow("a.yaml is not in a git repository; name the file before");
  });

  it("has a comment of its own", async () => {
    const folder = repository(own);
    const [usual, other] = [join(folder, "usual.md"), join(folder, "other.md")];
    await gate(folder, ["HEAD", "spec/openapi.yaml"], { output: [usual] });
    // An earlier verdict is overwritten.
    for (const _ of [1, 2]) await gate(folder, ["HEAD", path], { output: [other] });
    expect(readFileSync(usual, "utf8")).toMatch(/^<!-- fpk-gate -->\n/);
    expect(readFileSync(other, "utf8")).toMatch(/^<!-- fpk-gate contracts\/depot\.yaml -->\n/);
    expect(validate(await verdict(folder, ["HEAD", path])), JSON.stringify(validate.errors)).toBe(true);
  });
});

describe("what cannot be judged", () => {
  it.each([
    ["a key that OpenAPI does not know", (d: Document) => (d.info.stray = 1), "Property `stray` is not expected here"],
    [
      "a response without a description",
      (d: Document) => delete d.components.responses.Product.description,
      "The field `description` must be present on this level",
    ],
    ["a version without quotes", (d: Document) => (d.info.version = 1), "Expected type `string` but got `integer`"],
  ])("not a BASE that HEAD repairs: %s", async (_, change, message) => {
    const text = changed(change);
    const folder = repository({ "spec/openapi.yaml": text });
    write(folder, { "valid.yaml": contractText() });
    // The same violation in HEAD is an error, at the same line.
    const broken = await verdict(folder, ["valid.yaml", "spec/openapi.yaml"]);
    expect(broken).toMatchObject({ exitCode: 1, problems: [{ severity: "error" }] });
    expect(broken.summary).not.toContain("not compared");
    write(folder, { "spec/openapi.yaml": contractText() });
    const report = await verdict(folder, [base]);
    expect(report).toMatchObject({ exitCode: 0, counts: { breaking: 0, additive: 0 }, problems: [{ rule: "base" }] });
    const { line } = broken.problems[0]?.place ?? {};
    expect(report.problems[0]?.message).toContain(`not a valid contract: spec/openapi.yaml:${line} ${message}`);
  });

  describe("not a BASE with a reference that names nothing and that HEAD repairs, and that is said", () => {
    const reference = { $ref: "#/components/schemas/Prodct" };
    const ofBody = (document: Document, schema: object) => {
      document.components.responses.Product.content["application/json"].schema = schema;
    };
    const ofParameter = (document: Document, ...parameters: readonly object[]) =>
      Object.assign(document.paths["/v1/me"].get, { parameters });
    const limit = { name: "limit", in: "query", required: true, description: "How many", schema: { type: "integer" } };
    const full = { ...limit, name: "full" };
    const changeOther = (document: Document) => delete document.components.schemas.Actor.properties.description;

    // `unrepaired`: what a HEAD with the same reference exits with. A file that cannot be read is more than an old finding.
    it.each<[string, (document: Document) => unknown, (document: Document) => unknown, string, unrepaired: 0 | 1]>([
      [
        "by what it names",
        (d) => ofBody(d, reference),
        (d) => {
          ofBody(d, reference);
          d.components.schemas.Prodct = { description: "A product", type: "object", required: ["id"] };
        },
        "$ref #/components/schemas/Prodct names nothing",
        0,
      ],
      [
        "by another reference",
        (d) => ofBody(d, reference),
        (d) => ofBody(d, { $ref: "#/components/schemas/Product" }),
        "$ref #/components/schemas/Prodct names nothing",
        0,
      ],
      [
        "in place, in a list that has gained an item",
        (d) => ofParameter(d, { $ref: "#/components/parameters/limit" }, full),
        (d) => ofParameter(d, full, limit),
        "$ref #/components/parameters/limit names nothing",
        0,
      ],
      [
        "by a file that did not exist, and leads on to others",
        (d) => ofBody(d, { $ref: "prodct.json" }),
        (d) => ofBody(d, { $ref: "prodct.json" }),
        "$ref prodct.json names nothing",
        1,
      ],
    ])("%s", async (_, before, after, message, unrepaired) => {
      const folder = repository({ "spec/openapi.yaml": changed(before) });
      expect((await gate(folder, [base])).code).toBe(unrepaired);
      write(folder, {
        "spec/openapi.yaml": changed((d) => {
          after(d);
          changeOther(d);
        }),
        "spec/prodct.json":
          '{ "description": "A product", "type": "object", "properties": { "size": { "$ref": "size.json" } } }',
        "spec/size.json": '{ "description": "Its size", "type": "integer" }',
      });
      const { problems, changes } = await verdict(folder, [base]);
      const said = problems.filter(({ rule }) => rule === "base").map(({ message }) => message);
      expect(said).toEqual([expect.stringContaining(`${message}; HEAD repairs that, and what only the repair adds`)]);
      expect(problems.map(({ severity }) => severity)).not.toContain("error");
      expect(changes.map(({ text }) => text)).toEqual(["Actor.description: removed from the response"]);
    });
  });

  it("a BASE that is not a valid contract", async () => {
    const folder = repository({ "spec/openapi.yaml": "openapi: 3.1.0\n" });
    write(folder, { "spec/openapi.yaml": contractText() });
    const { code, stderr } = await gate(folder, [base]);
    expect(code).toBe(3);
    expect(stderr).toContain("is not a valid contract");
  });

  it.each([
    ["", "it is empty"],
    ["- a\n", "it is not an OpenAPI document: it has no keys"],
    ["info: {}\n", "openapi is missing"],
    ["openapi: 3.1.0\n---\na: 1\n", "it contains several documents"],
    ['{ "swagger": "2.0" }', "it is Swagger 2.0; the gate compares OpenAPI 3"],
    ["openapi: 4.0.0\n", "openapi is 4.0.0"],
    ["openapi: 3.1.0\nx-a: &a\n  b: *a\n", "its aliases expand too far, or endlessly"],
  ])("a BASE or a HEAD that is not an OpenAPI document: %j", async (text, sentence) => {
    const folder = repository({ "other.yaml": text });
    const { code, stderr } = await gate(folder, ["other.yaml", "spec/openapi.yaml"]);
    expect(code).toBe(3);
    expect(stderr).toContain(`BASE other.yaml is not a valid contract: other.yaml:`);
    expect(stderr).toContain(sentence);
    expect(await gate(folder, ["spec/openapi.yaml", "other.yaml"])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(sentence),
    });
  });

  it("names a file outside of a repository by its whole path", async () => {
    const folder = newFolder();
    write(folder, { "a.yaml": "info: {}\n", "b.yaml": contractText() });
    const path = join(realpathSync(folder), "a.yaml");
    expect(await gate(folder, [path, join(folder, "b.yaml")])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`BASE ${path} is not a valid contract: ${path}:1 `),
    });
    expect((await gate(folder, ["b.yaml", "a.yaml"])).stdout).toContain("    at       a.yaml:1 (the document)");
  });

  it("a shallow clone without tags and without the history of its branch", async () => {
    const origin = repository();
    commit(origin, { "spec/openapi.yaml": nullableName });
    const folder = newFolder();
    git(folder, "clone", "-q", "--depth", "1", `file://${origin}`, "clone");
    const { code, stderr } = await gate(join(folder, "clone"), []);
    expect(code).toBe(3);
    expect(stderr).toContain("set fetch-depth: 0");
  });

  it("a revision that is not in a shallow clone", async () => {
    const origin = repository();
    commit(origin, { "spec/openapi.yaml": described });
    const first = git(origin, "rev-parse", "HEAD^").trim();
    const folder = newFolder();
    git(folder, "clone", "-q", "--depth", "1", `file://${origin}`, "clone");
    for (const named of [`${first}:spec/openapi.yaml`, first, "release"]) {
      const { code, stderr } = await gate(join(folder, "clone"), [named]);
      expect(code).toBe(3);
      expect(stderr).toContain(`is not in this shallow clone; set fetch-depth: 0`);
    }
    await expect(gate(join(folder, "clone"), ["nowhere.yaml"])).rejects.toThrow("nowhere.yaml does not exist");
  });

  it.each([
    [["nowhere.yaml"], "nowhere.yaml does not exist; name a file, or REF:path"],
    [["https://example.com/openapi.yaml"], "is not a local file; download it"],
    [["main:spec/nowhere.yaml"], "main has no spec/nowhere.yaml"],
    [["nobranch:spec/openapi.yaml"], "nobranch is not a revision of this repository"],
    [["--output=x:spec/openapi.yaml"], "--output=x is not a revision"],
    [["spec"], "spec is a directory"],
  ])("%j is refused with a sentence", async (operands, sentence) => {
    await expect(gate(repository(), operands)).rejects.toThrow(sentence);
  });

  it.each([
    ["contract.json", '{ "openapi": "3.1.0" }'],
    ["notes.md", "# Notes"],
    ["notes.txt", "notes"],
  ])("an output that exists and is not a verdict: %s", async (name, text) => {
    const folder = repository({ [name]: text });
    const path = join(folder, name);
    await expect(gate(folder, [base], { output: [path] })).rejects.toThrow("is not a verdict of the gate");
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it("an option with a value that it does not take", async () => {
    const folder = repository();
    await expect(gate(folder, [base], { for: "servers" })).rejects.toThrow(
      "--for takes clients, implementers or everybody",
    );
    await expect(gate(folder, [base], { output: ["x.pdf"] })).rejects.toThrow("must end in one of .json, .md, .sarif");
    await expect(gate(folder, [base], { report: ["nowhere.json"] })).rejects.toThrow("nowhere.json is not there");
  });
});

describe("files for other programs", () => {
  it("are one page that loads nothing, in which all text of the contract is escaped", async () => {
    const folder = repository();
    const renamed = nullableName.replace("operationId: getMe", 'operationId: "<img src=x onerror=1>"');
    write(folder, { "spec/openapi.yaml": renamed });
    const page = join(folder, "gate.html");
    await gate(folder, [base], { output: [page] });
    await gate(folder, [base], { output: [page] });
    const text = readFileSync(page, "utf8");
    expect(text).toContain("<title>✗ Fails · contract gate</title>");
    expect(text).toContain("may be null in the response");
    expect(text).toContain("&lt;img src=x onerror=1&gt;");
    expect(text).not.toMatch(/<img|<script|<link|src="http/);
  });

  it("are one page that says where in BASE was what is gone, as the terminal does", async () => {
    const folder = repository();
    write(folder, { "spec/openapi.yaml": changed((document) => delete document.paths["/v1/me"].put) });
    const page = join(folder, "gate.html");
    const { stdout } = await gate(folder, [base], { output: [page] });
    const [, place] = /was at +(\S+) .* of BASE/.exec(stdout) ?? [];
    expect(readFileSync(page, "utf8")).toMatch(new RegExp(`<dt>was at</dt><dd><code>${place}</code> .* of BASE</dd>`));
  });

  it("are SARIF, GitLab's code quality and a changelog, each at the line", async () => {
    const folder = repository();
    write(folder, { "spec/openapi.yaml": nullableName });
    const [sarif, quality, changelog] = ["a.sarif", "gl.codequality.json", "next.changelog.md"].map((name) =>
      join(folder, name),
    );
    const output = [sarif, quality, changelog].map(String);
    await gate(folder, [base], { output });
    await gate(folder, [base], { output });
    const run = validRunOf(readFileSync(String(sarif), "utf8"));
    const line = nullableName.split("\n").findIndex((text) => text.includes('[string, "null"]')) + 1;
    expect(run.tool.driver.rules[0]).toEqual({ id: "schema.type", shortDescription: { text: expect.any(String) } });
    expect(run.results.map(({ level }: { level: string }) => level)).toEqual(["error", "error"]);
    expect(run.results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: "spec/openapi.yaml" },
      region: { startLine: line },
    });
    const issues = JSON.parse(readFileSync(String(quality), "utf8"));
    expect(issues[0]).toMatchObject({
      check_name: "schema.type",
      severity: "blocker",
      location: { path: "spec/openapi.yaml", lines: { begin: line } },
    });
    expect(issues[1]).toMatchObject({ check_name: "info.version", location: { lines: { begin: expect.any(Number) } } });
    const { stdout } = await gate(folder, [base], { changelog: true });
    expect(readFileSync(String(changelog), "utf8")).toBe(stdout);
    expect(stdout).toContain(
      "## Unreleased\n\n### Breaking\n\n- for clients: Product.name: may be null in the response",
    );
    const forClients = await gate(folder, [base], { changelog: true, for: "clients" });
    expect(forClients.stdout).toContain("\n- Product.name: may be null in the response");
    write(folder, { "spec/openapi.yaml": nullableName.replace("version: 1.0.0", "version: 2.0.0") });
    expect((await gate(folder, [base], { changelog: true })).stdout).toContain("## 2.0.0\n");
  });

  it("are a changelog that says until when what is deprecated works, without advice about the policy", async () => {
    const sunset = { deprecated: true, "x-sunset": "2020-01-01" };
    const text = changed((document) => Object.assign(document.paths["/v1/me"].get, sunset));
    const folder = repository({ "spec/openapi.yaml": text });
    write(folder, {
      "old.yaml": contractText(),
      "new.yaml": changed((document) => delete document.paths["/v1/me"].get),
    });
    const { stdout: deprecated } = await gate(folder, ["old.yaml", "spec/openapi.yaml"], { changelog: true });
    expect(deprecated).toContain("is now deprecated; its sunset is 2020-01-01\n");
    const { stdout: removed } = await gate(folder, ["spec/openapi.yaml", "new.yaml"], { changelog: true });
    expect(removed).toContain("is gone; its sunset was 2020-01-01\n");
  });

  it("are a changelog with what was added, changed, deprecated and removed under headings of their own", async () => {
    const old = changed((document) => {
      Object.assign(document.paths["/v1/me"].get, { deprecated: true, "x-sunset": "2020-01-01" });
    });
    const folder = repository({ "spec/openapi.yaml": old });
    const next = changed((document) => {
      document.paths["/v1/new"] = { get: document.paths["/v1/me"].get };
      document.paths["/v1/new"].get.operationId = "getNew";
      document.paths["/v1/me"] = { put: document.paths["/v1/me"].put };
      document.paths["/v1/products"].get.deprecated = true;
      document.components.schemas.Product.properties.name.maxLength = 300;
    });
    write(folder, { "spec/openapi.yaml": next, "spec/fpk.gate.yaml": "for: clients\ndeprecation: 90\n" });
    const { stdout } = await gate(folder, [base], { changelog: true });
    expect(stdout.replace(/ \(.*/g, "").split("\n").filter(Boolean).slice(2)).toEqual([
      ...["### Added", "- new operation GET /v1/new"],
      ...["### Changed", "- Product.name: maxLength 300 was added in the response"],
      ...["### Deprecated", "- the operation GET /v1/products"],
      ...["### Removed", "- the operation GET /v1/me"],
    ]);
    write(folder, { "spec/fpk.gate.yaml": "for: clients\n" });
    const { stdout: breaking } = await gate(folder, [base], { changelog: true });
    expect(breaking).toContain("### Breaking\n\n- the operation GET /v1/me (getMe) is gone");
    expect(breaking).not.toContain("### Removed");
  });

  it("are a changelog that does not ask whether something was renamed", async () => {
    const folder = repository();
    const renamed = changed(({ components: { schemas } }) => {
      const { slug, ...others } = schemas.Product.properties;
      schemas.Product.properties = { ...others, slugs: slug };
    });
    write(folder, { "spec/openapi.yaml": renamed });
    const { stdout } = await gate(folder, [base], { changelog: true });
    expect((await gate(folder, [base])).stdout).toContain("renamed? slug → slugs");
    expect(stdout).toContain("Product.slug: removed from the response (");
  });

  it("are JUnit: a test for each finding, and one for the verdict", async () => {
    const folder = repository();
    const file = join(folder, "gate.xml");
    await gate(folder, [base], { output: [file] });
    expect(await errorsIn(readFileSync(file, "utf8"))).toEqual([]);
    expect(readFileSync(file, "utf8")).toContain('tests="1" failures="0"');
    write(folder, { "spec/openapi.yaml": nullableName });
    await gate(folder, [base], { output: [file] });
    const xml = readFileSync(file, "utf8");
    expect(await errorsIn(xml)).toEqual([]);
    expect(xml).toContain('tests="3" failures="3"');
    expect(xml).toMatch(
      /<failure message="Product\.name: may be null in the response .*" type="schema.type">spec\/openapi\.yaml:\d+/,
    );
  });

  it("link to the lines where the forge is known", async () => {
    const folder = repository();
    write(folder, { "spec/openapi.yaml": nullableName });
    const md = join(folder, "gate.md");
    const env = { CI_PROJECT_URL: "https://gitlab.example.com/a/b", CI_COMMIT_SHA: "c0ffee" };
    await gate(folder, [base], { output: [md] }, env);
    expect(readFileSync(md, "utf8")).toMatch(
      /\(https:\/\/gitlab\.example\.com\/a\/b\/-\/blob\/c0ffee\/spec\/openapi\.yaml#L\d+\)/,
    );
  });
});

describe("where no BASE is named", () => {
  it("it is the last tag", async () => {
    const folder = repository();
    git(folder, "tag", "v1.0.0");
    commit(folder, { "spec/openapi.yaml": nullableName });
    expect(await verdict(folder, [])).toMatchObject({ base: { name: "v1.0.0:spec/openapi.yaml" }, exitCode: 1 });
  });

  it("and only the commit that is checked out is there to compare with, a warning says so", async () => {
    const folder = repository();
    commit(folder, { "spec/openapi.yaml": nullableName });
    const { code, stdout } = await gate(folder, []);
    expect(stdout).toContain(
      "! base      BASE is the commit that is checked out, so its own changes are not seen; for",
    );
    expect(code).toBe(0);
    expect((await gate(folder, ["HEAD^"])).stdout).not.toContain("! base");
  });

  it("and there is only one commit, no other is named", async () => {
    const { stdout } = await gate(repository(), []);
    expect(stdout).toContain("checked out, so its own changes are not seen\n");
  });

  it("a tag that marks no version, or a version of something else, is not the last one", async () => {
    const folder = repository();
    git(folder, "tag", "v1.0.0");
    commit(folder, { "spec/openapi.yaml": nullableName });
    for (const tag of ["orders/v9.1.0", "client-v7.0.0", "web@8.0.0", "orders-2.0", "deploy-77"])
      git(folder, "tag", tag);
    commit(folder, { "README.md": "more" });
    expect(await verdict(folder, [])).toMatchObject({ base: { name: "v1.0.0:spec/openapi.yaml" }, exitCode: 1 });
  });

  it.each(["release-1.2.0", "release-v2"])(
    "a tag that says that it is a release is one of a version: %s",
    async (tag) => {
      const folder = repository();
      git(folder, "tag", tag);
      commit(folder, { "spec/openapi.yaml": nullableName });
      git(folder, "tag", "release-notes");
      commit(folder, { "README.md": "more" });
      expect(await verdict(folder, [])).toMatchObject({ base: { name: `${tag}:spec/openapi.yaml` }, exitCode: 1 });
    },
  );

  it("where only something else has tags of versions, it is where the branch began", async () => {
    const folder = repository();
    git(folder, "checkout", "-q", "-b", "change");
    commit(folder, { "spec/openapi.yaml": nullableName });
    git(folder, "tag", "orders/v1.0.0");
    commit(folder, { "README.md": "more" });
    expect(await verdict(folder, [])).toMatchObject({ base: { name: "main:spec/openapi.yaml" }, exitCode: 1 });
  });

  it.each(["spec/v1.0.0", "api-1.0.0", "api/spec/v1.0.0"])(
    "a tag with the name of the contract's folder (%s) is its own, and goes before a later plain one",
    async (tag) => {
      const folder = newFolder();
      git(folder, "init", "-q");
      commit(folder, { "api/spec/openapi.yaml": contractText() });
      git(folder, "tag", tag);
      commit(folder, { "api/spec/openapi.yaml": nullableName });
      for (const other of ["other/v1.0.1", "v1.0.1"]) git(folder, "tag", other);
      commit(folder, { "README.md": "more" });
      const { base, exitCode } = await verdict(folder, ["api/spec/openapi.yaml"]);
      expect([base.name, exitCode]).toEqual([`${tag}:api/spec/openapi.yaml`, 1]);
    },
  );

  it("on a tag it is the tag before", async () => {
    const folder = repository();
    git(folder, "tag", "v1.0.0");
    commit(folder, { "spec/openapi.yaml": nullableName });
    git(folder, "tag", "v1.0.1");
    const { code, stdout } = await gate(folder, [], {}, { GITHUB_REF_TYPE: "tag" });
    expect(stdout).toMatch(/^v1\.0\.0:spec\/openapi\.yaml @ [0-9a-f]{7} → spec\/openapi\.yaml$/m);
    expect(code).toBe(1);
  });

  it("it is the tag before where the commit that has the last one is not changed, and else the last one", async () => {
    const folder = repository();
    git(folder, "tag", "v1.0.0");
    expect((await verdict(folder, [])).base.name).toBe("v1.0.0:spec/openapi.yaml");
    commit(folder, { "spec/openapi.yaml": nullableName });
    git(folder, "tag", "v1.0.1");
    expect((await verdict(folder, [])).base.name).toBe("v1.0.0:spec/openapi.yaml");
    write(folder, { "spec/openapi.yaml": described });
    expect((await verdict(folder, [])).base.name).toBe("v1.0.1:spec/openapi.yaml");
  });

  it.each(["GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME"])(
    "on a pull or merge request (%s) it is the commit where the branch began, even if its target has changed since",
    async (variable) => {
      const folder = repository();
      git(folder, "tag", "v0.9.0");
      commit(folder, { "spec/openapi.yaml": nullableName });
      git(folder, "checkout", "-q", "-b", "change");
      commit(folder, {
        "spec/openapi.yaml": nullableName.replace("summary: List products", "summary: Lists products"),
      });
      git(folder, "checkout", "-q", "main");
      commit(folder, { "spec/openapi.yaml": described });
      git(folder, "checkout", "-q", "change");
      const { stdout } = await gate(folder, [], { json: true }, { [variable]: "main" });
      expect(JSON.parse(stdout)).toMatchObject({ exitCode: 0, counts: { breaking: 0, editorial: 1 } });
    },
  );

  it("in a merge queue it is the commit that the queue merges into, although a tag is there", async () => {
    const folder = repository();
    git(folder, "tag", "v1.0.0");
    commit(folder, { "spec/openapi.yaml": nullableName });
    const target = git(folder, "rev-parse", "HEAD").trim();
    git(folder, "checkout", "-q", "--detach");
    commit(folder, { "spec/openapi.yaml": nullableName.replace("summary: List products", "summary: Lists products") });
    const eventFile = join(newFolder(), "event.json");
    const env = {
      CI: "true",
      GITHUB_EVENT_NAME: "merge_group",
      GITHUB_EVENT_PATH: eventFile,
      GITHUB_REF_TYPE: "branch",
    };
    const withBase = (base_sha: string) =>
      writeFileSync(eventFile, JSON.stringify({ merge_group: { base_sha, base_ref: "refs/heads/main" } }));
    withBase(target);
    const { code, stdout } = await gate(folder, [], {}, env);
    expect(stdout.split(" → ")[0]).toBe(`main:spec/openapi.yaml @ ${target.slice(0, 7)}`);
    expect(code).toBe(0);
    withBase("1".repeat(40));
    expect(await gate(folder, [], {}, env)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("the commit where this branch left main is not in this clone"),
    });
  });

  it("on a push to the default branch it is the commit before the push, or else the commit's parent", async () => {
    const folder = repository();
    const before = git(folder, "rev-parse", "HEAD").trim();
    commit(folder, { "spec/openapi.yaml": nullableName });
    commit(folder, { "spec/openapi.yaml": nullableName.replace("summary: List products", "summary: Lists products") });
    const event = join(newFolder(), "event.json");
    writeFileSync(event, JSON.stringify({ before }));
    const baseOf = async (env: Readonly<Record<string, string>>) =>
      JSON.parse((await gate(folder, [], { json: true }, { CI: "true", ...env })).stdout).base.commit;
    expect(await baseOf({ GITHUB_EVENT_PATH: event })).toBe(before);
    expect(await baseOf({ CI_COMMIT_BEFORE_SHA: before })).toBe(before);
    expect(await baseOf({ CI_COMMIT_BEFORE_SHA: "0".repeat(40) })).toBe(git(folder, "rev-parse", "HEAD^").trim());
    // A tag is older than the push.
    git(folder, "tag", "v1.0.0", before);
    const parent = git(folder, "rev-parse", "HEAD^").trim();
    expect(await baseOf({ CI_COMMIT_BEFORE_SHA: parent })).toBe(parent);
    expect(await baseOf({})).toBe(before);
  });

  it("it is where the contract was before it was moved, and a new contract has none", async () => {
    const folder = repository({ "README.md": "An API" });
    git(folder, "checkout", "-q", "-b", "change");
    git(folder, "mv", "spec", "api");
    expect(await verdict(folder, [])).toMatchObject({ base: { name: "main:spec/openapi.yaml" }, exitCode: 0 });
    git(folder, "checkout", "-q", "-f", "main");
    git(folder, "rm", "-q", "-r", "spec");
    git(folder, "commit", "-q", "-m", "none");
    git(folder, "checkout", "-q", "-b", "first");
    commit(folder, { "api/openapi.yaml": contractText() });
    const summary = "passes: a new contract: nothing to compare with; main has no OpenAPI document";
    expect(await verdict(folder, [])).toMatchObject({ exitCode: 0, changes: [], summary });
    expect((await gate(folder, [], { changelog: true })).stdout).toContain("The first version.");
    git(folder, "checkout", "-q", "main");
    commit(folder, { "old/contract.yaml": contractText() });
    git(folder, "checkout", "-q", "-b", "moved");
    git(folder, "mv", "old", "api");
    git(folder, "mv", "api/contract.yaml", "api/openapi.yaml");
    const moved = await gate(folder, []);
    expect(moved.code).toBe(3);
    expect(moved.stderr).toContain("main has no api/openapi.yaml: if the contract was moved, name BASE");
  });

  it("a new contract beside another one has none, either", async () => {
    const folder = repository();
    git(folder, "checkout", "-q", "-b", "second");
    commit(folder, { "contracts/depot.yaml": contractText() });
    expect(await verdict(folder, ["contracts/depot.yaml"])).toMatchObject({
      exitCode: 0,
      summary:
        "passes: a new contract: nothing to compare with; main has no contracts/depot.yaml, and none of its YAML and JSON files was moved or removed",
    });
  });

  it("and the contract is new, it is validated all the same", async () => {
    const folder = newFolder();
    git(folder, "init", "-q");
    git(folder, "checkout", "-q", "-b", "main");
    commit(folder, { "README.md": "An API" });
    git(folder, "checkout", "-q", "-b", "first");
    write(folder, {
      "openapi.yaml": "openapi: 3.0.3\ninfo: { title: Books, version: 1.0.0 }\npaths:\n  /books:\n    get: {}\n",
    });
    const [json, md, summary] = ["gate.json", "gate.md", "summary.md"].map((name) => join(folder, name));
    const output = [json ?? "", md ?? ""];
    const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary ?? "" };
    const { code, stdout } = await gate(folder, [], { output }, env);
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ document .*responses.*\n +at +openapi\.yaml:5 /);
    expect(stdout).toMatch(
      /✗ fails: \d+ errors? in HEAD's document; a new contract: nothing to compare with; main has no OpenAPI document\n/,
    );
    expect(validate(JSON.parse(readFileSync(output[0] ?? "", "utf8"))), JSON.stringify(validate.errors)).toBe(true);
    for (const file of [md, summary]) expect(readFileSync(file ?? "", "utf8")).toContain("error: ");
  });

  it("and there is none, the message says what to do", async () => {
    const folder = newFolder();
    git(folder, "init", "-q");
    git(folder, "checkout", "-q", "-b", "other");
    commit(folder, { "spec/openapi.yaml": contractText() });
    const { code, stderr } = await gate(folder, []);
    expect(code).toBe(3);
    expect(stderr).toContain("name BASE, such as main:spec/openapi.yaml");
  });
});

it("says that BASE has changed since the branch began, and what to compare with instead", async () => {
  const folder = repository();
  const began = git(folder, "rev-parse", "HEAD").trim().slice(0, 7);
  git(folder, "checkout", "-q", "-b", "change");
  commit(folder, { "README.md": "Read this" });
  git(folder, "checkout", "-q", "main");
  commit(folder, { "README.md": "Read that" });
  git(folder, "checkout", "-q", "change");
  expect((await gate(folder, ["main:spec/openapi.yaml"])).stdout).not.toContain("! base");
  git(folder, "checkout", "-q", "main");
  commit(folder, { "spec/openapi.yaml": nullableName });
  git(folder, "checkout", "-q", "change");
  const { stdout } = await gate(folder, ["main:spec/openapi.yaml"]);
  expect(stdout).toContain("Product.name: may no longer be null in the response");
  const [, command = ""] = /^! base .*; for the branch alone: fpk gate (\S+)$/m.exec(stdout) ?? [];
  expect(stdout.indexOf("! base")).toBeLessThan(stdout.indexOf("✗"));
  expect(command).toBe(`${began}:spec/openapi.yaml`);
  expect((await gate(folder, [command])).stdout).toContain("no change of the contract");
});

describe("a contract in several files", () => {
  it("is the same as in one file, and a change is reported in the file where it was made", async () => {
    const { Product: product } = contract().components.schemas;
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
