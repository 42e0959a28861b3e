/** Makes the report of what was judged: levels, conclusion, exit code, and what was left unjudged. */
import { plural } from "../../cli/plural.ts";
import type { Contract } from "../../spec/contract.ts";
import { findClause, loadClauses } from "../../spec/ledger.ts";
import { boundLevel, isBinding, type Level } from "../../spec/level.ts";
import { markKnown } from "../baseline/mark-known.ts";
import { createLawContext } from "../laws/apply.ts";
import { laws } from "../laws/index.ts";
import type { Check } from "../model/check.ts";
import { bindingClauses, clausesInPart, countsOf } from "../model/counts.ts";
import type { Exchange, ExchangeRecord } from "../model/exchange.ts";
import type { Conclusion, ErrorsOfKind, Observation, Report, Result } from "../model/report.ts";
import { type Fail, isJudged, isViolated, type Judged, messageOf, type Verdict } from "../model/verdict.ts";
import { rootCauses } from "./causes/root-causes.ts";
import { causingWrite } from "./causing-write.ts";
import { curlOf, curlOnOneConnection } from "./curl.ts";
import { missingRoleHint } from "./roles.ts";
import type { RunOptions } from "./run.ts";
import { suiteVersion } from "./suite-version.ts";
import { afterUnreadBody } from "./unread-body.ts";

export interface Assembly
  extends Pick<RunOptions, "target" | "seed" | "strict" | "complete" | "isEmbedded" | "baseline"> {
  readonly contract: Contract;
  readonly clock: { now(): number };
  readonly startedAt: number;
  readonly judged: readonly Judged[];
  readonly observations: readonly Observation[];
  /** The errors that cases caused on purpose. */
  readonly errors?: readonly ErrorsOfKind[];
  readonly notes: readonly string[];
  /** What may be wrong in the target file rather than in the target. */
  readonly doubts?: readonly string[];
  readonly exchanges: readonly Exchange[];
  /** By the index of an exchange: the one before it on its connection, whose body the server left unread. */
  readonly unreadBefore?: ReadonlyMap<number, Exchange> | undefined;
  /** Why the run as a whole is not complete, whatever its checks say: it was cut, or a credential was refused. */
  readonly incomplete?: readonly string[];
  /** Nobody chose what to judge: a run that judged less than half of the stated clauses says nothing of the target. */
  readonly isWhole?: boolean;
  /** The command that shows again what failed on the exchanges of these indexes. */
  readonly replayOf: (check: Check, exchanges: readonly number[]) => string;
}

export function reportOf(assembly: Assembly): Report {
  const { target, contract, seed, startedAt, exchanges } = assembly;
  const judged = assembly.judged.map((judged) => resultOf(judged, assembly)).sort(byLedger);
  const { baseline = { known: [] } } = assembly;
  const { results, problems, unjudged } = markKnown(judged, exchanges, baseline, dayOf(startedAt));
  const clauses = clausesOf(results);
  const causes = rootCauses(results, fedBy(assembly.judged), exchanges, contract, assembly.unreadBefore);
  const ofTarget = exitCodeOf(results, clauses, assembly);
  const summary = summaryOf(conclusionOf(ofTarget), results, clauses, assembly);
  // A baseline that no longer fits fails the run, whatever the target does.
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
    observations: [...assembly.observations].sort(byLedger),
    ...(assembly.errors === undefined ? {} : { errors: assembly.errors }),
    doubts: [...(assembly.doubts ?? []), ...problems.map((problem) => `baseline: ${problem}`)],
    notes: [
      ...assembly.notes,
      ...(unjudged.length === 0 ? [] : [`listed in the baseline and not judged: ${unjudged.join(", ")}`]),
    ],
    exchanges: exchanges.map((exchange) => withoutLongBodies(recordOf(exchange))),
  };
}

const conclusionOf = (exitCode: Report["exitCode"]): Conclusion =>
  exitCode === 0 ? "conforms" : exitCode === 1 ? "violates" : "inconclusive";

/** `violates its baseline in 1 point; apart from that conforms · …`. */
function withProblems(problems: readonly string[], ofTarget: Report["exitCode"], summary: string): string {
  if (problems.length === 0) return summary;
  const points = plural(problems.length, "point");
  if (ofTarget === 1) return `${summary}; the baseline does not fit in ${points}`;
  return `violates its baseline in ${points}; apart from that ${summary}`;
}

const isoTime = (ms: number) => new Date(ms).toISOString();
const dayOf = (ms: number) => isoTime(ms).slice(0, 10);

const fedBy = (judged: readonly Judged[]) =>
  new Map(
    judged.flatMap(({ check, verdict }) =>
      "fedBy" in verdict && verdict.fedBy !== undefined ? [[check.id, verdict.fedBy] as const] : [],
    ),
  );

function resultOf(of: Judged, assembly: Assembly): Result {
  const { verdict } = of;
  const shown = verdict.verdict === "fail" ? (verdict.shown ?? verdict.exchanges.at(-1)) : undefined;
  const unread = shown === undefined ? undefined : assembly.unreadBefore?.get(shown);
  if (verdict.verdict !== "fail" || unread === undefined) return plainResult(of, assembly);
  const result = plainResult({ ...of, verdict: afterUnreadBody(verdict, unread) }, assembly);
  const answered = assembly.exchanges.find(({ index }) => index === shown);
  return {
    ...result,
    after: unread.index,
    ...(answered === undefined ? {} : { curl: curlOnOneConnection(unread, answered) }),
  };
}

function plainResult({ check, verdict, judged, failed }: Judged, assembly: Assembly): Result {
  const clause = findClause(check.clause);
  const level = boundLevel(clause?.level);
  const isFailure = verdict.verdict === "fail";
  const isProof = isFailure || verdict.verdict === "inconclusive";
  const at = (isFailure ? verdict.shown : undefined) ?? verdict.exchanges.at(-1);
  const shown = isProof ? assembly.exchanges.find(({ index }) => index === at) : undefined;
  const write = isFailure && shown !== undefined ? writeBefore(check, shown, assembly) : undefined;
  return {
    id: check.id,
    clause: check.clause,
    section: clause?.section ?? "",
    level,
    claim: check.claim,
    verdict: reportedVerdict(verdict, level, assembly.strict === true),
    message: messageOf(verdict),
    ...(isFailure ? failureOf(verdict) : {}),
    exchanges: verdict.exchanges,
    ...(judged === undefined ? {} : { judged }),
    ...(failed === undefined ? {} : { failed }),
    ...(isProof ? { replay: assembly.replayOf(check, verdict.exchanges) } : {}),
    ...(write === undefined ? {} : { after: write.index }),
    ...(shown === undefined ? {} : { curl: [write ?? [], shown].flat().map(curlOf).join("; ") }),
  };
}

function writeBefore({ id }: Check, shown: Exchange, { exchanges, contract }: Assembly): Exchange | undefined {
  const law = laws.find((each) => each.id === id);
  return law && causingWrite(law, shown, exchanges, createLawContext(contract, null));
}

const failureOf = ({ expected, actual, exchanges, findings = [{ expected, actual, exchanges }] }: Fail) => ({
  expected,
  actual,
  findings,
});

function reportedVerdict({ verdict }: Verdict, level: Level, isStrict: boolean): Result["verdict"] {
  if (verdict === "not-applicable") return "skip";
  return verdict === "fail" && !isBinding(level) && !isStrict ? "warn" : verdict;
}

const order = (clause: string) => loadClauses().findIndex(({ id }) => id === clause);
const byLedger = (a: { readonly clause: string }, b: { readonly clause: string }) => order(a.clause) - order(b.clause);

/** A clause is judged when one of its checks passed or failed. */
function clausesOf(results: readonly Result[]): Report["clauses"] {
  const stated = loadClauses().filter(({ kind, level }) => kind === "judged" && isBinding(level));
  const unjudged = stated.flatMap(({ id, section }) => {
    const ofClause = results.filter(({ clause }) => clause === id);
    if (ofClause.some(isJudged)) return [];
    const reason = ofClause.find(({ message }) => message !== "")?.message ?? "no check of this run judges it";
    return [{ clause: id, section, reason }];
  });
  const inPart = clausesInPart(results);
  return { stated: stated.length, judged: stated.length - unjudged.length, unjudged, inPart };
}

/** A violation goes before what is broken, inconclusive or cut short, and that before 0. */
function exitCodeOf(results: readonly Result[], clauses: Report["clauses"], assembly: Assembly): Report["exitCode"] {
  if (results.some(({ verdict }) => verdict === "fail")) return 1;
  const isOpen = ({ verdict, level }: Result) =>
    verdict === "broken" || (verdict === "inconclusive" && isBinding(level));
  if (results.some(isOpen)) return 3;
  if (!results.some(isJudged)) return 3;
  if (assembly.incomplete !== undefined && assembly.incomplete.length > 0) return 3;
  if (assembly.isWhole && isMostlyUnjudged(clauses)) return 3;
  return assembly.complete && clauses.unjudged.length > 0 ? 3 : 0;
}

const isMostlyUnjudged = ({ judged, stated }: Report["clauses"]) => judged < stated / 2;

function summaryOf(
  conclusion: Conclusion,
  results: readonly Result[],
  clauses: Report["clauses"],
  { incomplete = [], isWhole = false, isEmbedded = false }: Assembly,
): string {
  const judged = `${clauses.judged} of ${clauses.stated} stated clauses`;
  const inPart = clauses.inPart.length === 0 ? "" : `, ${clauses.inPart.length} of them in part`;
  const count = (of: Result["verdict"]) => results.filter(({ verdict }) => verdict === of).length;
  const violated = results.filter(isViolated);
  const failures = violated.filter((result) => result.known === undefined);
  const known = violated.length - failures.length;
  const warned = new Set(failures.filter(({ level }) => !isBinding(level)).map(({ clause }) => clause)).size;
  const implied = warned === 0 ? "" : `, ${plural(warned, "implied clause")} not held`;
  const warnings = `${implied}${known === 0 ? "" : `, ${plural(known, "known failure")}`}`;
  const open = count("inconclusive") + count("broken");
  const unclear = open === 0 ? "" : `, ${open} could not be judged`;
  if (conclusion === "conforms") {
    const whose = isEmbedded ? "the embedded reference conforms; no server of yours was asked" : "conforms";
    const checks = `${plural(count("pass"), "check")} passed${warnings}${unclear}${skipsOf(results)}`;
    return `${whose} · ${checks} · ${judged} judged${inPart}`;
  }
  if (conclusion === "violates") {
    const cut = incomplete[0] === undefined ? "" : `; ${incomplete[0]}`;
    const binding = bindingClauses(failures).join(" and ");
    const what = binding === "" ? plural(warned, "implied clause") : `${binding}${warnings}`;
    return `violates ${what}${unclear}; judged: ${judged}${inPart}${cut}`;
  }
  const few = isWhole && isMostlyUnjudged(clauses) ? "too little was judged for a verdict" : undefined;
  const unjudged = clauses.judged === 0 ? "nothing was judged" : (few ?? "stated clauses were left unjudged");
  const because = incomplete[0] ?? (open > 0 ? `${plural(open, "check")} could not be judged` : unjudged);
  return `inconclusive: ${because}; judged: ${judged}${inPart}${warnings}${incomplete[0] === undefined ? "" : unclear}${skipsOf(results)}`;
}

/** `, 5 skipped (2 for want of credentials)`. */
function skipsOf(results: readonly Result[]): string {
  const skipped = results.filter(({ verdict }) => verdict === "skip");
  if (skipped.length === 0) return "";
  const hints = Object.values(missingRoleHint);
  const missing = skipped.filter(({ message }) => hints.some((hint) => message.startsWith(`needs ${hint}`))).length;
  return `, ${skipped.length} skipped${missing === 0 ? "" : ` (${missing} for want of credentials)`}`;
}

function requestsOf(exchanges: readonly Exchange[]): Report["requests"] {
  const byOrganization: Record<string, number> = {};
  for (const { organization = "" } of exchanges) byOrganization[organization] = (byOrganization[organization] ?? 0) + 1;
  const { "": nobody, ...organizations } = byOrganization;
  return {
    total: exchanges.length,
    byOrganization: nobody === undefined ? organizations : { ...organizations, "(none)": nobody },
  };
}

/** The plain data of an exchange, without its reading. */
export function recordOf(exchange: Exchange): ExchangeRecord {
  return { ...exchange };
}

/** Bytes of a body that a report keeps. */
const maxBytes = 64 * 1024;

/** Long bodies would make a report that nobody can open; the laws have seen them whole. */
function withoutLongBodies(exchange: ExchangeRecord): ExchangeRecord {
  const { request, response } = exchange;
  const sent = cutBody(request.body);
  const received = response === undefined ? undefined : cutBody(response.body);
  if (sent === undefined && received === undefined) return exchange;
  return {
    ...exchange,
    request: { ...request, ...sent },
    ...(response === undefined ? {} : { response: { ...response, ...received, ...(received && { isCut: true }) } }),
  };
}

/** Its beginning, and how many bytes it had; undefined for a body that a report keeps whole. */
function cutBody(body: string): { readonly body: string; readonly bodyBytes: number } | undefined {
  if (body.length <= maxBytes / 4) return undefined;
  const bodyBytes = Buffer.byteLength(body);
  if (bodyBytes <= maxBytes) return undefined;
  // A character has at least one byte; two may belong together.
  const bytes = Buffer.from(body.slice(0, maxBytes + 1));
  const beginning = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, maxBytes), { stream: true });
  return { body: beginning, bodyBytes };
}
