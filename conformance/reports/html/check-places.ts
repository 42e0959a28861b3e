/** The places of the checks in the matrix: the operations (rows) and the concern (column) of each check. */
import { loadContract, type OperationId, operationIds } from "../../../spec/contract.ts";
import { findClause } from "../../../spec/ledger.ts";
import { matchPath } from "../../../spec/match-path.ts";
import { createLawContext } from "../../laws/apply.ts";
import { laws, limiterLaws, sequenceLaws } from "../../laws/index.ts";
import { byOperation } from "../../model/check.ts";
import { type ExchangeRecord, exchangeOf } from "../../model/exchange.ts";
import { pathOf } from "../../model/path-of.ts";
import type { Report, Result } from "../../model/report.ts";
import { isJudged, isViolated, type ReportedVerdict } from "../../model/verdict.ts";
import { operationsOfCase } from "./case-operations.ts";

export const concerns = ["schema", "authentication", "scope", "errors", "limits", "flow"] as const;
export type Concern = (typeof concerns)[number];

/** The row of checks that are not about a single operation, such as those of the rate limit. */
export const wholeApi = "whole API";
export type Row = OperationId | typeof wholeApi;
export const rows: readonly Row[] = [...operationIds, wholeApi];

/** A check in a cell, with its verdict there: a law may fail on one operation and hold on another. */
export interface Placed {
  readonly result: Result;
  readonly verdict: ReportedVerdict;
}

export type Places = ReadonlyMap<Row, ReadonlyMap<Concern, readonly Placed[]>>;

export const hasChecks = (places: Places, row: Row) => (places.get(row)?.size ?? 0) > 0;

const bySubject: Readonly<Record<string, Concern>> = {
  auth: "authentication",
  scope: "scope",
  error: "errors",
  limit: "limits",
};

/** The concern that the first word of the check's id names, or else that of its section. */
export function concernOf({ id, section }: Pick<Result, "id" | "section">): Concern {
  const named = bySubject[id.split(".")[0] ?? ""];
  if (named !== undefined) return named;
  if (section.startsWith("7")) return "errors";
  return section === "0" || section.startsWith("2") ? "schema" : "flow";
}

/** Leaves out the thresholds of load scripts, which belong to no section of the document. */
export function placeChecks(report: Report): Places {
  const applied = operationsOfLaws(report);
  const places = new Map(rows.map((row) => [row, new Map<Concern, Placed[]>()]));
  for (const result of report.results.filter(({ section }) => section !== "")) {
    const concern = concernOf(result);
    const violated = violatedOn(report, result);
    for (const row of new Set([...violated, ...(applied.get(result.id) ?? judgedOn(report, result, violated))])) {
      const cells = places.get(row);
      const verdict = isViolated(result) && !violated.includes(row) ? "pass" : result.verdict;
      cells?.set(concern, [...(cells.get(concern) ?? []), { result, verdict }]);
    }
  }
  return places;
}

/** At most this many exchanges are judged again, because longer reports have no more bodies. */
const maxExchanges = 2000;

/** For each law, the operations on whose exchanges it had something to judge. */
function operationsOfLaws({ exchanges, results, target }: Report): ReadonlyMap<string, ReadonlySet<Row>> {
  const context = createLawContext(loadContract(), target.rateLimit);
  const judged = laws.filter(({ id }) => results.some((result) => result.id === id && result.verdict !== "skip"));
  const concerned = byOperation(judged, (law) => law);
  const applied = new Map(judged.map(({ id }) => [id, new Set<Row>()]));
  for (const exchange of exchanges.slice(0, maxExchanges).map(exchangeOf)) {
    const row = exchange.operation ?? wholeApi;
    for (const law of concerned(exchange.operation)) {
      const rows = applied.get(law.id);
      if (rows?.has(row) === false && law.judge(exchange, context).verdict !== "not-applicable") rows.add(row);
    }
  }
  return applied;
}

/** A law fails on every exchange that its failure names, a case on the last one. The limiter's laws are about the whole API. */
function violatedOn({ exchanges }: Report, result: Result): readonly Row[] {
  if (!isViolated(result)) return [];
  if (isOfLimiter(result)) return [wholeApi];
  const isLaw = laws.some(({ id }) => id === result.id);
  const all = [...result.exchanges, ...(result.findings ?? []).flatMap((finding) => finding.exchanges)];
  const proof = isLaw ? all : result.exchanges.slice(-1);
  // The failure of a load scenario names no exchange.
  if (proof.length === 0) return [findClause(result.clause)?.operation ?? wholeApi];
  return [...new Set(proof.map((index) => rowOf(exchanges[index])))];
}

/** A case may change a request to an endpoint, such as by a query: it belongs to no operation, and its response to this row. */
function rowOf(exchange: ExchangeRecord | undefined): Row {
  if (exchange === undefined) return wholeApi;
  const { operation, request } = exchange;
  return operation ?? matchPath(loadContract(), request.method, pathOf(exchange))?.operation.id ?? wholeApi;
}

const isOfLimiter = ({ id }: Result) => limiterLaws.some((law) => law.id === id);

function judgedOn({ exchanges }: Report, result: Result, violated: readonly Row[]): readonly Row[] {
  if (isOfLimiter(result)) return [wholeApi];
  const operation = findClause(result.clause)?.operation;
  if (operation !== undefined) return [operation];
  const dependsOn = [...laws, ...sequenceLaws].find(({ id }) => id === result.id)?.dependsOn;
  if (dependsOn !== undefined) return isJudged(result) ? dependsOn.filter(isSent) : dependsOn;
  const sent = isViolated(result) ? [] : result.exchanges.map((index) => exchanges[index]?.operation ?? wholeApi);
  if (sent.length > 0) return sent;
  return violated.length > 0 ? [] : (operationsOfCase(result.id) ?? [wholeApi]);

  function isSent(operation: OperationId): boolean {
    return exchanges.some((exchange) => exchange.operation === operation);
  }
}
