/** Sessions and tokens that a target issues in the headers of its responses, which its bodies may repeat. */
import type { HeaderList } from "../model/exchange.ts";
import { isSecretHeader } from "./secret-headers.ts";

/** A secret and what stands in its place. */
export interface Secret {
  readonly label: string;
  readonly token: string;
}

/** A target may issue a new one with each response: so many, the latest, are looked for. */
const maxSecrets = 50;

/** Other cookies may hold an identifier of the API, which stands in bodies for itself: `session_org`. */
const isSecretCookie = (name: string) =>
  /auth|csrf|identity|jwt|key|login|remember|secret|sess|sid$|sso|ticket|token|xsrf/i.test(name) &&
  !/(?:account|organi[sz]ation|org|product|team|tenant|user|workspace)(?:[-_]?id)?$/i.test(name);

/** It can stand for nothing else: replacing it in a text changes no verdict. */
export const isOpaque = (token: string) => /^[\w.~+/=:@!,-]{20,}$/.test(token) && /\d/.test(token);

export class IssuedSecrets {
  readonly #labels = new Map<string, string>();
  #count = 0;

  get all(): readonly Secret[] {
    return [...this.#labels].map(([token, label]) => ({ token, label }));
  }

  /** True where the response has one that was not known. */
  note(headers: HeaderList): boolean {
    const before = this.#count;
    for (const [name, value] of headers) {
      if (!isSecretHeader(name)) continue;
      if (!/^set-cookie2?$/i.test(name)) this.#add("TOKEN", value);
      else if (isSecretCookie(value.split("=", 1)[0] ?? ""))
        this.#add("COOKIE", cookieValue(value.split(";", 1)[0] ?? ""));
    }
    return this.#count > before;
  }

  #add(prefix: string, token: string): void {
    if (!isOpaque(token) || this.#labels.has(token)) return;
    this.#count += 1;
    this.#labels.set(token, `${prefix}_${this.#count}`);
    const [oldest] = this.#labels.keys();
    if (this.#labels.size > maxSecrets && oldest !== undefined) this.#labels.delete(oldest);
  }
}

/** The value of `name=value`, decoded: bodies have it so, or encoded. */
export function cookieValue(pair: string): string {
  const value = pair
    .slice(pair.indexOf("=") + 1)
    .trim()
    .replace(/^"(.*)"$/, "$1");
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
