/** What makes a matrix end with 1 or 3, in words; the same in every report format. */
import type { Matrix } from "../matrix-report.ts";

interface Problem {
  /** The heading of the list. */
  readonly title: string;
  readonly items: readonly string[];
}

/** The problems that have items, the most important one first. */
export function problemsOf({ mutants, checks, variants, missing }: Matrix): readonly Problem[] {
  const withVerdict = (verdict: string) => mutants.filter((mutant) => mutant.verdict === verdict);
  const all: readonly Problem[] = [
    { title: "alive: no check failed", items: withVerdict("alive").map(faultOf) },
    {
      title: "found by checks of other clauses only",
      items: withVerdict("by-other-clauses").map(
        (mutant) => `${faultOf(mutant)}; failed: ${mutant.alsoFailed?.join(", ")}`,
      ),
    },
    {
      title: "false positives: legal choices on which a check fails, or leaves a clause unjudged that it should judge",
      items: variants.filter(({ verdict }) => verdict === "false-positive").map(falsePositive),
    },
    {
      title: "idle: checks that kill no mutant of their clause",
      items: checks.filter(({ isIdle }) => isIdle === true).map(({ id, clause }) => `${id} (${clause})`),
    },
    { title: "missing: checks that the ledger lists and the suite does not have", items: missing },
    { title: "not judged", items: byReason([...withVerdict("unjudged"), ...unjudged(variants)]) },
  ];
  return all.filter(({ items }) => items.length > 0);
}

const faultOf = ({ id, clause, fault }: Matrix["mutants"][number]) => `${id} (${clause}): ${fault}`;

function falsePositive({ id, variants, against, shrunkTo }: Matrix["variants"][number]): string {
  const isSmaller = shrunkTo !== undefined && shrunkTo.length < variants.length;
  return `${id}${isSmaller ? `, also ${shrunkTo.join("+")}` : ""}: ${against.join("; ")}`;
}

interface Unjudged {
  readonly id: string;
  readonly reason?: string;
}

const unjudged = (variants: Matrix["variants"]): readonly Unjudged[] =>
  variants
    .filter(({ verdict }) => verdict === "unjudged")
    .map(({ id, against }) => ({ id, reason: against.join("; ") }));

/** One item for each reason, because one cause often prevents many verdicts. */
function byReason(unjudged: readonly Unjudged[]): readonly string[] {
  const reasons = new Map<string, string[]>();
  for (const { id, reason = "" } of unjudged) reasons.set(reason, [...(reasons.get(reason) ?? []), id]);
  return [...reasons].map(([reason, ids]) => {
    const rest = ids.length > shownIds ? ` and ${ids.length - shownIds} more` : "";
    return `${ids.slice(0, shownIds).join(", ")}${rest}: ${reason}`;
  });
}

const shownIds = 5;
