/**
 * Replaces each credential in a request and its response by `$LABEL`, also sessions that the target issues in cookies.
 * It is done here, where the texts are whole: in a text that is cut for a message, most of a token could be left.
 */
import type { ExchangeRecord, ExchangeRequest, ExchangeResponse } from "../model/exchange.ts";
import { IssuedSecrets } from "../redaction/issued-secrets.ts";
import { createRedactor } from "../redaction/redactor.ts";
import { withoutSecretValues } from "../redaction/secret-headers.ts";
import { createKeyTest } from "../redaction/token-forms.ts";
import type { Credential } from "../target-file/target.ts";

/** Shorter tokens may stand in any text, and replacing them would change what a law judges; the report is redacted again. */
export const shortestToken = 8;

type Kept = Pick<ExchangeRecord, "request" | "response" | "holdsKey">;

/** Gives a function from a request and its response, as they went over the wire, to what an exchange keeps of them. */
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
    // What nothing was replaced in shows no key.
    const holdsKey =
      (body !== response.body && showsKey(response.body)) ||
      response.headers.some((field, at) => field !== headers[at] && showsKey(field[1]));
    return holdsKey ? { ...kept, holdsKey } : kept;
  };
}

/** A token that is a number, or spans what is not one string, must not turn JSON into something else. */
function redactBody(body: string, redact: (text: string) => string): string {
  const redacted = redact(body);
  if (redacted === body || !isJson(body) || isJson(redacted)) return redacted;
  try {
    const json = JSON.stringify(redactValue(JSON.parse(body), redact));
    return redact(json) === json ? json : redacted;
  } catch {
    // It is nested too deeply.
    return redacted;
  }
}

/** A number stays one, without its digits: of a long one, JSON keeps the first. */
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
