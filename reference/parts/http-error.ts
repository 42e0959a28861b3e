/** The errors with which requests are answered. Any code may throw an `HttpError`; `http/` makes the response. */

/** The status of each kind of error (§7). */
export const statuses = {
  malformedRequest: 400,
  malformedJson: 400,
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  conflict: 409,
  tooLarge: 413,
  unsupportedMediaType: 415,
  tooManyRequests: 429,
  internal: 500,
  storageFailing: 503,
  storageFull: 507,
};

export type ErrorKind = keyof typeof statuses;

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
