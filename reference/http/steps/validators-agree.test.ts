/** The schemas compiled once refuse what express-openapi-validator refuses, and nothing else: it is asked only for its words. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type ErrorRequestHandler } from "express";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { arbitraryOf } from "../../../conformance/generate/arbitrary.ts";
import { fieldsOf } from "../../../conformance/generate/fields.ts";
import { filledBody } from "../../../conformance/generate/filled.ts";
import { identifiers } from "../../../conformance/generate/identifiers.ts";
import { withValue } from "../../../conformance/generate/place.ts";
import { requestBodyOf } from "../../../conformance/generate/request-body.ts";
import { withWrong, wrongValuesOf } from "../../../conformance/generate/wrong.ts";
import { loadContract, type OperationId } from "../../../spec/contract.ts";
import { started } from "../../start.test.support.ts";
import { enforcedDocument } from "../contract.ts";
import { compiledContract } from "./compiled-contract.ts";
import { openApiValidator } from "./openapi-validator.ts";

const seed = Number(process.env.FPK_SEED ?? Date.now() % 2 ** 31);
const enforced = loadContract(await enforcedDocument());
const { acceptsBody } = await compiledContract();
let library: string;

/** The library alone, behind the same parser: 204 where it accepts a request, else the status of its error. */
beforeAll(async () => {
  const { middleware } = await openApiValidator();
  const app = express();
  app.use(express.json({ strict: false }), middleware, (_request, response) => void response.status(204).end());
  const answer: ErrorRequestHandler = (error, _request, response, _next) => void response.status(error.status).end();
  const server = createServer(app.use(answer)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  library = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  return () => server.close();
});

async function libraryStatus(operation: OperationId, params: readonly string[], type = "", body = ""): Promise<number> {
  const { method, path } = enforced.operation(operation);
  const values = [...params];
  const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(values.shift() ?? "x"));
  const sent = body === "" ? {} : { headers: { "content-type": type }, body: Buffer.from(body) };
  return (await fetch(library + filled, { method, ...sent })).status;
}

const withBodies = enforced.operations.filter(({ requestBody }) => requestBody !== undefined).map(({ id }) => id);

/** Values at the edge of a type, a length or a format. */
const oddities = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.emailAddress(),
  fc.webUrl(),
  fc.base64String({ maxLength: 8 }),
  fc.constantFrom(
    "a@b",
    "a@@b.de",
    "ä@b.de",
    '"a b"@c.de',
    "a@b.de\n",
    " a@b.de",
    "a@[127.0.0.1]",
    "\ud83d",
    null,
    -0,
    1e300,
    "7",
  ),
);

describe.each(withBodies)("a body of %s", (operation) => {
  const schema = requestBodyOf(enforced, operation);
  const full = filledBody(schema, {});
  const wrong = fc.subarray([...wrongValuesOf(schema)], { minLength: 1 }).map((values) => withWrong(full, values));
  const changed = fc
    .tuple(fc.constantFrom(...fieldsOf(schema)), oddities)
    .map(([{ path }, value]) => withValue(full, path, value));
  const incomplete = fc.subarray(Object.entries(full)).map(Object.fromEntries);
  const bodies = fc.oneof(arbitraryOf(schema), wrong, changed, incomplete, fc.jsonValue());

  it(`is accepted by both or by neither (FPK_SEED=${seed})`, async () => {
    const verdicts = new Set<boolean>();
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const text = JSON.stringify(body);
        const accepts = acceptsBody(operation, JSON.parse(text));
        verdicts.add(accepts);
        expect(await libraryStatus(operation, [], "application/json", text)).toBe(accepts ? 204 : 400);
      }),
      { seed, numRuns: 300 },
    );
    expect(verdicts).toEqual(new Set([true, false]));
  });
});

it.each(enforced.operations.filter(({ path }) => path.includes("{")).map(({ id }) => id))(
  "any string is a path parameter of %s",
  async (operation) => {
    // A path segment cannot be these: clients resolve them.
    const ids = identifiers("x").filter((id) => id !== "" && id !== "." && id !== "..");
    const { requestBody } = enforced.operation(operation);
    const body = requestBody === undefined ? "" : JSON.stringify(filledBody(requestBodyOf(enforced, operation), {}));
    for (const params of fc.sample(fc.tuple(ids, ids), { seed, numRuns: 20 })) {
      expect(await libraryStatus(operation, params, "application/json", body)).toBe(204);
    }
  },
);

it.each([
  ["application/json"],
  ["Application/JSON; charset=utf-8"],
  ["application/json;charset=UTF-8;x=y"],
  ["application/json;"],
  ["application/problem+json"],
  ["text/json"],
  ["text/plain"],
  ["application/jsonp"],
  ["*/*"],
  ["json"],
])("the media type %s is accepted by both or by neither", async (type) => {
  const reference = await started();
  const body = JSON.stringify({ name: "Fox", slug: "fox" });
  const sent = { method: "POST", body, headers: { "content-type": type } };
  const { status } = await reference.send("session", "/v1/organizations", sent);
  const ofLibrary = await libraryStatus("createOrganization", [], type, body);
  expect(status).toBe(ofLibrary === 204 ? 201 : ofLibrary);
});
