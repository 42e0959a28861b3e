/**
 * Replaces each credential in a request and its response by `$LABEL`, and sessions that the target issues in cookies.
 * This happens on the whole texts: in a text that is shortened for a message, most of a token might remain.
 */
import type { ExchangeRecord, ExchangeRequest, ExchangeResponse } from "../model/exchange.ts";
import { IssuedSecrets } from "../redaction/issued-secrets.ts";
import { createRedactor } from "../redaction/redactor.ts";
import { withoutSecretValues } from "../redaction/secret-headers.ts";
import { createKeyTest } from "../redaction/token-forms.ts";
import type { Credential } from "../target-file/target.ts";

/** Replacing shorter tokens, which any text may contain, would change what laws judge. The report is redacted again. */
export const shortestToken = 8;

type Kept = Pick<ExchangeRecord, "request" | "response" | "holdsKey">;

/** The result turns a request and its response, as they were sent, into what an exchange keeps of them. */
export function createRecorder(
  credentials: readonly Credential[],
): (sent: ExchangeRequest, response: ExchangeResponse | undefined) => Kept {
  const known = credentials.filter(({ token }) => token.length >= shortestToken);
  const showsKey = createKeyTest(known.filter(({ kind }) => kind === "api-key").map(({ token }) => token));
  const issued = new IssuedSecrets();
  let redact = createRedactor(known);

  return (sent, response) => {
    if (response !== undefined && issued.note(response.headers)) redact = createRedactor([...known, ...issued.all]);
    const request = { ...sent, url: redact(sent.url), body: redact(sent.body) };
    if (response === undefined) return { request };
    const headers = withoutSecretValues(response.headers, redact);
    const body = redactBody(response.body, redact);
    const kept = { request, response: { ...response, headers, body } };
    // A text in which nothing was replaced contains no key.
    const holdsKey =
      (body !== response.body && showsKey(response.body)) ||
      response.headers.some((field, at) => field !== headers[at] && showsKey(field[1]));
    return holdsKey ? { ...kept, holdsKey } : kept;
  };
}

/** Replacing a token that is a number, or that spans several strings, must not turn JSON into something else. */
function redactBody(body: string, redact: (text: string) => string): string {
  const redacted = redact(body);
  if (redacted === body || !isJson(body) || isJson(redacted)) return redacted;
  try {
    const json = JSON.stringify(redactValue(JSON.parse(body), redact));
    return redact(json) === json ? json : redacted;
  } catch {
    // The body is nested too deeply.
    return redacted;
  }
}

/** A number that is long enough for a token becomes 0, since JSON keeps only the first digits of a long number. */
function redactValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value === "number") return Math.abs(value) < 10 ** (shortestToken - 1) ? value : 0;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [redact(name), redactValue(field, redact)]));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
