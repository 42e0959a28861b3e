/** What cases expect of an answer. Each throws `Mismatch` with what was expected and what came. */
import { shown } from "../spec/body.ts";
import { Mismatch } from "./check.ts";
import type { Exchange } from "./exchange.ts";

/** Status and the beginning of the body. */
export function answerOf(exchange: Exchange): string {
  const body = exchange.response?.body ?? "";
  const told = exchange.isJson() ? shown(exchange.json()) : body === "" ? "an empty body" : shown(body);
  return `${exchange.status} with ${told}`;
}

export function expectSuccess(exchange: Exchange, what: string): void {
  if (!exchange.isSuccess) mismatch(exchange, `a 2xx ${what}`);
}

export function expectStatus(exchange: Exchange, status: number, what = ""): void {
  if (exchange.status !== status) mismatch(exchange, what === "" ? String(status) : `${status} ${what}`);
}

/** A 4xx: the caller's error, whichever the target chose. */
export function expectRefused(exchange: Exchange, what: string): void {
  if (exchange.isSuccess) mismatch(exchange, `a 4xx ${what}`);
}

export function mismatch(exchange: Exchange, expected: string, actual = answerOf(exchange)): never {
  throw new Mismatch({
    expected,
    actual: `${exchange.request.method} ${pathOf(exchange)}: ${actual}`,
    exchanges: [exchange],
  });
}

/** The path below the base URL, as the document writes paths. */
export function pathOf(exchange: Exchange): string {
  const at = exchange.request.url.indexOf("/v1/");
  return at < 0 ? exchange.request.url : exchange.request.url.slice(at);
}
