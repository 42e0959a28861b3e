import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { loadChecks } from "../conformance/run/checks/registry.ts";
import { operationIds } from "./contract.ts";
import { inlineTables, innerRows, tables } from "./document.test.support.ts";
import { findClause, LedgerError, loadClauses, parseClauses } from "./ledger.ts";
import { parseYaml } from "./parse-yaml.ts";

const clauses = loadClauses();
const judged = clauses.filter((clause) => clause.kind === "judged");
const checks = (await loadChecks()).map(({ check }) => check);

const numbered = (section: number, count: number) => Array.from({ length: count }, (_, at) => `${section}.${at + 1}`);

describe("the ledger", () => {
  it("has well-formed clauses: ids of words, sections of the document, texts without a full stop", () => {
    for (const { id, section, text } of clauses) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*\.[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/);
      expect(section, id).toMatch(/^\d(\.\d{1,2})?$/);
      expect(text, id).not.toMatch(/\.$/);
    }
  });

  it("says of each clause exactly one thing: its checks, why nobody judges it, or the reference's choice", () => {
    const entries: Record<string, unknown>[] = parse(readFileSync(new URL("./clauses.yaml", import.meta.url), "utf8"));
    for (const entry of entries) {
      const present = ["checks", "excluded", "choice"].filter((key) => key in entry);
      // An open clause may name checks beside the choice: they judge where an overlay pins it.
      const kinds = entry.level === "open" ? present.filter((key) => key !== "checks") : present;
      expect(kinds, String(entry.id)).toHaveLength(1);
      expect(present.includes("choice"), String(entry.id)).toBe(entry.level === "open");
      expect(entry).not.toHaveProperty("checks", []);
    }
  });

  it("has ids that no other clause and no check has", () => {
    const ids = [...clauses.map(({ id }) => id), ...checks.map(({ id }) => id)];
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it("has a clause for each section of the document, and none for another", () => {
    const sections = ["0", "1", "2", "3", "4", "6", "8"].concat(
      numbered(2, 14),
      numbered(5, 8),
      numbered(7, 4),
      numbered(9, 3),
    );
    const present = new Set(clauses.map(({ section }) => section));
    expect(sections.filter((section) => !present.has(section))).toEqual([]);
    // What section 7 implies as a whole belongs to none of its rules.
    expect([...present].filter((section) => !sections.includes(section))).toEqual(["7"]);
    expect(clauses.filter(({ section, level }) => section === "7" && level !== "implied")).toEqual([]);
  });

  it("stands in the document's order", () => {
    const places = clauses.map(({ section }) => Number(section.split(".")[0]));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it.each(Object.values(tables))("covers each row of the table of §$section once", ({ section, fields }) => {
    const rows = clauses.filter((clause) => clause.section === section).flatMap((clause) => clause.rows);
    expect([...rows].sort()).toEqual([...Object.keys(fields), ...(innerRows[section] ?? [])].sort());
  });

  it("covers the body fields of endpoint 12, the state sets of §3, and the limit and headers of §8", () => {
    const rowsOf = (section: string) =>
      clauses.filter((clause) => clause.section === section).flatMap(({ rows }) => rows);
    expect(rowsOf("4")).toEqual(Object.keys(inlineTables.ProfileUpdate?.fields ?? {}));
    expect(rowsOf("3")).toEqual(["Content status", "Feedback status", "Installation status"]);
    expect(rowsOf("8")).toEqual([
      "Rate limit, tier Standard",
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "X-RateLimit-Reset",
    ]);
  });

  it("has one clause for each endpoint", () => {
    const endpointClauses = clauses.filter(({ operation }) => operation !== undefined);
    expect(endpointClauses.map(({ operation }) => operation)).toEqual(operationIds);
    expect(endpointClauses.map(({ id }) => id)).toEqual(operationIds.map((id) => `endpoint.${id}`));
    expect(endpointClauses.every(({ kind, section }) => kind === "judged" && section === "4")).toBe(true);
  });
});

/** Clauses that name checks; the open ones, for where an overlay pins them. */
const judging = clauses.flatMap((clause) => (clause.kind === "excluded" ? [] : [clause]));

describe("clauses and checks", () => {
  it("leaves no judged clause without a check", () => {
    expect(judged.filter(({ checks }) => checks.length === 0)).toEqual([]);
  });

  it.each(checks.map(({ id, clause }) => ({ id, clause })))("$id is listed under $clause alone", ({ id, clause }) => {
    const listing = judging.filter((listed) => listed.checks.includes(id));
    expect(
      listing.map((entry) => entry.id),
      `add ${id} to the checks of ${clause} in spec/clauses.yaml`,
    ).toEqual([clause]);
    expect(listing[0]?.checks.filter((check) => check === id)).toHaveLength(1);
  });

  it("lists no check that the suite does not have", () => {
    const known = new Set(checks.map(({ id }) => id));
    expect(judging.flatMap((clause) => clause.checks).filter((id) => !known.has(id))).toEqual([]);
  });
});

describe("reading a ledger", () => {
  const clause = "id: a.b\n  section: '1'\n  level: stated\n  text: T\n  ";

  it("distinguishes the three kinds of clause", () => {
    const yaml = `- ${clause}checks: [c.d]\n- ${clause}excluded: why\n- ${clause.replace("stated", "open")}choice: C`;
    expect(parseClauses(parseYaml(yaml))).toMatchObject([
      { kind: "judged", level: "stated", checks: ["c.d"], rows: [] },
      { kind: "excluded", reason: "why" },
      { kind: "open", choice: "C" },
    ]);
  });

  it.each([
    ["no list", "a: b", "the ledger is not a list"],
    ["an entry that is not an object", "- text", "entry 0 of the ledger is not an object"],
    ["no text", "- id: a.b\n  section: '1'\n  level: stated", "entry 0 of the ledger lacks text"],
    ["an unknown property", `- ${clause}check: [c.d]`, "a.b: unknown property check"],
    ["an unknown level", `- ${clause.replace("stated", "maybe")}`, "a.b: no level maybe"],
    ["an unknown operation", `- ${clause}operation: listAll`, "a.b: no operation listAll"],
    ["checks that are no list", `- ${clause}checks: c.d`, "a.b: checks is not a list of strings"],
    ["an open clause without a choice", `- ${clause.replace("stated", "open")}`, "lacks choice"],
  ])("refuses %s", (_name, yaml, message) => {
    expect(() => parseClauses(parseYaml(yaml))).toThrow(LedgerError);
    expect(() => parseClauses(parseYaml(yaml))).toThrow(message);
  });

  it("finds a clause by its id", () => {
    expect(findClause("auth.key-expiry")).toMatchObject({ section: "5.3", level: "stated" });
    expect(findClause("auth.no-such")).toBeUndefined();
  });
});
