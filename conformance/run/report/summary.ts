/** The last line of a run: its conclusion and the counts behind it. */
import { plural } from "../../../cli/plural.ts";
import { isBinding } from "../../../spec/level.ts";
import { bindingClauses, countKnown, noNewFailures } from "../../model/counts.ts";
import type { Conclusion, Report, Result } from "../../model/report.ts";
import { isViolated } from "../../model/verdict.ts";
import { missingRoleHint } from "../discovery/roles.ts";
import type { Assembly } from "./assembly.ts";
import { isMostlyUnjudged, isWanted } from "./exit-code.ts";

/** The parts of the line. The texts begin with a comma, or are empty. */
interface Tally {
  readonly passed: number;
  readonly undecided: number;
  readonly undecidedText: string;
  readonly bindingFailures: readonly string[];
  readonly impliedFailures: number;
  readonly known: number;
  /** `, 2 implied clauses not held`. */
  readonly implied: string;
  /** `, 2 implied clauses not held, 1 known failure`. */
  readonly warnings: string;
  /** `, 5 skipped (2 for want of credentials)`. */
  readonly skips: string;
  /** `78 of 79 stated clauses`. */
  readonly judged: string;
  readonly inPart: string;
}

export function summaryOf(
  conclusion: Conclusion,
  results: readonly Result[],
  clauses: Report["clauses"],
  assembly: Assembly,
): string {
  const tally = tallyOf(results, clauses);
  if (conclusion === "conforms") return conforms(tally, assembly);
  if (conclusion === "violates") return violates(tally, assembly);
  return inconclusive(tally, clauses, assembly);
}

function conforms(tally: Tally, assembly: Assembly): string {
  const { passed, known, implied, undecidedText, skips, judged, inPart } = tally;
  const rest = `${undecidedText}${skips} · ${judged} judged${inPart}`;
  if (passed + known === 0) return `no check passed${implied.replace(",", ":")}${rest}`;
  return `${whatConforms(tally, assembly)} · ${plural(passed, "check")} passed${implied}${rest}`;
}

function whatConforms({ known, implied }: Tally, { isEmbedded, isTraffic, isWhole, exchanges }: Assembly): string {
  const selected = isWhole === false ? " in what was selected" : "";
  const sent = ` in ${plural(exchanges.length, "exchange")}`;
  if (known > 0)
    return noNewFailures(known, `${isEmbedded ? " of the embedded reference" : ""}${isTraffic ? sent : selected}`);
  if (isEmbedded) return `the embedded reference conforms${selected}; no server of yours was asked`;
  if (!isTraffic) return `conforms${selected}`;
  return `${implied === "" ? "nothing found" : "no stated clause violated"}${sent}`;
}

function violates(tally: Tally, { incomplete = [], target, isWhole, doubts = [] }: Assembly): string {
  const noCredential = isWhole === true && target.credentials.length === 0 ? ["no credential is given"] : [];
  const doubted = doubts.length === 0 ? [] : ["first read what is in doubt (!)"];
  const reasons = [...incomplete, ...noCredential];
  const why = reasons.length === 0 ? doubted : reasons;
  const { bindingFailures, impliedFailures, warnings, undecidedText, judged, inPart } = tally;
  const what =
    bindingFailures.length === 0
      ? plural(impliedFailures, "implied clause")
      : `${bindingFailures.join(" and ")}${warnings}`;
  return `violates ${what}${undecidedText}; judged: ${judged}${inPart}${why.map((reason) => `; ${reason}`).join("")}`;
}

/** At most this many clauses are named in the line. */
const maxNamed = 5;

function inconclusive(tally: Tally, clauses: Report["clauses"], assembly: Assembly): string {
  const { incomplete = [], isWhole, target } = assembly;
  const { undecided, warnings, undecidedText, skips, judged, inPart } = tally;
  if (incomplete.length > 0)
    return `inconclusive: ${incomplete.join("; ")}; judged: ${judged}${inPart}${warnings}${undecidedText}${skips}`;
  return `inconclusive: ${whyInconclusive()}; judged: ${judged}${inPart}${warnings}${skips}`;

  function whyInconclusive(): string {
    if (undecided > 0) return `${plural(undecided, "check")} could not be judged`;
    if (clauses.judged === 0) return "nothing was judged";
    if (isWhole && isMostlyUnjudged(clauses))
      return `${target.credentials.length === 0 ? "no credential is given: " : ""}too little was judged for a verdict`;
    const unjudged = clauses.unjudged.filter(isWanted);
    return `--complete needs every stated clause, and ${namesOf(unjudged)} ${unjudged.length === 1 ? "was" : "were"} not judged`;
  }
}

const namesOf = (clauses: readonly { readonly clause: string }[]) =>
  clauses
    .slice(0, maxNamed)
    .map(({ clause }) => clause)
    .join(", ") + (clauses.length > maxNamed ? ` and ${clauses.length - maxNamed} more` : "");

function tallyOf(results: readonly Result[], clauses: Report["clauses"]): Tally {
  const count = (...of: Result["verdict"][]) => results.filter(({ verdict }) => of.includes(verdict)).length;
  const violated = results.filter(isViolated);
  const failures = violated.filter((result) => result.known === undefined);
  const known = countKnown(results);
  const impliedFailures = new Set(failures.filter(({ level }) => !isBinding(level)).map(({ clause }) => clause)).size;
  const implied = impliedFailures === 0 ? "" : `, ${plural(impliedFailures, "implied clause")} not held`;
  const undecided = count("inconclusive", "broken");
  return {
    passed: count("pass"),
    undecided,
    undecidedText: undecided === 0 ? "" : `, ${undecided} could not be judged`,
    bindingFailures: bindingClauses(failures),
    impliedFailures,
    known,
    implied,
    warnings: `${implied}${known === 0 ? "" : `, ${plural(known, "known failure")}`}`,
    skips: skipsOf(results),
    judged: `${clauses.judged} of ${clauses.stated} stated clauses`,
    inPart:
      clauses.inPart.length === 0 ? "" : `, ${clauses.inPart.length} of them in part (${namesOf(clauses.inPart)})`,
  };
}

function skipsOf(results: readonly Result[]): string {
  const skipped = results.filter(({ verdict }) => verdict === "skip");
  if (skipped.length === 0) return "";
  const hints = Object.values(missingRoleHint);
  const missing = skipped.filter(({ message }) => hints.some((hint) => message.startsWith(`needs ${hint}`))).length;
  return `, ${skipped.length} skipped${missing === 0 ? "" : ` (${missing} for want of credentials)`}`;
}
