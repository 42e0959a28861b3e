/** A request that is not served, and why. Thrown anywhere, answered in one place: the error part. */

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

/** One thing that is wrong with the input (§2.14). `path` leads to it: names of fields and indices of arrays. */
export interface Issue {
  readonly code: string;
  readonly message: string;
  readonly path?: readonly (string | number)[];
}

/** Ends a request with an error body. */
export class HttpError extends Error {
  override readonly name = "Refusal";
  readonly kind: ErrorKind;
  readonly issues: readonly Issue[];
  /** Headers that the status calls for, such as `Allow`. */
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
