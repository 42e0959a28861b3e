/** Describes a clause or a check for `fpk explain`. */
import { plural } from "../../cli/plural.ts";
import { loadContract } from "../../spec/contract.ts";
import type { Clause } from "../../spec/ledger.ts";
import { levelName } from "../../spec/level.ts";
import type { Check } from "../model/check.ts";
import type { AnyCheck } from "../run/checks/registry.ts";
import { missingRoleHint } from "../run/discovery/roles.ts";
import { costs } from "../run/forecast/costs.ts";
import { exampleResponse } from "./example-response.ts";

export function clauseLines(clause: Clause): readonly string[] {
  const lines = [`clause ${clause.id}   §${clause.section} ${levelName(clause.level)}`, `  ${clause.text}`];
  if (clause.level === "reading")
    lines.push("  this is our interpretation of the document; it counts like a stated clause");
  if (clause.rows.length > 0) lines.push(`  table rows: ${clause.rows.join(", ")}`);
  if (clause.kind === "excluded") lines.push(`  not judged: ${clause.reason}`);
  if (clause.kind === "open") {
    lines.push(`  the reference's choice: ${clause.choice}`);
    lines.push(clause.checks.length === 0 ? "  observed, never judged" : "  observed; judged only under --overlay");
  }
  return lines;
}

/** A correct response by the contract; nothing if the clause is not judged. */
export const exampleLines = (clause: Clause): readonly string[] =>
  clause.kind === "judged"
    ? [
        "",
        "an example of a correct response",
        ...exampleResponse(clause, loadContract()).map((line) => `  ${line}`.trimEnd()),
      ]
    : [];

const kinds: Readonly<Record<AnyCheck["kind"], string>> = {
  case: "case: sends requests",
  law: "law: judges every exchange",
  sequence: "law: judges the exchanges of a run together",
};

/** A sentence about how the check proves a violation. */
function proofOf(kind: AnyCheck["kind"], id: string): string {
  if (kind === "law") return "it judges every response of the run, and fails if one contradicts the claim";
  if (kind === "sequence") return "it judges the exchanges of the run together, and fails if they contradict the claim";
  const requests = costs[id]?.requests;
  const sent =
    requests === undefined ? "it uses the responses to other checks" : `it sends ${plural(requests, "request")}`;
  return `${sent}, and fails if a response contradicts the claim again when everything is sent a second time`;
}

/** `file`: the path of its source. */
export function checkLines({ kind, check }: AnyCheck, file: string | undefined): readonly string[] {
  const lines = [`check ${check.id}   (${kinds[kind]})`, `  ${check.claim}`, `  proof: ${proofOf(kind, check.id)}`];
  lines.push(`  file: ${file}`);
  if (kind === "case") {
    const { credential, writes } = check.needs ?? {};
    const needs = credential === undefined ? [] : [missingRoleHint[credential]];
    if (writes) needs.push("writes (not under --read-only)");
    lines.push(`  needs: ${needs.join(", ") || "nothing"}`);
  }
  return [...lines, `  run it: fpk check --only ${check.id}`];
}

/** A check of `fpk judge` and `fpk proxy`, or of `fpk fuzz`. */
export function otherVerbLines({ id, claim }: Check): readonly string[] {
  const isOfFuzz = id.startsWith("fuzz.");
  return [
    `check ${id}   (judges the exchanges of ${isOfFuzz ? "fpk fuzz" : "fpk judge and fpk proxy"})`,
    `  ${claim}`,
    `  listed in: conformance/${isOfFuzz ? "fuzz/fuzz-laws.ts" : "traffic/traffic-laws.ts"}`,
    `  run it: ${isOfFuzz ? "fpk fuzz" : "fpk judge recorded.har"} --target fpk.target.json`,
  ];
}
