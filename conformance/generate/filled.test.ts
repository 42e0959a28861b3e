import { describe, expect, it } from "vitest";
import { loadContract, type OpenApiDocument } from "../../spec/contract.ts";
import { fullSubmission } from "../cases/shared/full-submission.ts";
import { bodies } from "./bodies.test.support.ts";
import { fieldsOf, isIdentifier, nameOf } from "./fields.ts";
import { filledBody } from "./filled.ts";
import { valueAt } from "./place.ts";
import { isValid } from "./valid.ts";

/** The contract with `FeedbackSubmission` changed. */
function changed(change: (submission: { properties: Record<string, unknown> }) => void) {
  const document: OpenApiDocument = structuredClone(loadContract().document);
  change(document.components.schemas?.FeedbackSubmission as { properties: Record<string, unknown> });
  return loadContract(document);
}

const references = { productId: "prod_1", contextId: "ctx_1", actorId: "act_1" };

describe("a filled body", () => {
  it.each(bodies)("of %s has every field but identifiers that nobody knows, and is valid", (_, schema) => {
    const body = filledBody(schema, {});
    expect(isValid(schema, body)).toBe(true);
    for (const field of fieldsOf(schema))
      expect(valueAt(body, field.path) === undefined, nameOf(field)).toBe(isIdentifier(field));
  });
});

describe("a full submission", () => {
  it("is what §2.11 lists, with what is known", () => {
    expect(fullSubmission(references, "fpk-1")).toEqual({
      ...references,
      content: { body: "Conformance check fpk-1", title: "Conformance check fpk-1", bodyFormat: "markdown" },
      sourceUrl: "https://example.com/feedback",
      feedbackType: "generic_feedback",
      metadata: { mark: "fpk-1", attempt: 1, isSample: true },
      notes: "Sent by a conformance check, fpk-1",
    });
    expect(fullSubmission({ productId: "prod_1" }, "fpk-1")).not.toHaveProperty("contextId");
  });

  it("gains a field with the contract, and keeps to what an overlay pins", () => {
    const contract = changed(({ properties }) => {
      properties.channel = { type: "string", enum: ["manual", "api"] };
      properties.releaseId = { type: "string" };
      properties.feedbackType = { type: "string", enum: ["bug"] };
      properties.notes = { type: "string", maxLength: 5 };
    });
    const body = fullSubmission(references, "fpk-1", contract);
    expect(["manual", "api"]).toContain(body.channel);
    expect(body).not.toHaveProperty("releaseId");
    expect(body).toMatchObject({ feedbackType: "bug", notes: expect.stringMatching(/^.{0,5}$/su) });
  });
});
