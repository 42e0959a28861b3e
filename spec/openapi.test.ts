import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import SwaggerParser from "@apidevtools/swagger-parser";
import { describe, expect, it } from "vitest";
import { contractText, isRecord, loadContract, operationIds, resolve } from "./contract.ts";
import { endpoints, inlineTables, tables } from "./document.test.support.ts";
import { withoutTexts } from "./without-texts.ts";

const contract = loadContract();
const { document } = contract;
const pathTo = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const ref = (schema: string) => ({ $ref: `#/components/schemas/${schema}` });

/** Every operation object, with its own responses as they stand. */
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) =>
    isRecord(operation) && isRecord(operation.responses)
      ? [{ path, method, operation, id: String(operation.operationId), responses: operation.responses }]
      : [],
  ),
);

/** What `success` of the table of §4 is as a schema. */
function schemaOf(success: string): unknown {
  const name = success.replace(/[^A-Za-z]/g, "");
  if (success === "-") return undefined;
  if (success.startsWith("[")) return { type: "array", items: ref(name) };
  if (success.startsWith("{")) {
    return { type: "object", required: ["data"], properties: { data: { type: "array", items: ref(name) } } };
  }
  return ref(name);
}

describe("the contract as an OpenAPI document (§9.2)", () => {
  it("is valid", async () => {
    await expect(SwaggerParser.validate(pathTo("./openapi.yaml"))).resolves.toMatchObject({ openapi: "3.1.0" });
  });

  it("lints clean", async () => {
    const redocly = pathTo("../node_modules/@redocly/cli/bin/cli.js");
    const run = promisify(execFile)(
      process.execPath,
      [redocly, "lint", pathTo("./openapi.yaml"), "--config", pathTo("../.redocly.yaml"), "--format", "json"],
      { env: { ...process.env, REDOCLY_TELEMETRY: "off" } },
    );
    const { stdout } = await run.catch((error: { stdout: string }) => ({ stdout: error.stdout }));
    const { totals, problems } = JSON.parse(stdout);
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  });

  it("declares version 1.0.0, OpenAPI 3.1.0, a production and a development server", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(contract.version).toBe("1.0.0");
    expect(document.servers).toMatchObject([{ description: "Production" }, { description: "Development" }]);
  });

  it("asks every operation for a bearer token (§5.1)", () => {
    expect(document.security).toEqual([{ bearer: [] }]);
    expect(document.components.securitySchemes?.bearer).toMatchObject({ type: "http", scheme: "bearer" });
    for (const { operation } of operations) expect(operation).not.toHaveProperty("security");
  });
});

describe("the operations (§4)", () => {
  it("are the 18 endpoints of the table, in its order", () => {
    expect(endpoints).toHaveLength(18);
    expect(operationIds).toEqual(endpoints.map(([id]) => id));
    expect(operations.map(({ id }) => id).sort()).toEqual([...operationIds].sort());
  });

  it.each(endpoints)("%s is %s %s", (id, method, path, body, success) => {
    const operation = contract.operation(id);
    expect(operation).toMatchObject({ method, path });
    expect(operation.requestBody).toEqual(body === "" ? undefined : ref(body));
    expect(operation.parameters).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    const code = id === "listFeatures" ? "200" : "2XX";
    expect(withoutTexts(operation.responses.get(code)?.schema ?? null)).toEqual(schemaOf(success) ?? null);
    const further = ["401", ...(id === "listFeatures" ? ["403"] : []), "429", "default"];
    expect([...operation.responses.keys()].sort()).toEqual([code, ...further].sort());
    for (const error of further) expect(operation.responses.get(error)?.schema).toEqual(ref("Error"));
  });

  it("have a summary, and one tag that is declared", () => {
    const tags = Array.isArray(document.tags) ? document.tags.map(({ name }) => name) : [];
    for (const { operation } of operations) {
      expect(operation).toMatchObject({ summary: expect.stringMatching(/^[A-Z]/), tags: [expect.any(String)] });
      expect(tags).toEqual(expect.arrayContaining([operation.tags].flat()));
    }
  });

  it("have path parameters that are strings, and no query parameters", () => {
    for (const [path, item] of Object.entries(document.paths)) {
      const declared = Array.isArray(item.parameters)
        ? item.parameters.map((parameter) => resolve(document, parameter))
        : [];
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(declared.map(({ name }) => name)).toEqual(names);
      for (const parameter of declared) {
        expect(parameter).toMatchObject({ in: "path", required: true, schema: { type: "string" } });
      }
    }
    for (const { operation } of operations) expect(operation).not.toHaveProperty("parameters");
  });

  it("have no required request body, since which fields are required is not shown", () => {
    const bodies = Object.values(document.components.requestBodies ?? {});
    expect(bodies.length).toBeGreaterThan(0);
    for (const body of bodies) expect(body).not.toHaveProperty("required");
  });
});

describe("the responses", () => {
  const responses = operations.flatMap(({ id, responses: all }) =>
    Object.entries(all).map(([status, response]) => ({ id, status, response })),
  );

  it.each(responses)("$id $status requires the three rate limit headers (§8)", ({ response }) => {
    const { headers } = resolve(document, response);
    const resolved = Object.entries(isRecord(headers) ? headers : {}).map(
      ([name, header]) => [name, resolve(document, header)] as const,
    );
    expect(Object.fromEntries(resolved)).toMatchObject({
      "X-RateLimit-Limit": { required: true, schema: { type: "integer" } },
      "X-RateLimit-Remaining": { required: true, schema: { type: "integer" } },
      "X-RateLimit-Reset": { required: true, schema: { type: "number" } },
    });
  });

  it("of success stand under components, where an overlay reaches them", () => {
    for (const { status, response } of responses) {
      expect(response, status).toEqual({ $ref: expect.stringMatching(/^#\/components\/responses\/\w+$/) });
    }
  });
});

describe("the schemas (§2)", () => {
  const all = { ...tables, ...inlineTables };

  it("are those of the document's tables, and no others", () => {
    expect(Object.keys(document.components.schemas ?? {}).sort()).toEqual(Object.keys(all).sort());
  });

  it.each(Object.entries(all))("%s states its table and nothing more", (name, { required, fields }) => {
    expect(withoutTexts(contract.schema(name))).toEqual({
      type: "object",
      ...(required === undefined ? {} : { required }),
      properties: fields,
    });
  });

  it("leave out what is known to exist but not where", () => {
    expect(contractText()).not.toMatch(/minLength|manual/);
  });
});
