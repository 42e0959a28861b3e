/** Makes the report of what was judged. */
import { plural } from "../../../cli/plural.ts";
import { loadClauses } from "../../../spec/ledger.ts";
import { isBinding } from "../../../spec/level.ts";
import { markKnown } from "../../baseline/mark-known.ts";
import { asDoubt } from "../../baseline/problems.ts";
import { createLawContext } from "../../laws/apply.ts";
import { clausesInPart, countsOf } from "../../model/counts.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Report, Result } from "../../model/report.ts";
import { isJudged, isViolated, type Judged, type SkipEffect } from "../../model/verdict.ts";
import { hiddenBy } from "../causes/hidden.ts";
import { rootCauses } from "../causes/root-causes.ts";
import type { Assembly } from "./assembly.ts";
import { conclusionOf, exitCodeOf } from "./exit-code.ts";
import { withoutLongBodies } from "./long-bodies.ts";
import { resultOf } from "./result.ts";
import { suiteVersion } from "./suite-version.ts";
import { summaryOf } from "./summary.ts";

export function reportOf(assembly: Assembly): Report {
  const { target, contract, seed, startedAt, exchanges } = assembly;
  const judged = inLedgerOrder(resultsOf(assembly));
  const { baseline = { known: [] } } = assembly;
  const { results, problems, unjudged } = markKnown(judged, exchanges, baseline, dayOf(startedAt));
  const clauses = clausesOf(results, effectsOf(assembly.judged));
  const causes = rootCauses(results, dependsOn(assembly.judged), exchanges, assembly);
  const ofTarget = exitCodeOf(results, clauses, assembly);
  const summary = summaryOf(conclusionOf(ofTarget), results, clauses, assembly);
  // A baseline that does not fit any more fails the run, even if the target conforms.
  const exitCode = problems.length > 0 ? 1 : ofTarget;
  return {
    schemaVersion: 2,
    suite: { name: "fpk-conformance", version: suiteVersion(), contract: contract.version },
    conclusion: conclusionOf(exitCode),
    summary: withProblems(problems, ofTarget, summary),
    exitCode,
    target: {
      baseUrl: target.baseUrl,
      rateLimit: target.rateLimit,
      credentials: target.credentials.map(({ label }) => label),
    },
    startedAt: isoTime(startedAt),
    seconds: Math.round(assembly.clock.now() - startedAt) / 1000,
    seed,
    strict: assembly.strict ?? false,
    requests: requestsOf(exchanges),
    clauses,
    counts: countsOf(results),
    results,
    ...(causes.length === 0 ? {} : { causes }),
    observations: inLedgerOrder(assembly.observations),
    ...(assembly.errors === undefined ? {} : { errors: assembly.errors }),
    doubts: [...(assembly.doubts ?? []), ...problems.map(asDoubt)],
    notes: [
      ...assembly.notes,
      ...(unjudged.length === 0 ? [] : [`listed in the baseline and not judged: ${unjudged.join(", ")}`]),
    ],
    exchanges: exchanges.map(withoutLongBodies),
  };
}

function resultsOf(assembly: Assembly): readonly Result[] {
  const { judged, unselected = [], exchanges, contract } = assembly;
  const selected = judged.map((each) => resultOf(each, assembly));
  const failed = unselected.map((each) => resultOf(each, assembly)).filter(isViolated);
  if (failed.length === 0) return selected;
  const context = createLawContext(contract, null);
  const hidden = hiddenBy([...selected, ...failed], dependsOn(judged), exchanges, contract, context);
  const hiding = new Set(hidden.values());
  return [...selected, ...failed.filter(({ id }) => hiding.has(id))];
}

/** `violates its baseline in 1 point; apart from that conforms · …`. */
function withProblems(problems: readonly string[], ofTarget: Report["exitCode"], summary: string): string {
  if (problems.length === 0) return summary;
  const points = plural(problems.length, "point");
  if (ofTarget === 1) return `${summary}; the baseline does not fit in ${points}`;
  return `violates its baseline in ${points}; apart from that ${summary}`;
}

const isoTime = (ms: number) => new Date(ms).toISOString();
const dayOf = (ms: number) => isoTime(ms).slice(0, 10);

const dependsOn = (judged: readonly Judged[]) =>
  new Map(
    judged.flatMap(({ check, verdict }) =>
      "dependsOn" in verdict && verdict.dependsOn !== undefined ? [[check.id, verdict.dependsOn] as const] : [],
    ),
  );

/** Sorts the items by the places of their clauses in the ledger. */
function inLedgerOrder<T extends { readonly clause: string }>(items: readonly T[]): T[] {
  const places = new Map(loadClauses().map(({ id }, at) => [id, at]));
  const placeOf = ({ clause }: T) => places.get(clause) ?? -1;
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}

const effectsOf = (judged: readonly Judged[]): ReadonlyMap<string, SkipEffect | undefined> =>
  new Map(judged.map(({ check, verdict }) => [check.id, "effect" in verdict ? verdict.effect : undefined]));

/** A clause is judged if one of its checks passed or failed, and none leaves it open. */
function clausesOf(
  results: readonly Result[],
  effects: ReadonlyMap<string, SkipEffect | undefined>,
): Report["clauses"] {
  const stated = loadClauses().filter(({ kind, level }) => kind === "judged" && isBinding(level));
  const unjudged = stated.flatMap(({ id, section }) => {
    const ofClause = results.filter(({ clause }) => clause === id);
    const isOpen = (result: Result) => effects.get(result.id) === "clause-open";
    const leavesOpen = ofClause.some(isViolated) ? undefined : ofClause.find(isOpen);
    if (leavesOpen === undefined && ofClause.some(isJudged)) return [];
    const explained = leavesOpen ?? ofClause.find(({ message }) => message !== "");
    const isOptional = ofClause.length > 0 && ofClause.every((result) => effects.get(result.id) === "no-action");
    const reason = explained?.message ?? "no check of this run judges it";
    return [{ clause: id, section, reason, ...(isOptional && { needsNoAction: true as const }) }];
  });
  const inPart = clausesInPart(results).filter(({ clause }) => unjudged.every((open) => open.clause !== clause));
  return { stated: stated.length, judged: stated.length - unjudged.length, unjudged, inPart };
}

function requestsOf(exchanges: readonly Exchange[]): Report["requests"] {
  const byOrganization: Record<string, number> = {};
  for (const { organization = "" } of exchanges) byOrganization[organization] = (byOrganization[organization] ?? 0) + 1;
  const { "": withoutOrganization, ...organizations } = byOrganization;
  return {
    total: exchanges.length,
    byOrganization:
      withoutOrganization === undefined ? organizations : { ...organizations, "(none)": withoutOrganization },
  };
}
