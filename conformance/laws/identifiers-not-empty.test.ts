import { describe, expect, it } from "vitest";
import { type ExchangeOverrides, samples } from "../model/exchange.test.support.ts";
import { identifiersNotEmpty } from "./identifiers-not-empty.ts";
import { verdictOf } from "./judged.test.support.ts";

const { Feature, Member, Product, User, Installation, FeedbackAcceptance } = samples;
const verdict = (overrides: ExchangeOverrides) => verdictOf(identifiersNotEmpty, overrides);
const features = (change: object): ExchangeOverrides => ({
  operation: "listFeatures",
  json: { data: [Feature, { ...Feature, ...change }] },
});

describe("identifiersNotEmpty", () => {
  it.each([
    ["an id", features({ id: "" })],
    ["a parentId", features({ parentId: "" })],
    ["a releaseId", features({ releaseId: "" })],
    ["a userId", { operation: "listMembers", json: [{ ...Member, userId: "" }] }],
    ["the user's id", { operation: "getMe", json: { ...User, id: "" } }],
    ["a feedbackId", { operation: "submitFeedback", json: { ...FeedbackAcceptance, feedbackId: "" } }],
    ["the url of an acceptance", { operation: "submitFeedback", json: { ...FeedbackAcceptance, url: "" } }],
  ] satisfies readonly (readonly [string, ExchangeOverrides])[])("fails for %s that is empty", (_name, overrides) => {
    expect(verdict(overrides)).toBe("fail");
  });

  it("holds for others, for null, and for fields that are not identifiers of the resource", () => {
    expect(verdict(features({ parentId: null, releaseId: " " }))).toBe("pass");
    expect(verdict({ json: { data: [{ ...Product, parentId: "", userId: "", slug: "" }] } })).toBe("pass");
    expect(verdict({ operation: "listMembers", json: [{ ...Member, id: "" }, null] })).toBe("pass");
    expect(verdict({ operation: "getInstallation", json: { ...Installation, integrationId: "" } })).toBe("pass");
  });

  it("says nothing where no resource is shown", () => {
    expect(verdict({ json: { data: [] } })).toBe("not-applicable");
    expect(verdict({ status: 404, json: { error: "x", id: "" } })).toBe("not-applicable");
  });
});
