/** Makes exchanges of k6's responses, and replaces the tokens in them. */
import { type Exchange, exchangeOf } from "../../conformance/model/exchange.ts";
import type { Role } from "./environment.ts";
import { K6Exchange, type K6Response, recordOf, type Sent } from "./exchange.ts";

/** Why no response came, by k6's error code. */
function reasonOf(code: number): "timeout" | "unreachable" | "lost" {
  if (code === 1050 || code === 1211) return "timeout";
  return (code >= 1100 && code < 1220) || code === 1300 ? "unreachable" : "lost";
}

/** Shorter tokens may occur in any text by chance. */
const minTokenLength = 8;

const maxCleanBodies = 200;

const unissued = "UNISSUED";

/**
 * In an exchange the name of the role replaces each of `tokens`. `similar`: tokens that were never issued, but contain an issued token
 * or most of it.
 */
export function exchangeReader(tokens: Readonly<Partial<Record<Role, string>>>, similar: readonly string[] = []) {
  const secrets = Object.entries(tokens).filter(([, token]) => token.length >= minTokenLength);
  // The longest first: a similar token may consist of an issued token and more characters.
  const allSecrets = [...secrets, ...similar.map((token) => [unissued, token] as const)].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  const secretTexts = secrets.map(([, token]) => token);
  const quotedSecrets = secretTexts.map((token) => JSON.stringify(token).slice(1, -1));

  /** Bodies that hold no token. Most bodies come again and again, and searching them would take k6 half of its time. */
  const cleanBodies = new Set<string>();
  const isCleanBody = (body: string): boolean => {
    if (cleanBodies.has(body)) return true;
    if (holdsAny(body, secretTexts)) return false;
    if (cleanBodies.size >= maxCleanBodies) cleanBodies.clear();
    cleanBodies.add(body);
    return true;
  };

  return (sent: Sent, response: K6Response): Exchange => {
    const exchange = new K6Exchange(sent, response);
    if (exchange.status === 0) {
      const reason = reasonOf(response.error_code);
      return exchangeOf({ ...recordOf(exchange), response: undefined, failure: response.error, reason });
    }
    if (sent.sender === "unknown") return redacted(exchange, allSecrets);
    if (isCleanBody(exchange.body) && !holdsAny(exchange.headersText, quotedSecrets)) return exchange;
    return redacted(exchange, secrets);
  };
}

function holdsAny(text: string, tokens: readonly string[]): boolean {
  for (let index = 0; index < tokens.length; index += 1) if (text.includes(tokens[index] ?? "")) return true;
  return false;
}

function redacted(exchange: K6Exchange, secrets: readonly (readonly [string, string])[]): Exchange {
  const carried = new Set<string>();
  const redact = (text: string) =>
    secrets.reduce((redactedText, [role, token]) => {
      if (redactedText.includes(token)) carried.add(role);
      return redactedText.replaceAll(token, () => `$${role}`);
    }, text);
  const headers = exchange.response.headers.map(([name, value]) => [name, redact(value)] as const);
  const response = { ...exchange.response, headers, body: redact(exchange.body) };
  const holdsKey = [...carried].some((role) => !role.startsWith("SESSION") && role !== unissued);
  return exchangeOf({ ...recordOf(exchange), response, ...(holdsKey ? { holdsKey } : {}) });
}
