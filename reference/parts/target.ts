/** What the target file of a running reference contains: its base URL, its credentials, its rate limit. */

export interface TargetCredential {
  readonly token: string;
  readonly kind: "api-key" | "session";
  /** The organization's id. */
  readonly org?: string;
  readonly expired?: boolean;
  /** Operations that the caller may not call. */
  readonly denied?: readonly string[];
  /** The limit of its organization, where that is on another tier. */
  readonly rateLimit?: RateLimit;
}

interface RateLimit {
  readonly limit: number;
  readonly windowSeconds: number;
}

export interface Target {
  readonly baseUrl: string;
  readonly credentials: readonly TargetCredential[];
  /** Absent: the Standard tier's (§8). */
  readonly rateLimit?: RateLimit;
}

export interface TargetFile {
  /** What the target file contains, given the complete target. */
  contents(target: Target): Target;
}

export const targetFile: TargetFile = { contents: (target) => target };
