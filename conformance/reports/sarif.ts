/** What does not hold, or could not be judged, as SARIF 2.1.0 for GitHub's code scanning: located in the contract's lines. */
import { createHash } from "node:crypto";
import { visible } from "../../cli/visible-text.ts";
import { shorten } from "../../cli/wrap.ts";
import type { OperationId } from "../../spec/contract.ts";
import { clauseLine, operationLine, sectionLine } from "../../spec/contract-lines.ts";
import { findClause } from "../../spec/ledger.ts";
import { findingsByOperation } from "../baseline/findings-by-operation.ts";
import { baselineProblems } from "../baseline/problems.ts";
import type { Report, Result } from "../model/report.ts";
import type { Difference } from "../model/verdict.ts";
import { bindingOf, knownText, type Outcome, outcomeOf } from "./outcome.ts";
import { renderSarifLog, sarifLocation } from "./sarif-log.ts";

/** A rule for each check; a result for each operation on which it fails. */
export function renderSarif(report: Report): string {
  const { suite, results, exitCode, summary } = report;
  const broken = results.filter(({ verdict }) => verdict === "broken");
  return renderSarifLog({
    tool: { driver: { name: suite.name, version: suite.version, rules: results.map(ruleOf) } },
    invocations: [
      {
        executionSuccessful: exitCode !== 3,
        exitCode,
        exitCodeDescription: visible(summary),
        toolExecutionNotifications: [
          ...broken.map(({ id, message }) => `${id}: ${message}`),
          ...baselineProblems(report),
        ].map((text) => ({ level: "error", message: { text: visible(text) } })),
      },
    ],
    results: results.flatMap((result, at) => resultsOf(report, result, at)),
  });
}

function ruleOf(result: Result): object {
  const { id, clause, section, level, claim } = result;
  const found = findClause(clause);
  const text = found === undefined ? claim : `§${section}: ${found.text}`;
  return {
    id,
    shortDescription: { text: visible(claim) },
    fullDescription: { text: visible(text) },
    help: { text: `${visible(text)}\n\nfpk explain ${visible(id)}` },
    defaultConfiguration: { level: level === "implied" ? "warning" : "error" },
    properties: { tags: [bindingOf(result), ...(section === "" ? [] : [`section ${section}`])] },
  };
}

const levels: Readonly<Partial<Record<Outcome, string>>> = {
  failed: "error",
  warning: "warning",
  unjudged: "note",
  open: "note",
};

function resultsOf(report: Report, result: Result, ruleIndex: number): readonly object[] {
  const level = levels[outcomeOf(result)];
  if (level === undefined || result.verdict === "broken") return [];
  const { id } = result;
  return [...findingsByOperation(result, report.exchanges)].map(([operation, finding]) => ({
    ruleId: id,
    ruleIndex,
    level,
    message: { text: textOf(result, finding, operation) },
    locations: [inContract(lineOf(result, operation))],
    relatedLocations: relatedTo(result),
    ...(result.known === undefined
      ? {}
      : { suppressions: [{ kind: "external", justification: visible(knownText(result)) }] }),
    partialFingerprints: { primaryLocationLineHash: fingerprint(id, operation ?? "") },
  }));
}

const maxLength = 1000;

function textOf(result: Result, { expected, actual }: Difference, operation: OperationId | undefined): string {
  const { claim, message, findings, replay } = result;
  const short = (text: string) => visible(shorten(text, maxLength));
  const what = findings === undefined ? short(message) : `Expected ${short(expected)}; actual ${short(actual)}`;
  const where = operation === undefined ? "" : ` (${operation})`;
  return `${visible(claim)}${where}. ${what}.${replay === undefined ? "" : ` Again: ${visible(replay)}`}`;
}

function lineOf({ clause, section }: Result, operation: OperationId | undefined): number {
  const at = operation ?? findClause(clause)?.operation;
  return at === undefined ? sectionLine(section) : operationLine(at);
}

/** Relative to the root of the repository that has the contract. */
const inFile = (uri: string, startLine: number) => sarifLocation(uri, startLine, "%SRCROOT%");
const inContract = (line: number) => inFile("spec/openapi.yaml", line);

/** The lines at which the contract names the section, and the ledger has the clause. */
function relatedTo({ section, clause }: Result): readonly object[] {
  const line = clauseLine(clause);
  const text = `section ${section} in the contract`;
  return [
    ...(section === "" ? [] : [{ ...inContract(sectionLine(section)), message: { text } }]),
    ...(line === undefined ? [] : [{ ...inFile("spec/clauses.yaml", line), message: { text: `clause ${clause}` } }]),
  ];
}

/** A fingerprint that is the same in each run, by which GitHub recognizes a finding. */
const fingerprint = (...parts: readonly string[]) =>
  `${createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16)}:1`;
