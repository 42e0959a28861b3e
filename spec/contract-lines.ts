/** The lines, from 1, of operations, sections and clauses in `openapi.yaml` and `clauses.yaml`. */
import { readFileSync } from "node:fs";
import type { OperationId } from "./contract.ts";

const linesOf = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8").split("\n");

let contract: readonly string[] | undefined;
let ledger: readonly string[] | undefined;

/** The line of the operation's method in `openapi.yaml`. */
export function operationLine(operation: OperationId): number {
  contract ??= linesOf("./openapi.yaml");
  const at = contract.findIndex((line) => line.trim() === `operationId: ${operation}`);
  return contract.findLastIndex((line, index) => index < at && /^ {4}(get|post|put|patch|delete):/.test(line)) + 1;
}

/** The first line of `openapi.yaml` from `paths` on that names a section such as `5.3`, else its chapter; else line 1. */
export function sectionLine(section: string): number {
  contract ??= linesOf("./openapi.yaml");
  const [chapter = ""] = section.split(".");
  const start = contract.indexOf("paths:");
  const named = contract.map((line, at) =>
    at < start ? [] : [...line.matchAll(/§(\d+(?:\.\d+)*)/g)].map(([, name = ""]) => name),
  );
  const at = [
    named.findIndex((sections) => sections.includes(section)),
    named.findIndex((sections) => sections.some((each) => each === chapter || each.startsWith(`${chapter}.`))),
  ].find((index) => index >= 0);
  return (at ?? 0) + 1;
}

/** The line of `clauses.yaml` at which a clause begins; undefined for any other id. */
export function clauseLine(clause: string): number | undefined {
  ledger ??= linesOf("./clauses.yaml");
  const at = ledger.indexOf(`- id: ${clause}`);
  return at < 0 ? undefined : at + 1;
}
