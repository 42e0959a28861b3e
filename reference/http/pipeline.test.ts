import { describe, expect, it } from "vitest";
import { firstProduct, started } from "../start.test.support.ts";

describe("what is wrong first is answered first", () => {
  it.each([
    ["malformed JSON", { body: "{" }],
    ["an invalid body", { body: { productId: 1 } }],
    ["a wrong media type", { body: "x", headers: { "content-type": "text/plain" } }],
    ["an oversized body", { body: `"${"x".repeat(11 * 1024 * 1024)}"` }],
  ])("401 before %s", async (_name, sent) => {
    const reference = await started();
    const answer = await reference.send(undefined, "/v1/feedback", sent);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  it("403 comes before 400", async () => {
    const reference = await started();
    const { org } = reference.credential("viewer");
    expect((await reference.send("viewer", `/v1/organizations/${org}/invite`, { body: "{" })).status).toBe(403);
  });

  it("429 comes before 403 and 400", async () => {
    const reference = await started({ limit: 1 });
    await reference.send("key", "/v1/me");
    expect((await reference.send("viewer", "/v1/products/any/features")).status).toBe(429);
    expect((await reference.send("key", "/v1/feedback", { body: "{" })).status).toBe(429);
  });
});

describe("issues (§2.14)", () => {
  const issuesOf = async (body: unknown) => {
    const reference = await started();
    const { status, json } = await reference.send("key", "/v1/feedback", { body });
    expect(status).toBe(400);
    return json.issues;
  };

  it("lead to each offending field by an array", async () => {
    const body = { productId: 7, content: { body: "", bodyFormat: "pdf" }, feedbackType: "praise", metadata: [] };
    expect(await issuesOf(body)).toEqual([
      { code: "type", message: expect.any(String), path: ["productId"] },
      { code: "minLength", message: expect.any(String), path: ["content", "body"] },
      { code: "enum", message: expect.any(String), path: ["content", "bodyFormat"] },
      { code: "enum", message: expect.any(String), path: ["feedbackType"] },
      { code: "type", message: expect.any(String), path: ["metadata"] },
    ]);
  });

  it("lead to what is missing", async () => {
    expect(await issuesOf({ content: {} })).toEqual([
      { code: "required", message: expect.any(String), path: ["productId"] },
      { code: "required", message: expect.any(String), path: ["content", "body"] },
    ]);
  });

  it.each([["[]"], ["null"], ["7"], ['"text"']])("name the whole body if it is %s", async (body) => {
    expect(await issuesOf(body)).toEqual([{ code: "type", message: expect.any(String), path: [] }]);
  });

  it("are absent if the JSON is malformed", async () => {
    const reference = await started();
    const invalid = new Uint8Array([0x22, 0xff, 0x22]);
    for (const body of ["{", "", new Blob([invalid])]) {
      const response = await fetch(`${reference.baseUrl}/v1/feedback`, {
        method: "POST",
        headers: { authorization: `Bearer ${reference.credential("key").token}`, "content-type": "application/json" },
        body,
      });
      expect(response.status).toBe(400);
    }
  });
});

it("extra fields are accepted", async () => {
  const reference = await started();
  const productId = await firstProduct(reference, "key");
  const body = { productId, content: { body: "x", more: 1 }, more: { deep: true } };
  expect((await reference.send("key", "/v1/feedback", { body })).status).toBe(202);
});

it("a body nested thousands of levels deep is not answered with a 5xx", async () => {
  const reference = await started();
  const body = `{"preferences":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`;
  const answer = await reference.send("key", "/v1/me", { method: "PUT", body });
  // Engines differ in how deep they write.
  expect([200, 400]).toContain(answer.status);
  expect(reference.reported).toEqual([]);
});

it("HEAD is answered like GET, without the body", async () => {
  const reference = await started();
  const answer = await reference.send("key", "/v1/products", { method: "HEAD" });
  expect(answer).toMatchObject({ status: 200, json: undefined });
});
