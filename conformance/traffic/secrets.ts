/** Finds the secrets in traffic, which must not be stored, also not where the target repeats them: cookies, credentials in headers and URLs. */
import type { HeaderList } from "../model/exchange.ts";
import { cookieValue, isOpaque } from "../redaction/issued-secrets.ts";
import { LabelledSecrets, type Secret } from "../redaction/labelled-secrets.ts";
import { isSecretHeader, withoutSecretValues } from "../redaction/secret-headers.ts";
import { bearerOf, isMarker, isPlaceholder } from "./credentials.ts";
import type { Recorded } from "./recorded.ts";

/** Shorter values may occur in any text by chance. */
const minLength = 8;

/** How many secrets are replaced in the report, and in each exchange when it is read: a target may set a new cookie in each response. */
const maxSecrets = 2000;
const maxOpaque = 50;

/** The secrets found so far, without the tokens of credentials, which have labels of their own. */
export class FoundSecrets {
  readonly #secrets = new LabelledSecrets(maxSecrets);

  get all(): readonly Secret[] {
    return this.#secrets.all;
  }

  /** Secrets that do not look like other values, so that replacing them before the laws judge changes no verdict. */
  get opaque(): readonly Secret[] {
    return this.all.filter(({ token }) => isOpaque(token)).slice(-maxOpaque);
  }

  /** Adds the secrets of an exchange. Returns whether one of them is new. */
  add({ request, response }: Recorded): boolean {
    const before = this.#secrets.count;
    for (const headers of [request.headers, response?.headers ?? []]) {
      for (const header of headers) if (mayHoldSecret(header[0])) this.#addAll(secretsInHeader(header));
    }
    this.#addAll(secretsInUrl(request.url));
    return this.#secrets.count > before;
  }

  #addAll(found: readonly Secret[]): void {
    for (const { label, token } of found) if (token.length >= minLength) this.#secrets.add(label, token);
  }
}

const isAuthorization = (name: string) => name.length === 13 && name.toLowerCase() === "authorization";
const mayHoldSecret = (name: string) => isAuthorization(name) || isSecretHeader(name);

/** The secrets, each with the prefix of its label. */
function secretsInHeader([name, value]: HeaderList[number]): readonly Secret[] {
  if (isAuthorization(name)) return secretsInAuthorization(value);
  if (/^cookie$/i.test(name)) return value.split(/; */).map((pair) => ({ label: "COOKIE", token: cookieValue(pair) }));
  if (/^set-cookie2?$/i.test(name)) return [{ label: "COOKIE", token: cookieValue(value.split(";", 1)[0] ?? "") }];
  return [{ label: "HEADER", token: value.replace(/^(?:basic|bearer) +/i, "") }];
}

/** Bearer tokens are credentials, and no secrets here. A placeholder is not a credential, but it may be a secret. */
function secretsInAuthorization(value: string): readonly Secret[] {
  const bearer = bearerOf(value);
  if (bearer !== undefined && (isMarker(bearer) || !isPlaceholder(bearer))) return [];
  return [{ label: "AUTHORIZATION", token: bearer ?? value.replace(/^\S+ +/, "") }];
}

/** The password before the host, and the values of query parameters with names such as `access_token`. */
function secretsInUrl(url: string): readonly Secret[] {
  if (!/[?@]/.test(url)) return [];
  const password = /^\w+:\/\/[^/?#:]*:([^/?#]*)@/.exec(url)?.[1] ?? "";
  const parameters = url.includes("?") ? [...new URLSearchParams(url.slice(url.indexOf("?")))] : [];
  const values = [password, ...parameters.flatMap(([name, value]) => (isSecretParameter(name) ? [value] : []))];
  return values.map((token) => ({ label: "URL", token }));
}

const isSecretParameter = (name: string) => /auth|key|password|secret|session|signature|token/i.test(name);

/** Removes `Authorization`, and the values of other headers that may contain credentials. */
export const safeHeaders = (headers: HeaderList, redact?: (text: string) => string): HeaderList =>
  redact === undefined && !headers.some(([name]) => mayHoldSecret(name))
    ? headers
    : withoutSecretValues(
        headers.filter(([name]) => !isAuthorization(name)),
        redact,
      );
