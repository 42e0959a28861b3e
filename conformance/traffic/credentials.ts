/** Finds the sender of each recorded request: a credential of the target file, or one that only the traffic shows. */
import { type CredentialKind, headerValues } from "../model/exchange.ts";
import { keyPrefixOf } from "../model/key-form.ts";
import { undisclosedLabel } from "../model/undisclosed.ts";
import type { Credential } from "../target-file/target.ts";
import type { Recorded } from "./recorded.ts";

interface Sender {
  readonly kind: CredentialKind;
  readonly credential: string;
  readonly organization?: string | undefined;
}

export class TrafficCredentials {
  readonly #declared: readonly Credential[];
  readonly #byToken: Map<string, Credential>;
  /** The credentials by the value of the Authorization header; undefined for a value that names none. */
  readonly #byHeader = new Map<string, Credential | undefined>();
  readonly #found: Credential[] = [];
  readonly #counts = { "api-key": 0, session: 0 };
  #undisclosed = 0;

  constructor(declared: readonly Credential[]) {
    this.#declared = declared;
    this.#byToken = new Map(declared.map((credential) => [credential.token, credential]));
  }

  /** The bearer values that the target file does not have. Their organization is unknown; §5.5 distinguishes keys from sessions. */
  get found(): readonly Credential[] {
    return this.#found;
  }

  /** Adds the request's bearer value to `found`, if it is new. */
  note({ request }: Recorded): void {
    for (const value of headerValues(request.headers, "authorization")) this.#credentialOf(value);
  }

  senderOf(recorded: Recorded): Sender {
    const values = headerValues(recorded.request.headers, "authorization");
    if (values.length === 0 && isWithoutCredentials(recorded)) return { kind: "none", credential: "" };
    const credential = values.length === 1 ? this.#credentialOf(values[0] ?? "") : undefined;
    if (credential === undefined) return { kind: "api-key", credential: undisclosedLabel(++this.#undisclosed) };
    const { kind, expired, label, org } = credential;
    return { kind: expired ? "expired" : kind, credential: label, organization: org };
  }

  /** Undefined if the header has no bearer value, or a placeholder. */
  #credentialOf(authorization: string): Credential | undefined {
    if (!this.#byHeader.has(authorization)) this.#byHeader.set(authorization, this.#identify(authorization));
    return this.#byHeader.get(authorization);
  }

  #identify(authorization: string): Credential | undefined {
    const token = bearerOf(authorization);
    const known = token === undefined ? undefined : this.#byToken.get(token);
    if (token === undefined || known !== undefined) return known;
    const label = /^\$\{?(\w+)\}?$/.exec(token)?.[1];
    const labelled = this.#declared.find((credential) => credential.label === label);
    return labelled ?? (isPlaceholder(token) ? undefined : this.#add(token));
  }

  #add(token: string): Credential {
    const kind = keyPrefixOf(token) === undefined ? "session" : "api-key";
    const prefix = kind === "session" ? "FOUND_SESSION" : "FOUND_KEY";
    this.#counts[kind] += 1;
    const credential: Credential = {
      label: `${prefix}_${this.#counts[kind]}`,
      token,
      kind,
      expired: false,
      denied: [],
    };
    this.#found.push(credential);
    this.#byToken.set(token, credential);
    return credential;
  }
}

/** The token of an Authorization header; undefined if its scheme is not Bearer. */
export const bearerOf = (authorization: string): string | undefined =>
  /^bearer +(\S.*)$/i.exec(authorization.trim())?.[1];

/**
 * Whether this may be a placeholder for a token, as recorders and people write them: `$KEY`, `[Filtered]`, `<my key>`, `***`, `fpk_key_…`.
 * A placeholder does not show who sent a request. Unless it is a marker, it may nevertheless be a secret.
 */
export const isPlaceholder = (token: string) =>
  isMarker(token) || /\s|\*{3}|\.{3}|…|^<.*>$|^\[.*\]$|^\{.*\}$|^\(.*\)$/.test(token);

/** Whether this is a placeholder that cannot be a secret, and may occur in any text. */
export const isMarker = (token: string) =>
  /^(.)\1*$/.test(token) ||
  /^(?:null|true|false|undefined|nan)$/i.test(token) ||
  /^\$(?:[A-Z_][A-Z\d_]*|\{[^}]*\})$/.test(token) ||
  /^\W*(?:access_token|filtered|hidden|masked|redacted|removed|sanitized|token)\W*$/i.test(token);

/** Whether no header, cookie or query parameter of the request can be a credential. */
const isWithoutCredentials = ({ request, recorder }: Recorded) =>
  recorder.keepsAuthorization &&
  !request.url.includes("?") &&
  !request.headers.some(([name]) => /auth|cookie|key|secret|session|signature|token/i.test(name));
