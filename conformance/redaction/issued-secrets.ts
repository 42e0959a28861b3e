/** Sessions and tokens that a target issues in headers of its responses. Its bodies may repeat them. */
import type { HeaderList } from "../model/exchange.ts";
import { LabelledSecrets, type Secret } from "./labelled-secrets.ts";
import { isSecretHeader } from "./secret-headers.ts";

/** Other cookies, such as `session_org`, may hold an identifier of the API, which bodies need. */
const isSecretCookie = (name: string) =>
  /auth|csrf|identity|jwt|key|login|remember|secret|sess|sid$|sso|ticket|token|xsrf/i.test(name) &&
  !/(?:account|organi[sz]ation|org|product|team|tenant|user|workspace)(?:[-_]?id)?$/i.test(name);

/** A token that can mean nothing else, so that replacing it changes no verdict; not a date and time, for example. */
export const isOpaque = (token: string) => /^[\x21-\x7e]{20,}$/.test(token) && /^(?!\d{4}-\d\d-\d\dT).*\d/.test(token);

/** Only this many of the latest secrets are replaced. */
const maxSecrets = 50;

export class IssuedSecrets {
  readonly #secrets = new LabelledSecrets(maxSecrets);

  get all(): readonly Secret[] {
    return this.#secrets.all;
  }

  /** Adds the secrets of a response. True if one is new. */
  note(headers: HeaderList): boolean {
    const before = this.#secrets.count;
    for (const header of headers) {
      for (const { label, token } of secretIn(header)) if (isOpaque(token)) this.#secrets.add(label, token);
    }
    return this.#secrets.count > before;
  }
}

/** The secret in a header, with the prefix of its label. */
function secretIn([name, value]: HeaderList[number]): readonly Secret[] {
  if (!isSecretHeader(name)) return [];
  if (!/^set-cookie2?$/i.test(name)) return [{ label: "TOKEN", token: value }];
  const [pair = ""] = value.split(";", 1);
  const [cookie = ""] = pair.split("=", 1);
  return isSecretCookie(cookie) ? [{ label: "COOKIE", token: cookieValue(pair) }] : [];
}

/** The value of `name=value`, decoded. Bodies contain it decoded or encoded. */
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
