import { describe, expect, it } from "vitest";
import { loadContract, type OperationId } from "../../spec/contract.ts";
import { exchangeWith } from "../model/exchange.test.support.ts";
import { invalidFieldIn } from "./invalid-body.ts";

const invalidField = (operation: OperationId, body: unknown) =>
  invalidFieldIn(exchangeWith({ operation, requestBody: JSON.stringify(body) }), loadContract());

describe("a body is invalid by any reading", () => {
  it.each([
    ["submitFeedback", { notes: {} }, "notes {}"],
    ["submitFeedback", { content: { title: ["one"] } }, 'content.title ["one"]'],
    ["submitFeedback", { content: "text" }, 'content "text"'],
    ["submitFeedback", { metadata: [1] }, "metadata [1]"],
    ["submitFeedback", { productId: "p", feedbackType: "AAA" }, 'feedbackType "AAA"'],
    ["inviteMember", { email: ["ada@example.com"] }, 'email ["ada@example.com"]'],
    ["inviteMember", { email: "nobody" }, 'email "nobody"'],
  ] as const)("%s %j", (operation, body, what) => expect(invalidField(operation, body)).toBe(what));
});

describe("a body may be accepted", () => {
  it.each([
    ["submitFeedback", { notes: 7, sourceUrl: true }],
    ["submitFeedback", { notes: null, content: null, feedbackType: "" }],
    ["submitFeedback", { further: [{}] }],
    ["submitFeedback", []],
    ["inviteMember", { email: "ada@example" }],
    ["inviteMember", { email: "" }],
    // Nothing in the document says that these refuse anything.
    ["updateMe", { firstName: {} }],
    ["createOrganization", { name: [] }],
  ] as const)("%s %j", (operation, body) => expect(invalidField(operation, body)).toBeUndefined());
});
