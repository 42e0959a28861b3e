import SwaggerParser from "@apidevtools/swagger-parser";
import { describe, expect, it } from "vitest";
import { type OperationId, operationIds } from "../../spec/contract.ts";
import { type Sent, type Started, started } from "../start.test.support.ts";
import { contract, enforcedDocument } from "./contract.ts";

it("the contract with the reference's overlay is valid OpenAPI", async () => {
  const copy = structuredClone(await enforcedDocument());
  await expect(SwaggerParser.validate(copy as never)).resolves.toMatchObject({ openapi: "3.1.0" });
});

/** A request that each operation serves, and its success. */
async function requestFor(
  reference: Started,
  operation: OperationId,
): Promise<{ path: string; sent: Sent; status: number }> {
  const product = (await reference.send("key", "/v1/products")).json.data[0].id;
  const idIn = async (list: string) => (await reference.send("key", `/v1/products/${product}/${list}`)).json.data[0].id;
  const body = {
    productId: product,
    content: { body: "**Hello** 🌍", title: "Hello", bodyFormat: "markdown" },
    sourceUrl: "https://example.com/1",
    feedbackType: "bug",
    contextId: await idIn("contexts"),
    actorId: await idIn("actors"),
    metadata: { deep: [{ er: null }] },
    notes: "none",
  };
  const profile = { firstName: "A", lastName: "B", avatarBase64: "aGk=", avatarType: "image", preferences: { a: [1] } };
  const sents: Partial<Record<OperationId, Sent & { status?: number }>> = {
    submitFeedback: { body, status: 202 },
    updateMe: { body: profile },
    createOrganization: { body: { name: "New 🏢", slug: "new" }, status: 201 },
    inviteMember: { body: { email: "new@example.com" }, status: 204 },
  };
  const params: Record<string, string> = { productId: product, orgId: reference.credential("key").org };
  if (operation === "getProblem") params.problemId = await idIn("problems");
  if (operation === "getFeedbackStatus") {
    params.feedbackId = (await reference.send("key", "/v1/feedback", { body })).json.feedbackId;
  }
  const { method, path } = contract.operation(operation);
  const { status = 200, ...sent } = sents[operation] ?? {};
  return {
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name),
    sent: { method, ...sent },
    status,
  };
}

describe("every operation answers, and its response holds against the contract", () => {
  it.each(operationIds)("%s", async (operation) => {
    const reference = await started();
    const { path, sent, status } = await requestFor(reference, operation);
    const answer = await reference.send("key", path, sent);
    // A response that does not hold becomes a 500.
    expect(answer.status, JSON.stringify(reference.reported.map(String))).toBe(status);
    expect(reference.reported).toEqual([]);
  });

  it("holds for all seeded rows", async () => {
    const reference = await started({ limit: 1000 });
    for (const who of ["key", "globex", "initech", "hooli"] as const) {
      for (const { id } of (await reference.send(who, "/v1/products")).json.data) {
        for (const list of ["", "/features", "/problems", "/releases", "/contexts", "/actors"]) {
          expect((await reference.send(who, `/v1/products/${id}${list}`)).status).toBe(200);
        }
      }
    }
    expect(reference.reported).toEqual([]);
  });

  it("a response that violates the contract becomes a 500", async () => {
    const { serializers } = await import("../parts/serializers.ts");
    const original = serializers.user;
    const reference = await started();
    try {
      serializers.user = (row) => ({ ...original(row), emailVerified: "yes" });
      expect((await reference.send("key", "/v1/me")).status).toBe(500);
    } finally {
      serializers.user = original;
    }
    expect(reference.reported).toHaveLength(1);
  });
});
