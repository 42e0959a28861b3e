/** Reads the ledger, `clauses.yaml`, which has every sentence and table row of the document once, and the checks that judge it. */
import { isOperationId, isRecord, type OperationId } from "./contract.ts";
import { type Level, levels } from "./level.ts";
import { readSpec } from "./read-spec.ts";

interface ClauseBase {
  /** An id that does not change, such as `auth.key-expiry`. */
  readonly id: string;
  /** The section of the document, such as `5.3`; `0` is the paragraph before section 1. */
  readonly section: string;
  readonly text: string;
  /** The table rows that the clause covers. */
  readonly rows: readonly string[];
  readonly operation?: OperationId;
}

/** A clause that checks judge. */
interface JudgedClause extends ClauseBase {
  readonly kind: "judged";
  readonly level: Level;
  readonly checks: readonly string[];
}

/** A clause that no check can or needs to judge, with the reason. */
interface ExcludedClause extends ClauseBase {
  readonly kind: "excluded";
  readonly level: Level;
  readonly reason: string;
}

/**
 * A point that the document leaves open ('not shown'), and the choice of the reference. Its checks judge only if an overlay
 * states the choice.
 */
interface OpenClause extends ClauseBase {
  readonly kind: "open";
  readonly level: "open";
  readonly checks: readonly string[];
  readonly choice: string;
}

export type Clause = JudgedClause | ExcludedClause | OpenClause;

export class LedgerError extends Error {
  override readonly name = "LedgerError";
}

let ledger: readonly Clause[] | undefined;

/** All clauses, in the document's order. Throws `LedgerError` if an entry is not well formed. */
export function loadClauses(): readonly Clause[] {
  ledger ??= parseClauses(readSpec("clauses"));
  return ledger;
}

/** The clause of this id, if there is one. */
export function findClause(id: string): Clause | undefined {
  return loadClauses().find((clause) => clause.id === id);
}

/** The clauses of a parsed ledger. Throws `LedgerError` for an invalid entry. */
export function parseClauses(entries: unknown): readonly Clause[] {
  if (!Array.isArray(entries)) throw new LedgerError("the ledger is not a list");
  return entries.map(parseClause);
}

const knownKeys = new Set(["id", "section", "level", "text", "rows", "operation", "checks", "excluded", "choice"]);

function parseClause(entry: unknown, at: number): Clause {
  if (!isRecord(entry)) throw new LedgerError(`entry ${at} of the ledger is not an object`);
  const text = (key: string): string => {
    const value = entry[key];
    if (typeof value !== "string" || value === "") throw new LedgerError(`entry ${at} of the ledger lacks ${key}`);
    return value;
  };
  const list = (key: string): readonly string[] => {
    const value = entry[key] ?? [];
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
    throw new LedgerError(`${text("id")}: ${key} is not a list of strings`);
  };
  const id = text("id");
  const unknownKey = Object.keys(entry).find((key) => !knownKeys.has(key));
  if (unknownKey !== undefined) throw new LedgerError(`${id}: unknown property ${unknownKey}`);
  const operation = entry.operation === undefined ? undefined : text("operation");
  if (operation !== undefined && !isOperationId(operation)) throw new LedgerError(`${id}: no operation ${operation}`);
  const base = {
    id,
    section: text("section"),
    text: text("text"),
    rows: list("rows"),
    ...(operation === undefined ? {} : { operation }),
  };
  const level = text("level");
  if (level === "open") return { ...base, kind: "open", level, choice: text("choice"), checks: list("checks") };
  if (!isLevel(level)) throw new LedgerError(`${id}: no level ${level}`);
  if (entry.excluded !== undefined) return { ...base, kind: "excluded", level, reason: text("excluded") };
  return { ...base, kind: "judged", level, checks: list("checks") };
}

const isLevel = (text: string): text is Level => levels.some((level) => level === text);
