import { describe, expect, it } from "vitest";
import { type Contract, loadContract } from "../../spec/contract.ts";
import { checksFor, clauseOf, loadChecks, Selection } from "./registry.ts";

const checks = await loadChecks();
const [first] = checks;

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
    for (const { check } of checks) expect(["stated", "implied", "open"]).toContain(clauseOf(check).level);
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

describe("a selection", () => {
  const expired = { id: "auth.expired-key", clause: "auth.key-expiry" };
  const denied = { id: "auth.denied-caller", clause: "auth.forbidden" };

  it("has everything where nothing is selected", () => {
    const selection = new Selection();
    expect([selection.skips(expired), selection.has(expired)]).toEqual([false, true]);
    expect(selection.unknown(checks)).toEqual([]);
  });

  it("has only what is named, by check or by clause", () => {
    for (const id of [expired.id, expired.clause]) {
      const selection = new Selection([id]);
      expect([selection.has(expired), selection.has(denied)]).toEqual([true, false]);
    }
  });

  it("leaves out what is to be skipped, even where it is named too", () => {
    for (const id of [expired.id, expired.clause]) {
      expect(new Selection([], [id]).has(expired)).toBe(false);
      expect(new Selection([], [id]).has(denied)).toBe(true);
      expect(new Selection([], [id]).skips(expired)).toBe(true);
      expect(new Selection([expired.id], [id]).has(expired)).toBe(false);
    }
  });

  it("tells which names are no check and no clause", () => {
    const selection = new Selection(["no.such", first?.check.id ?? ""], [first?.check.clause ?? "", "nor.this"]);
    expect(selection.unknown(checks)).toEqual(["no.such", "nor.this"]);
  });
});
