import { describe, expect, it } from "vitest";
import { operationIds } from "../../../spec/contract.ts";
import { loadChecks } from "./registry.ts";
import { operationsNamed, Selection, select } from "./selection.ts";

const checks = await loadChecks();
const [first] = checks;

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

  it("says which names are neither a check nor a clause", () => {
    const selection = new Selection(["no.such", first?.check.id ?? ""], [first?.check.clause ?? "", "nor.this"]);
    expect(selection.unknown(checks)).toEqual(["no.such", "nor.this"]);
  });

  const ids = (...only: string[]) => {
    const selection = new Selection(only);
    return checks
      .map(({ check }) => check)
      .filter((check) => selection.has(check))
      .map(({ id }) => id);
  };

  it("has all that a prefix of ids stands for, whole words or up to a star", () => {
    expect(ids("limit")).toEqual(expect.arrayContaining(["limit.headers-present", "limit.recovers"]));
    expect(ids("limit")).toEqual(ids("limit.*"));
    expect(ids("limit.shared*")).toEqual([
      "limit.shared-by-keys",
      "limit.shared-by-methods",
      "limit.shared-by-sessions",
    ]);
    expect(ids("lim")).toEqual([]);
  });

  it("has all of a section, and of the sections in it", () => {
    expect(ids("§5.3")).toEqual(["auth.expired-key"]);
    expect(ids("8")).toEqual(ids("§8"));
    expect(ids("8")).toContain("limit.recovers");
    expect(ids("5")).toEqual(expect.arrayContaining(["auth.expired-key", "scope.lists-disjoint"]));
    expect(ids("5.30")).toEqual([]);
  });

  it("has all that concerns an operation", () => {
    const submitting = ids("submitFeedback");
    expect(submitting).toEqual(
      expect.arrayContaining(["answers.submitFeedback", "submission.hazards", "acceptance.field-types"]),
    );
    expect(submitting).not.toContain("answers.getMe");
    for (const operation of operationIds) expect(ids(operation)).toContain(`answers.${operation}`);
  });

  it("stands for the operations that its checks concern, where there are any", () => {
    expect(operationsNamed("submitFeedback", [])).toEqual(["submitFeedback"]);
    expect(operationsNamed("answers.getMe", checks)).toEqual(["getMe"]);
    expect(operationsNamed("invitation", checks)).toEqual(["inviteMember"]);
    expect(operationsNamed("limit", checks)).toEqual([]);
    expect(operationsNamed("no.such", checks)).toEqual([]);
  });

  it.each([
    ["limt", 'called "limt"; did you mean limit?'],
    ["auth.expird-key", "did you mean auth.expired-key?"],
    ["submitFeedbck", "did you mean submitFeedback?"],
    ["9.9", "fpk explain --checks lists the checks"],
  ])("rejects %s, which names no check, with what is near", (name, sentence) => {
    expect(() => select(checks, { only: [name] })).toThrow(sentence);
    expect(() => select(checks, { skip: [name] })).toThrow(sentence);
  });
});
