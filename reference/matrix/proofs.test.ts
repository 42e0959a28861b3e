/** A failure names every exchange that it rests on; the last, or the one that its `actual` is of, is the request by hand. */
import { describe, expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { conform, type Report } from "../../conformance/index.ts";
import { isViolated } from "../../conformance/model/verdict.ts";
import { startReference } from "../start.ts";

async function judged(mutant: string, only: string): Promise<Report> {
  const clock = virtualClock(Date.UTC(2026, 0, 1));
  const reference = await startReference({ clock, mutant, tokenSeed: "proofs" });
  try {
    return await conform({ ...reference.target, clock, seed: 1, only: [only] });
  } finally {
    await reference.close();
  }
}

async function failureOf(mutant: string, check: string) {
  const report = await judged(mutant, check);
  const result = report.results.find(({ id }) => id === check);
  if (result === undefined || !isViolated(result))
    throw new Error(`${mutant} was not found by ${check}: ${result?.message}`);
  return { result, proof: result.exchanges.flatMap((index) => report.exchanges[index] ?? []) };
}

const products = ["listProducts", "listProducts"] as const;
const members = ["listMembers", "listMembers", "listMembers"] as const;

describe("what a failure rests on is named, and what was seen last", () => {
  it.each([
    ["names-escaped-alone", "consistency.list-and-detail", ["listProducts", "getProduct"]],
    ["draft-of-the-next-version", "consistency.list-and-detail", ["listProblems", "getProblem"]],
    ["products-of-all", "scope.lists-disjoint", products],
    ["features-of-all", "scope.foreign-products", [...products, "listFeatures", "listFeatures", "listFeatures"]],
    ["problem-of-all", "scope.foreign-products", [...products, "listProblems", "getProblem"]],
    ["submission-for-all", "scope.foreign-submission", [...products, "submitFeedback", "getProduct", "submitFeedback"]],
    ["status-of-all", "scope.foreign-feedback-status", ["submitFeedback", "getFeedbackStatus", "getFeedbackStatus"]],
    ["cache-of-what-is-hot", "scope.always-own", [...products, "listProducts"]],
    ["problem-below-any-product", "consistency.own-problems", ["listProblems", "listProblems", "getProblem"]],
    ["keys-on-me-401", "auth.key-rejected-by-users", ["getInstallation", "getFeedbackStatus", "getMe"]],
    ["later-keys-read-one-product", "scope.listed-products", ["listProducts", "getProduct"]],
    ["later-keys-read-one-products-lists", "scope.listed-products", ["listContexts", "listContexts"]],
    ["list-of-a-lagging-replica", "consistency.items-stay-listed", [...products, "listProducts"]],
    ["new-organization-of-creators-keys", "scope.new-organization", ["createOrganization", "getOrganization"]],
    ["members-of-all", "scope.foreign-organization", ["listMembers", "listMembers"]],
    [
      "organization-of-all-for-sessions",
      "scope.session-organizations",
      ["listOrganizations", "listMembers", "getOrganization"],
    ],
    ["members-of-all-for-sessions", "scope.session-organizations", ["listOrganizations", ...members]],
    ["invitation-into-all", "scope.foreign-organization", ["inviteMember", "inviteMember"]],
    ["contents-of-first-product-only", "scope.listed-products", ["listProducts", "listReleases", "listReleases"]],
    ["names-cut-at-bytes", "profile.update-kept", ["updateMe", "getMe"]],
    ["members-cached", "profile.update-kept", ["listMembers", "updateMe", "getMe", "listMembers"]],
    ["picture-not-in-the-schema", "profile.each-field", ["updateMe", "updateMe", "updateMe"]],
    ["preferences-as-map-of-texts", "profile.each-field", ["updateMe", "updateMe"]],
    ["role-demanded", "answers.inviteMember", ["inviteMember", "inviteMember"]],
    ["plan-demanded", "answers.createOrganization", ["createOrganization", "createOrganization"]],
    ["update-not-stored", "profile.avatar-type-kept", ["getMe", "updateMe", "getMe"]],
    ["update-field-by-field", "profile.refused-update", ["updateMe", "getMe"]],
    ["update-without-where", "profile.others-unchanged", ["getMe", "getMe", "updateMe", "getMe"]],
    ["update-of-the-domain", "profile.others-unchanged", ["getMe", "updateMe", "listMembers"]],
    ["invited-before-looked-at", "invitation.refused-adds-nobody", ["inviteMember", "listMembers"]],
    ["slug-changed-later", "organization.creation-kept", ["createOrganization", "getOrganization"]],
    ["status-of-the-latest", "feedback.status-by-id", ["submitFeedback", "getFeedbackStatus"]],
    ["column-of-latin1", "submission.hazards", ["submitFeedback", "submitFeedback"]],
  ] as const)("%s, by %s", async (mutant, check, operations) => {
    const { result, proof } = await failureOf(mutant, check);
    expect(proof.map(({ operation }) => operation)).toEqual(operations);
    const last = proof.at(-1)?.request;
    expect(result.actual).toMatch(new RegExp(`^${last?.method} `));
    // An update is undone after it.
    const url = last?.url.replace(/\/feedback\/[^/]+\/status$/, "/feedback/$FEEDBACK/status");
    expect(result.curl?.split(/;? /)).toContain(url);
  });
});

describe("the request by hand is the one whose answer is reported", () => {
  it("of an address that is rejected, where others were invited before", async () => {
    const { result } = await failureOf("address-without-plus", "invitation.ordinary-addresses");
    expect(result.curl).toContain(result.actual?.split(": ")[0]);
  });

  it("of the first of many that failed", async () => {
    const { result, proof } = await failureOf("limit-of-another-tier", "limit.limit-declared");
    expect(proof.length).toBeGreaterThan(1);
    expect(result.curl?.split(" ").at(-1)).toBe(proof[0]?.request.url);
    expect(proof.at(-1)?.request.url).not.toBe(proof[0]?.request.url);
  });

  it("of the key that was served, not of the one that was rejected", async () => {
    const { result, proof } = await failureOf("limit-by-key", "limit.shared-by-keys");
    const served = proof.find(({ response }) => response?.status === 200);
    expect(served?.credential).not.toBe(proof.at(-1)?.credential);
    // One request alone shows nothing: first the other key uses up the limit.
    const [loop, request] = result.curl?.split("; done; ") ?? [];
    expect(loop).toMatch(/^for i in \$\(seq 110\); do curl -s -o \/dev\/null -D - -H /);
    expect(loop).not.toContain(`$${served?.credential}"`);
    expect(request).toContain(`curl -i -H "Authorization: Bearer $${served?.credential}"`);
  });

  it("of a header that holds no token, as it was sent", async () => {
    const { result } = await failureOf("malformed-credentials-400", "auth.malformed-credentials");
    const [, header] = /with Authorization: (.+)$/.exec(result.expected ?? "") ?? [];
    expect(result.curl).toContain(`-H 'Authorization: ${header}'`);
  });
});
