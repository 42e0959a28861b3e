/** Whatever the contract allows, and whatever it does not: the reference answers it, and never violates on it. */
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { arbitraryOf } from "../../conformance/generate/arbitrary.ts";
import { nameOf } from "../../conformance/generate/fields.ts";
import { filledBody } from "../../conformance/generate/filled.ts";
import type { Body } from "../../conformance/generate/place.ts";
import { requestBodyOf } from "../../conformance/generate/request-body.ts";
import { type WrongValue, withWrong, wrongValuesOf } from "../../conformance/generate/wrong.ts";
import { loadContract, type OperationId } from "../../spec/contract.ts";
import { type RunningReference, startReference } from "../start.ts";

const seed = Number(process.env.FPK_SEED ?? Date.now() % 2 ** 31);
const contract = loadContract();
const reported: unknown[] = [];
let reference: RunningReference;
beforeAll(async () => {
  const report = (error: unknown) => void reported.push(error);
  reference = await startReference({ clock: virtualClock(), limit: 1_000_000, report });
  return () => reference.close();
});

/** Sends as the owner's session, who may do everything. */
async function statusOf(operation: OperationId, body: unknown): Promise<number> {
  const { method, path } = contract.operation(operation);
  const session = reference.target.credentials.find(({ kind }) => kind === "session");
  const response = await fetch(reference.baseUrl + path.replace("{orgId}", session?.org ?? ""), {
    method,
    headers: { authorization: `Bearer ${session?.token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

async function listed(path: string): Promise<string> {
  const [key] = reference.target.credentials;
  const response = await fetch(reference.baseUrl + path, { headers: { authorization: `Bearer ${key?.token}` } });
  const { data } = JSON.parse(await response.text());
  return data[0].id;
}

/** Of things that are there, so that a submission is refused for nothing but its own. */
async function references() {
  const productId = await listed("/v1/products");
  const of = (what: string) => listed(`/v1/products/${productId}/${what}`);
  return { productId, contextId: await of("contexts"), actorId: await of("actors") };
}

const operations = contract.operations.flatMap(({ id, requestBody }) => (requestBody === undefined ? [] : [id]));

describe.each(operations)("%s", (operation) => {
  const schema = requestBodyOf(contract, operation);

  it(`answers any valid body with a 2xx or a 4xx (FPK_SEED=${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryOf(schema), async (body) => {
        expect(String(await statusOf(operation, body)), String(reported.at(-1))).toMatch(/^[24]/);
      }),
      { seed, numRuns: 150 },
    );
    expect(reported).toEqual([]);
  });

  it("refuses each wrong value alone", async () => {
    const known = { "content.bodyFormat": "markdown", ...(operation === "submitFeedback" ? await references() : {}) };
    const full = filledBody(schema, known);
    expect(await statusOf(operation, full)).toBeLessThan(300);
    const sent = async (wrong: WrongValue) => [
      nameOf(wrong.field),
      await statusOf(operation, withWrong(full, [wrong])),
    ];
    for (const wrong of wrongValuesOf(schema)) expect(await sent(wrong)).toEqual([nameOf(wrong.field), 400]);
  });
});

it(`takes any text and any metadata of a submission (FPK_SEED=${seed})`, async () => {
  const schema = requestBodyOf(contract, "submitFeedback");
  const known = { ...(await references()), "content.bodyFormat": "markdown" };
  const statuses: number[] = [];
  await fc.assert(
    fc.asyncProperty(arbitraryOf(schema), async (body) => {
      // What is generated for an object schema is an object.
      const { content, metadata, notes } = body as Body;
      const rest = JSON.parse(JSON.stringify({ content, metadata, notes }));
      const full = filledBody(schema, known);
      const merged = { ...full, ...rest, content: { ...Object(full.content), ...rest.content, bodyFormat: "text" } };
      const status = await statusOf("submitFeedback", merged);
      statuses.push(status);
      // The reference rejects an empty body text.
      expect(status).toBe(merged.content.body === "" ? 400 : 202);
    }),
    { seed, numRuns: 150 },
  );
  expect(statuses.filter((status) => status === 202).length).toBeGreaterThan(100);
});
