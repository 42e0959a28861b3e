import { describe, expect, it } from "vitest";
import { type Contract, loadContract } from "../../../spec/contract.ts";
import { checksFor, clauseOf, loadChecks } from "./registry.ts";

const checks = await loadChecks();

describe("the checks", () => {
  it("are cases, laws and sequences, each with what it claims in words", () => {
    expect(new Set(checks.map(({ kind }) => kind))).toEqual(new Set(["case", "law", "sequence"]));
    for (const { check } of checks) {
      expect(check.id).toMatch(/^[a-z]+(-[a-z]+)*\.[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/);
      expect(check.claim, check.id).toMatch(/^[A-Z`{]?.{9,}[^.]$/s);
      expect(check.claim.length, check.id).toBeLessThanOrEqual(120);
    }
  });

  it("of open clauses judge only under an overlay", () => {
    const ids = (contract: Contract) => checksFor(checks, contract).map(({ check }) => check.id);
    expect(ids(loadContract())).not.toContain("choice.success-codes");
    expect(ids(loadContract(loadContract().document))).toContain("choice.success-codes");
  });

  it("each name a clause", () => {
    for (const { check } of checks) expect(["stated", "reading", "implied", "open"]).toContain(clauseOf(check).level);
  });

  it("may name no other", () => {
    expect(() => clauseOf({ id: "a.b", clause: "no.such" })).toThrow("a.b names no clause: no.such");
  });

  it("that send what changes something say so", () => {
    const writing = checks.flatMap(({ kind, check }) => (kind === "case" && check.needs?.writes ? [check.id] : []));
    expect(writing).toEqual(
      expect.arrayContaining(["answers.submitFeedback", "answers.updateMe", "answers.inviteMember"]),
    );
    expect(writing).not.toContain("answers.listProducts");
  });
});
