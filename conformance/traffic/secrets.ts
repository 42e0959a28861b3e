/** What must not be stored of traffic: bearer values, cookies and credentials in URLs, and wherever the target repeats them. */
import type { HeaderList } from "../model/exchange.ts";
import { cookieValue, isOpaque, type Secret } from "../redaction/issued-secrets.ts";
import { isSecretHeader, withoutSecretValues } from "../redaction/secret-headers.ts";
import { bearerOf } from "./credentials.ts";
import { headerValues, type Recorded } from "./recorded.ts";

/** Shorter values may stand in any text. */
const minLength = 8;

/** A target may set a new cookie in each response: so many are looked for at the end, and in each exchange as it is read. */
const maxSecrets = 2000;
const maxOpaque = 50;

/** Secrets as they are found, without those of the credentials, which have labels of their own. */
export class FoundSecrets {
  readonly #labels = new Map<string, string>();
  #count = 0;

  get all(): readonly Secret[] {
    return [...this.#labels].map(([token, label]) => ({ token, label }));
  }

  /** Those that can stand for nothing else: replacing them before the laws judge a text changes no verdict. */
  get opaque(): readonly Secret[] {
    return this.all.filter(({ token }) => isOpaque(token)).slice(-maxOpaque);
  }

  /** True where the exchange has one that was not known. */
  add({ request, response }: Recorded): boolean {
    const before = this.#count;
    for (const value of headerValues(request.headers, "authorization"))
      if (bearerOf(value) === undefined) this.#note("AUTHORIZATION", value.replace(/^\S+ +/, ""));
    for (const value of headerValues(request.headers, "cookie"))
      for (const pair of value.split(/; */)) this.#note("COOKIE", cookieValue(pair));
    for (const value of headerValues(response?.headers ?? [], "set-cookie"))
      this.#note("COOKIE", cookieValue(value.split(";", 1)[0] ?? ""));
    for (const [name, value] of [...request.headers, ...(response?.headers ?? [])])
      if (isSecretHeader(name) && !/cookie/i.test(name))
        this.#note("HEADER", value.replace(/^(?:basic|bearer) +/i, ""));
    for (const value of secretsInUrl(request.url)) this.#note("URL", value);
    return this.#count > before;
  }

  #note(prefix: string, token: string): void {
    if (token.length < minLength || this.#labels.has(token)) return;
    this.#count += 1;
    this.#labels.set(token, `${prefix}_${this.#count}`);
    const [oldest] = this.#labels.keys();
    if (this.#labels.size > maxSecrets && oldest !== undefined) this.#labels.delete(oldest);
  }
}

/** The password before a host, and what parameters of the query carry credentials by their names: `?access_token=…`. */
function secretsInUrl(url: string): readonly string[] {
  const password = /^\w+:\/\/[^/?#:]*:([^/?#]*)@/.exec(url)?.[1] ?? "";
  const parameters = url.includes("?") ? [...new URLSearchParams(url.slice(url.indexOf("?")))] : [];
  return [password, ...parameters.flatMap(([name, value]) => (isSecretParameter(name) ? [value] : []))];
}

const isSecretParameter = (name: string) => /auth|key|password|secret|session|signature|token/i.test(name);

/** Without `Authorization`, and without the values of other headers that carry credentials. */
export const safeHeaders = (headers: HeaderList, redact?: (text: string) => string): HeaderList =>
  withoutSecretValues(
    headers.filter(([name]) => name.length !== authorization.length || name.toLowerCase() !== authorization),
    redact,
  );

const authorization = "authorization";
