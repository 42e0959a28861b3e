/**
 * Replaces each credential in a request and its response by `$LABEL`, and sessions that the target issues in cookies.
 * This happens on the whole texts: in a text that is shortened for a message, most of a token might remain.
 */

import { withSimilarTokens } from "../generate/similar-tokens.ts";
import type { ExchangeRecord, ExchangeRequest, ExchangeResponse } from "../model/exchange.ts";
import { IssuedSecrets, isOpaque, minIssuedSecret } from "../redaction/issued-secrets.ts";
import { KeyTest } from "../redaction/key-test.ts";
import { Redactor, type Secret } from "../redaction/redactor.ts";
import { withoutSecretValues } from "../redaction/secret-headers.ts";
import type { Credential } from "../target-file/target.ts";

/** Replacing shorter tokens, which any text may contain, would change what laws judge. The report is redacted again. */
export const minTokenInExchange = 8;

type Kept = Pick<ExchangeRecord, "request" | "response" | "holdsKey">;

/** Turns a request and its response, as they were sent, into what an exchange keeps of them. */
export type Recorder = (sent: ExchangeRequest, response: ExchangeResponse | undefined) => Kept;

/**
 * `onSecrets` is called with the secrets that a response issues. Those that might be something else are not replaced, since laws judge
 * what is kept.
 */
export function createRecorder(
  credentials: readonly Credential[],
  onSecrets?: (secrets: readonly Secret[]) => void,
): Recorder {
  const recorder = new ExchangeRecorder(credentials);
  const issued = new IssuedSecrets();
  return (sent, response) => {
    const secrets = issued.note(response?.headers ?? []);
    recorder.hide(secrets.filter(isOpaque));
    if (secrets.length > 0) onSecrets?.(recorder.asKept(secrets));
    return recorder.record(sent, response);
  };
}

/** A recorder that learns of credentials and secrets while it records. */
export class ExchangeRecorder {
  readonly #redactor: Redactor;
  readonly #keys = new KeyTest();

  constructor(credentials: readonly Credential[]) {
    this.#redactor = new Redactor(withSimilarTokens(credentials.filter(isLong)));
    this.#noteKeys(credentials);
  }

  /** Adds credentials, but not the tokens that resemble theirs (`withSimilarTokens`). */
  know(credentials: readonly Credential[]): void {
    this.hide(credentials.filter(isLong));
    this.#noteKeys(credentials);
  }

  hide(secrets: readonly Secret[]): void {
    if (secrets.length > 0) this.#redactor.add(secrets);
  }

  /** The secrets. One that contains another is added a second time as it is kept: with the other replaced. */
  asKept(secrets: readonly Secret[]): readonly Secret[] {
    return secrets.flatMap((secret) => {
      const token = this.redact(secret.token);
      const rest = token.replace(/\$\w+|\$\{\w+:\d+:\d+\}/g, "");
      return token === secret.token || rest.length < minIssuedSecret ? [secret] : [secret, { ...secret, token }];
    });
  }

  readonly redact = (text: string): string => this.#redactor.redact(text);

  readonly record: Recorder = (sent, response) => {
    const { redact } = this;
    const request = { ...sent, url: redact(sent.url), body: redact(sent.body) };
    if (response === undefined) return { request };
    const headers = withoutSecretValues(response.headers, redact);
    const body = redactBody(response.body, redact);
    const kept = { request, response: { ...response, headers, body } };
    // A text in which nothing was replaced contains no key.
    const holdsKey =
      (body !== response.body && this.#keys.holdsKey(response.body)) ||
      response.headers.some((field, at) => field !== headers[at] && this.#keys.holdsKey(field[1]));
    return holdsKey ? { ...kept, holdsKey } : kept;
  };

  #noteKeys(credentials: readonly Credential[]): void {
    for (const { kind, token } of credentials.filter(isLong)) if (kind === "api-key") this.#keys.add(token);
  }
}

const isLong = ({ token }: Secret) => token.length >= minTokenInExchange;

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
  if (typeof value === "number") return Math.abs(value) < 10 ** (minTokenInExchange - 1) ? value : 0;
  if (Array.isArray(value)) return redactBytes(value, redact) ?? value.map((item) => redactValue(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [redact(name), redactValue(field, redact)]));
}

/** What stands for an array of numbers that are the bytes of a token; undefined for any other array. */
function redactBytes(array: readonly unknown[], redact: (text: string) => string): readonly string[] | undefined {
  if (!array.every((item) => typeof item === "number")) return undefined;
  const bytes = array.join(",");
  const redacted = redact(bytes);
  return redacted === bytes ? undefined : [redacted];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
