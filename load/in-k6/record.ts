/** Writes lines of JSON to k6's console, from which `fpk load` reads a script's exchanges and judgements. */
import exec from "k6/execution";
import type { Exchange, ExchangeRequest } from "../../conformance/model/exchange.ts";
import { K6Exchange, recordOf } from "./exchange.ts";

/** Writes one line; `fpk` is its kind. */
export function recordLine(line: { readonly fpk: string; readonly [field: string]: unknown }): void {
  console.log(JSON.stringify(line));
}

/**
 * Writes an exchange. The line of an ordinary response is short, and its JSON is concatenated by hand: otherwise a script would spend
 * more time on writing than on sending.
 */
export function recordExchange(exchange: Exchange): void {
  if (!(exchange instanceof K6Exchange)) {
    recordLine({ fpk: "exchange", ...recordOf(exchange) });
    return;
  }
  const { operation, credential, intent, request, sentAt, receivedAt, durationMs, status, headersText, body } =
    exchange;
  const sent = `"operation":"${operation}","credential":"${credential}","request":${requestText(request)}${intent === "valid" ? "" : `,"intent":"${intent}"`}`;
  const duration = durationMs === undefined ? "" : `,"durationMs":${durationMs}`;
  const times = `"sentAt":${sentAt},"receivedAt":${receivedAt}${duration}`;
  console.log(`{"fpk":"response",${sent},${times},"status":${status},"headers":${headersText},${bodyFields(body)}}`);
}

/** The JSON of requests: a client uses the same object for all requests of a kind. */
const requestTexts = new WeakMap<ExchangeRequest, string>();

function requestText(request: ExchangeRequest): string {
  const known = requestTexts.get(request);
  if (known !== undefined) return known;
  const text = JSON.stringify(request);
  requestTexts.set(request, text);
  return text;
}

/** The names of the bodies that this virtual user has written. */
const bodyNames = new Map<string, string>();
const maxBodies = 200;
let bodies = 0;

/** Most bodies come again and again: each is written once, with a name, and afterwards only the name. */
function bodyFields(body: string): string {
  const known = bodyNames.get(body);
  if (known !== undefined) return known;
  if (bodyNames.size >= maxBodies) bodyNames.clear();
  bodies += 1;
  const name = `"bodyName":"${exec.vu.idInTest}-${bodies}"`;
  bodyNames.set(body, name);
  return `${name},"body":${JSON.stringify(body)}`;
}
