/** A failed check, as the terminal shows it: the claim, then what was observed, then how to reproduce it. */
import type { ExchangeRecord } from "../model/exchange.ts";
import type { Result } from "../model/report.ts";
import { command, field, headline, type Page } from "./page.ts";

export function renderFailure(page: Page, result: Result): string[] {
  return [...headline(page, page.colours.red("✗"), result), ...inFull(page, result)];
}

/** A violated implied clause, shorter: it does not decide the conclusion. */
export function renderWarning(page: Page, result: Result): string[] {
  const lines = headline(page, page.colours.yellow("⚠"), result);
  if (page.verbose) return [...lines, ...inFull(page, result)];
  return [...lines, ...observed(page, result, 2), ...command(page, "again", result.replay)];
}

function inFull(page: Page, result: Result): string[] {
  return [
    ...observed(page, result, page.verbose ? 40 : 6),
    ...field(page, "after", evidenceOf(page, result), 3),
    ...command(page, "again", result.replay),
    ...command(page, "by hand", result.curl),
  ];
}

function observed(page: Page, { expected, actual, message }: Result, limit: number): string[] {
  if (expected === undefined && actual === undefined) return field(page, "", message, limit);
  return [...field(page, "expected", expected ?? "", limit), ...field(page, "actual", actual ?? "", limit)];
}

/** For a law `104 responses, of which 3 failed; the first GET /v1/products → 200`, for several exchanges `4 requests in 0.41 s; …`. */
function evidenceOf(page: Page, result: Result): string {
  const proof = result.exchanges.flatMap((index) => page.report.exchanges[index] ?? []);
  const first = proof[0];
  const last = proof.at(-1);
  if (first === undefined || last === undefined) return "";
  const { judged, failed } = result;
  if (judged !== undefined && failed !== undefined && (failed > 1 || proof.length === 1)) {
    return `${judged} responses, of which ${failed} failed; the first ${describeExchange(page, first)}`;
  }
  if (proof.length === 1) return describeExchange(page, first);
  const ms = Math.max(...proof.map(({ receivedAt }) => receivedAt)) - Math.min(...proof.map(({ sentAt }) => sentAt));
  return `${proof.length} requests in ${(ms / 1000).toFixed(2)} s; the last ${describeExchange(page, last)}`;
}

/** `GET /v1/products → 200 (exchange 3)`. */
function describeExchange(page: Page, { index, request, response, failure }: ExchangeRecord): string {
  const base = page.report.target.baseUrl;
  const path = request.url.startsWith(`${base}/`) ? request.url.slice(base.length) : request.url;
  const short = path.length > 200 ? `${path.slice(0, 200)}…` : path;
  return `${request.method} ${short} → ${response?.status ?? failure ?? "no answer"} (exchange ${index})`;
}
