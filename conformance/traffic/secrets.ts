/**
 * Finds the secrets in traffic, which must not be stored, also not where the target repeats them: cookies, credentials in headers, URLs
 * and bodies.
 */
import { type HeaderList, headerValues } from "../model/exchange.ts";
import { cookieValue, minIssuedSecret } from "../redaction/issued-secrets.ts";
import { LabelledSecrets } from "../redaction/labelled-secrets.ts";
import type { Secret } from "../redaction/redactor.ts";
import { holdsOnlySecret, isSecretHeader, withoutSecretValues } from "../redaction/secret-headers.ts";
import { bearerOf, isMarker, isPlaceholder } from "./credentials.ts";
import type { Recorded } from "./recorded.ts";

/** The secrets found so far, without the tokens of credentials, which have labels of their own. */
export class FoundSecrets {
  readonly #secrets = new LabelledSecrets();
  /** Values of fields without secrets, by the fields' names, and URLs, with an empty name: the same ones come with most exchanges. */
  readonly #plain = new Map<string, Set<string>>();

  /** Returns the secrets of an exchange that are new. The label of one that might also be something else begins with `FIELD`. */
  add({ request, response, cookies = [] }: Recorded): readonly Secret[] {
    const found = [
      ...this.#inHeaders(request.headers),
      ...this.#inHeaders(response?.headers ?? []),
      ...headerValues(response?.headers ?? [], "authorization").flatMap((value) =>
        secrets("AUTHORIZATION", [bearerOf(value) ?? ""]),
      ),
      ...cookies.map((value) => ({ label: "COOKIE", token: cookieValue(value) })),
      ...this.#unlessPlain("", request.url, secretsInUrl),
      ...secretsInBody(request.body, request.headers),
      ...secretsInBody(response?.body ?? "", response?.headers ?? []),
    ];
    return found
      .filter((secret) => isLong(secret) && !isMarker(secret.token))
      .flatMap(({ label, token }) => this.#secrets.add(label, token) ?? []);
  }

  #inHeaders(headers: HeaderList): readonly Secret[] {
    const found: Secret[] = [];
    for (const [name, value] of headers) found.push(...this.#unlessPlain(name, value, secretsInHeader));
    return found;
  }

  #unlessPlain(name: string, value: string, find: (value: string, name: string) => readonly Secret[]) {
    const plain = this.#plain.get(name);
    if (plain?.has(value)) return [];
    const found = find(value, name).filter(isLong);
    if (found.length > 0) return found;
    if (plain !== undefined && plain.size < maxPlain) plain.add(value);
    else if (plain === undefined && this.#plain.size < maxPlain) this.#plain.set(name, new Set([value]));
    return found;
  }
}

/** How many names are remembered, and how many values of each name. */
const maxPlain = 300;

const isLong = ({ token }: Secret) => token.length >= minIssuedSecret;

const isAuthorization = (name: string) => name.length === 13 && name.toLowerCase() === "authorization";

/** The secrets, each with the prefix of its label. */
function secretsInHeader(value: string, name: string): readonly Secret[] {
  if (isAuthorization(name)) return secretsInAuthorization(value);
  if (/^cookie$/i.test(name)) return value.split(/; */).map((pair) => ({ label: "COOKIE", token: cookieValue(pair) }));
  if (/^set-cookie2?$/i.test(name)) return [{ label: "COOKIE", token: cookieValue(value.split(";", 1)[0] ?? "") }];
  if (!isSecretHeader(name)) return [...bearersIn(value), ...(/[?#;@]/.test(value) ? secretsInUrl(value) : [])];
  const token = value.replace(/^(?:basic|bearer|token)\s+/i, "");
  return [{ label: holdsOnlySecret(name) ? "HEADER" : "FIELD", token }, ...partsOfAuthorization(value)];
}

/** One bearer token is a credential, and no secret here. A placeholder is not a credential, but it may be a secret. */
function secretsInAuthorization(value: string): readonly Secret[] {
  const bearer = bearerOf(value);
  if (bearer !== undefined && (isMarker(bearer) || !isPlaceholder(bearer))) return [];
  return [{ label: "AUTHORIZATION", token: bearer ?? value.replace(/^\S+ +/, "") }, ...partsOfAuthorization(value)];
}

/** Each of several bearer tokens, the quoted parameters (`Token token="…"`), and the password of `Basic`. */
function partsOfAuthorization(value: string): readonly Secret[] {
  const basic = Buffer.from(/^basic\s+(\S+)$/i.exec(value)?.[1] ?? "", "base64").toString();
  const password = basic.slice(basic.indexOf(":") + 1);
  const quoted = [...value.matchAll(/\b(\w+)="([^"]+)"/g)].flatMap(([, name = "", text = ""]) =>
    isSecretName(name) || /^(?:nextnonce|response)$/i.test(name) ? [text] : [],
  );
  return [...bearersIn(value), ...secrets("AUTHORIZATION", [basic, password, ...quoted])];
}

const bearersIn = (value: string) =>
  /bearer/i.test(value)
    ? secrets(
        "AUTHORIZATION",
        [...value.matchAll(/\bbearer\s+([\w.~+/-]+=*)(?![\w.~+/="-])/gi)].map(([, token = ""]) => token),
      )
    : [];

const secrets = (label: string, tokens: readonly string[]): readonly Secret[] =>
  tokens.map((token) => ({ label, token }));

/** The password before the host, and the values of parameters with names such as `access_token`, of the query or after `#` or `;`. */
function secretsInUrl(url: string): readonly Secret[] {
  if (!/[?#;@]/.test(url)) return [];
  const password = /^\w+:\/\/[^/?#:]*:([^/?#]*)@/.exec(url)?.[1] ?? "";
  return [...secrets("URL", [password]), ...secretsInParameters(url.slice(url.search(/[?#;]|$/)), "URL")];
}

/** `sure`: the label of those that are named as secrets plainly. */
function secretsInParameters(text: string, sure: string): readonly Secret[] {
  const parameters = text.split(/[?#;&]/).flatMap((pair) => [...new URLSearchParams(pair)].slice(0, 1));
  return parameters.flatMap(([name, token]) => {
    if (isSecretParameter(name)) return [{ label: sure, token }];
    return isSecretName(name) || /^(?:code|sid|sig)$/i.test(name) ? [{ label: "FIELD", token }] : [];
  });
}

const isSecretParameter = (name: string) => /auth|key|password|secret|session|signature|token/i.test(name);

/** A name as of a field with a secret, and not of what describes one (`tokenType`). */
const isSecretName = (name: string) =>
  /token|secret|passw|pwd|api[-_]?key|credential|session[-_]?(?:id|key)|jwt|assertion|private[-_]?key/i.test(name) &&
  !/(?:at|count|expires|expires?[-_]?in|hint|kind|limit|name|prefix|status|type|ur[il])$/i.test(name);

/** Longer ones are not searched for such fields. */
const maxSearchedLength = 1_000_000;

/** The values of fields such as `refresh_token`, in JSON and in forms. */
function secretsInBody(body: string, headers: HeaderList): readonly Secret[] {
  if (body.length > maxSearchedLength || !/token|secret|passw|pwd|key|credential|session|jwt|assertion/i.test(body))
    return [];
  if (headerValues(headers, "content-type").some((type) => /form-urlencoded/i.test(type)))
    return secretsInParameters(body, "FIELD");
  const fields = [...body.matchAll(/"([\w-]{1,60})"\s{0,9}:\s{0,9}("(?:[^"\\]|\\.){8,4000}")/g)];
  return fields.flatMap(([, name = "", text = ""]) => (isSecretName(name) ? secrets("FIELD", [textOf(text)]) : []));
}

function textOf(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json.slice(1, -1);
  }
}

const mayHoldSecret = (name: string) => isAuthorization(name) || isSecretHeader(name);

/** Removes `Authorization`, and the values of other headers that may contain credentials. */
export const safeHeaders = (headers: HeaderList, redact?: (text: string) => string): HeaderList =>
  redact === undefined && !headers.some(([name]) => mayHoldSecret(name))
    ? headers
    : withoutSecretValues(
        headers.filter(([name]) => !isAuthorization(name)),
        redact,
      );
