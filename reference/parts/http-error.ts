/** Why a request is answered with an error. Thrown anywhere, answered by the step `errors`. */

export type ErrorKind =
  | "malformedRequest"
  | "malformedJson"
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "notFound"
  | "methodNotAllowed"
  | "conflict"
  | "tooLarge"
  | "unsupportedMediaType"
  | "tooManyRequests"
  | "internal";

/** One problem with the input (§2.14). `path` locates it: names of fields and indices of arrays. */
export interface Issue {
  readonly code: string;
  readonly message: string;
  readonly path?: readonly (string | number)[];
}

/** Ends a request with an error body. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly kind: ErrorKind;
  readonly issues: readonly Issue[];
  /** Headers that the status requires, such as `Allow`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    kind: ErrorKind,
    message: string,
    issues: readonly Issue[] = [],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.kind = kind;
    this.issues = issues;
    this.headers = headers;
  }
}
