/** The content of the target file of a running reference. */

export interface TargetCredential {
  readonly token: string;
  readonly kind: "api-key" | "session";
  /** The id of the credential's organization. */
  readonly org?: string;
  readonly expired?: boolean;
  /** The operations that the caller may not call. */
  readonly denied?: readonly string[];
  /** The limit of the credential's organization, if it has another tier. */
  readonly rateLimit?: RateLimit;
}

interface RateLimit {
  readonly limit: number;
  readonly windowSeconds: number;
}

export interface Target {
  readonly baseUrl: string;
  readonly credentials: readonly TargetCredential[];
  /** The rate limit; that of the Standard tier (§8) if it is absent. */
  readonly rateLimit?: RateLimit;
}

export interface TargetFile {
  /** The content of the target file, made from the complete target. */
  contents(target: Target): Target;
}

export const targetFile: TargetFile = { contents: (target) => target };
