/** A failed check, as the terminal shows it: the claim, then what was observed, then how to reproduce it. */
import { plural } from "../../cli/plural.ts";
import { shellQuote } from "../../cli/shell-quote.ts";
import type { ExchangeRecord } from "../model/exchange.ts";
import type { Result } from "../model/report.ts";
import { shownBy } from "./repeated.ts";
import { command, field, headline, type Page } from "./terminal-page.ts";
import { unnamedTokensIn } from "./unnamed-tokens.ts";

export function renderFailure(page: Page, result: Result): string[] {
  return [...headline(page, page.colours.red("✗"), result), ...inFull(page, result)];
}

/** A violated implied clause, shorter: it does not decide the conclusion. */
export function renderWarning(page: Page, result: Result): string[] {
  const lines = headline(page, page.colours.yellow("⚠"), result);
  if (page.verbose) return [...lines, ...inFull(page, result)];
  return [
    ...lines,
    ...knownBy(page, result),
    ...observed(page, result, 2),
    ...evidenceOf(page, result),
    ...writeBefore(page, result),
    ...command(page, "in full", showCommand(page, result)),
    ...commandsOf(page, result),
  ];
}

function inFull(page: Page, result: Result): string[] {
  return [
    ...knownBy(page, result),
    ...observed(page, result, page.verbose ? 40 : 6),
    ...alsoFound(page, result),
    ...alsoFails(page, result),
    ...evidenceOf(page, result),
    ...writeBefore(page, result),
    ...command(page, "in full", showCommand(page, result)),
    ...commandsOf(page, result),
  ];
}

/** Why a failure that a baseline lists may occur, and until when. */
function knownBy(page: Page, { known }: Result): string[] {
  if (known === undefined) return [];
  return field(page, "known", `${known.reason}${known.until === undefined ? "" : `, until ${known.until}`}`, 3);
}

/** The commands that repeat a check, with fpk and without it. */
export const commandsOf = (page: Page, result: Result): string[] => [
  ...command(page, "again", result.replay),
  ...command(page, "by hand", result.curl),
  ...answeredOtherwise(page, result),
  ...afterWindow(page, result),
  ...amongOthers(page, result),
  ...tokenPlaces(page, result),
];

/** The line that says that the command may not show the failure again. */
function answeredOtherwise(page: Page, { answeredOtherwiseAt: index }: Result): string[] {
  const status = index === undefined ? undefined : page.report.exchanges[index]?.response?.status;
  if (status === undefined) return [];
  return field(page, " ", `the request by itself may be answered otherwise, as with ${status} in exchange ${index}`, 2);
}

/** When to send a command that uses the limit up (§8), and how many of its requests may be served. */
function afterWindow(page: Page, { id, curl = "" }: Result): string[] {
  const { rateLimit } = page.report.target;
  if (rateLimit === null || !id.startsWith("limit.") || !curl.includes("seq ")) return [];
  const { limit, windowSeconds } = rateLimit;
  const after = `after ${windowSeconds} s without requests of the organization, since a run uses its limit up`;
  const served = `: then ${limit} may be served, and one more for each ${Number((windowSeconds / limit).toPrecision(2))} s if the limit is refilled gradually; any further one is too many`;
  return field(page, " ", `${after}${id === refusedWhenExceeded ? served : ""}`, 4);
}

const refusedWhenExceeded = "limit.refused-when-exceeded";

/** How many submissions the run sent, of which one was lost. */
function amongOthers(page: Page, { id, curl }: Result): string[] {
  if (id !== "feedback.no-lost-submissions" || curl === undefined) return [];
  const sent = page.report.exchanges.filter(({ operation, response }) => operation === "submitFeedback" && response);
  const text = `one submission by itself may be kept: the run sent ${sent.length}`;
  return field(page, " ", text, 2);
}

/** What the variables of the command stand for, if the target file does not name them: `$KEY_3 is the token of credentials[2]`. */
const tokenPlaces = (page: Page, { curl = "" }: Result): string[] =>
  unnamedTokensIn(curl, page.report).flatMap(({ label, at }) =>
    field(page, " ", `$${label} is the token of credentials[${at}] in the target file`, 2),
  );

function observed(page: Page, { expected, actual, message }: Result, limit: number): string[] {
  if (expected === undefined && actual === undefined) return field(page, "", message, limit);
  return [...field(page, "expected", expected ?? "", limit), ...field(page, "actual", actual ?? "", limit)];
}

/** Shows the exchange that `evidenceOf` names: of a law's failures the first, of a case the last. */
function showCommand({ file, report }: Page, { exchanges, failed = 0 }: Result): string | undefined {
  const index = failed > 1 ? exchanges[0] : exchanges.at(-1);
  if (file === undefined || index === undefined || report.exchanges[index] === undefined) return undefined;
  return `fpk show ${shellQuote(file)} ${index}`;
}

/** Of the other findings of a law, this many are named. */
const maxNamed = 3;

/** `listProducts 429`. */
function responseNamed({ report }: Page, index: number | undefined): readonly string[] {
  const exchange = index === undefined ? undefined : report.exchanges[index];
  if (exchange?.response === undefined) return [];
  return [`${exchange.operation ?? exchange.request.method} ${exchange.response.status}`];
}

/** What a law found besides the first difference: in full on request, else how much it is, and of which responses. */
function alsoFound(page: Page, result: Result): string[] {
  const others = (result.findings ?? []).slice(1);
  if (others.length === 0) return [];
  if (!page.verbose) {
    const named = [...new Set(others.flatMap(({ exchanges: [first] }) => responseNamed(page, first)))];
    const kinds =
      named.length === 0 ? "" : ` (${named.slice(0, maxNamed).join(", ")}${named.length > maxNamed ? ", …" : ""})`;
    return field(page, "also", `${plural(others.length, "other finding")}${kinds}: --verbose lists them`, 2);
  }
  return others.flatMap(({ expected, actual, exchanges }) =>
    field(
      page,
      "also",
      `${expected === result.expected ? "" : `expected ${expected}; actual `}${actual} (${exchangeList(exchanges)})`,
      40,
    ),
  );
}

/** Checks of implied clauses whose failures say the same. */
function alsoFails(page: Page, result: Result): string[] {
  const ids = shownBy(page.report, result);
  if (ids.length === 0) return [];
  const fail = ids.length === 1 ? "which is implied, fails" : "which are implied, fail";
  return field(page, "also", `${ids.join(", ")}, ${fail} for the same reason`, 3);
}

/** `exchanges 3, 5, 9`. */
const exchangeList = (indexes: readonly number[]) => `exchange${indexes.length === 1 ? "" : "s"} ${indexes.join(", ")}`;

/** For a law `in 3 of 104 responses; the first GET /v1/products → 200`, for several exchanges `in 4 exchanges within 0.41 s; …`. */
function evidenceOf(page: Page, result: Result): string[] {
  const proof = result.exchanges.flatMap((index) => page.report.exchanges[index] ?? []);
  const first = proof[0];
  const last = proof.at(-1);
  if (first === undefined || last === undefined) return [];
  const { judged, failed } = result;
  if (judged !== undefined && failed !== undefined && (failed > 1 || proof.length === 1)) {
    const which = failed > 1 ? "the first " : "";
    return field(page, "in", `${failed} of ${judged} responses; ${which}${describeExchange(page, first)}`, 3);
  }
  if (proof.length === 1) return field(page, "in", describeExchange(page, first), 3);
  return field(page, "in", `${exchangesWithin(proof)}; the last ${describeExchange(page, last)}`, 3);
}

/** `4 exchanges within 0.41 s`. */
export function exchangesWithin(proof: readonly ExchangeRecord[]): string {
  const ms = Math.max(...proof.map(({ receivedAt }) => receivedAt)) - Math.min(...proof.map(({ sentAt }) => sentAt));
  return `${proof.length} exchanges within ${(ms / 1000).toFixed(2)} s`;
}

/** `PUT /v1/me {"avatarType":"image"} → 200 (exchange 3)`, if the response is wrong only since then. */
function writeBefore(page: Page, { after }: Result): string[] {
  const write = after === undefined ? undefined : page.report.exchanges[after];
  return write === undefined ? [] : field(page, "after", describeExchange(page, write, write.request.body), 3);
}

/** `GET /v1/products → 200 (exchange 3)`. */
function describeExchange(page: Page, { index, request, response, failure }: ExchangeRecord, body = ""): string {
  const base = page.report.target.baseUrl;
  const path = request.url.startsWith(`${base}/`) ? request.url.slice(base.length) : request.url;
  const short = path.length > 200 ? `${path.slice(0, 200)}…` : path;
  const sent = body === "" ? "" : ` ${body.length > 120 ? `${body.slice(0, 120)}…` : body}`;
  return `${request.method} ${short}${sent} → ${response?.status ?? failure ?? "no answer"} (exchange ${index})`;
}
