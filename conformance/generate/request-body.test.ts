import { describe, expect, it } from "vitest";
import { loadContract, type OpenApiDocument } from "../../spec/contract.ts";
import { fieldsOf, nameOf } from "./fields.ts";
import { requestBodyOf } from "./request-body.ts";

const contract = loadContract();

describe("the request body of an operation", () => {
  it("is the contract's, every reference in place", () => {
    const schema = requestBodyOf(contract, "submitFeedback");
    expect(fieldsOf(schema).map(nameOf)).toEqual([
      "productId",
      "content",
      "content.body",
      "content.title",
      "content.bodyFormat",
      "sourceUrl",
      "feedbackType",
      "contextId",
      "actorId",
      "metadata",
      "notes",
    ]);
    expect(JSON.stringify(schema)).not.toContain("$ref");
  });

  it("is not there for an operation that has none", () => {
    expect(() => requestBodyOf(contract, "listProducts")).toThrow("no request body for listProducts");
  });

  it("ends where a schema holds itself", () => {
    const document: OpenApiDocument = structuredClone(contract.document);
    Object.assign(document.components.schemas ?? {}, {
      NewOrganization: {
        type: "object",
        properties: { name: { type: "string" }, parent: { $ref: "#/components/schemas/NewOrganization" } },
      },
    });
    const schema = requestBodyOf(loadContract(document), "createOrganization");
    expect(fieldsOf(schema).map(nameOf)).toEqual(["name", "parent"]);
  });
});
