/** Sessions and tokens that a target issues in headers of its responses. Its bodies may repeat them. */
import type { HeaderList } from "../model/exchange.ts";
import { LabelledSecrets } from "./labelled-secrets.ts";
import type { Secret } from "./redactor.ts";
import { holdsOnlySecret, isSecretHeader } from "./secret-headers.ts";

/** Other cookies, such as `session_org`, may hold an identifier of the API, which bodies need. */
const isSecretCookie = (name: string) =>
  /auth|csrf|identity|jwt|key|login|remember|secret|sess|sid$|sso|ticket|token|xsrf/i.test(name) &&
  !/(?:account|organi[sz]ation|org|product|team|tenant|user|workspace)(?:[-_]?id)?$/i.test(name);

/** A secret that can mean nothing else, so that replacing it changes no verdict; not a date and time, for example. */
export const isOpaque = ({ label, token }: Secret) =>
  !label.startsWith("FIELD") && /^[\x21-\x7e]{20,}$/.test(token) && /^(?!\d{4}-\d\d-\d\dT).*\d/.test(token);

/** What a header or a cookie holds is taken for a secret from this length on: shorter values may occur in any text by chance. */
export const minIssuedSecret = 8;

export class IssuedSecrets {
  readonly #secrets = new LabelledSecrets();

  /** The secrets of a response that no other had before. */
  note(headers: HeaderList): readonly Secret[] {
    return headers
      .flatMap(secretIn)
      .filter(({ token }) => token.length >= minIssuedSecret)
      .flatMap(({ label, token }) => this.#secrets.add(label, token) ?? []);
  }
}

/** The secret in a header, with the prefix of its label. */
function secretIn([name, value]: HeaderList[number]): readonly Secret[] {
  if (!isSecretHeader(name)) return [];
  if (!/^set-cookie2?$/i.test(name))
    return [
      { label: holdsOnlySecret(name) ? "TOKEN" : "FIELD", token: value.replace(/^(?:basic|bearer|token)\s+/i, "") },
    ];
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
