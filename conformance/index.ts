/** The suite as a library: judges a target in the caller's own process, prints nothing, never exits. */
import { type Clock, realClock } from "../clock.ts";
import { createTransport } from "./client/transport.ts";
import type { Report } from "./model/report.ts";
import { createRedactor } from "./redaction/redactor.ts";
import { redactReport } from "./reports/redact-report.ts";
import { checkTarget } from "./run/check-target.ts";
import { parseTarget } from "./target-file/parse.ts";

export type { Clock } from "../clock.ts";
export { virtualClock } from "../clock.ts";
export type { Report, Result } from "./model/report.ts";
export { Unreachable } from "./run/answered.ts";
export { TargetError } from "./target-file/parse.ts";

/** As in a target file; `${NAME}` is not expanded. */
export interface CredentialOptions {
  readonly token: string;
  readonly kind?: "api-key" | "session";
  readonly org?: string;
  readonly expired?: boolean;
  readonly denied?: readonly string[];
}

export interface ConformOptions {
  /** Absolute, without `/v1`. */
  readonly baseUrl: string;
  readonly credentials: readonly CredentialOptions[];
  /** The Standard tier's 100 in 60 s by default; `null`: switched off. */
  readonly rateLimit?: { readonly limit: number; readonly windowSeconds: number } | null;
  /** 5 by default. */
  readonly feedbackGraceSeconds?: number;
  /** Sends everything; the platform's network by default. */
  readonly fetch?: typeof globalThis.fetch;
  /** What time it is, and who waits; the real time by default. */
  readonly clock?: Clock;
  readonly seed?: number;
  readonly strict?: boolean;
  readonly complete?: boolean;
  readonly readOnly?: boolean;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly maxRequests?: number;
  readonly signal?: AbortSignal;
}

/** Judges a target. Throws `TargetError` for options that are no target, and `Unreachable` where nobody answers. */
export async function conform(options: ConformOptions): Promise<Report> {
  const {
    baseUrl,
    credentials,
    rateLimit,
    feedbackGraceSeconds,
    fetch,
    clock = realClock,
    seed = 1,
    ...rest
  } = options;
  const target = parseTarget(
    {
      baseUrl,
      credentials,
      ...(rateLimit === undefined ? {} : { rateLimit }),
      ...(feedbackGraceSeconds === undefined ? {} : { feedbackGraceSeconds }),
    },
    {},
    "the options of conform",
  );
  const transport = createTransport({ clock, ...(fetch === undefined ? {} : { fetch }) });
  try {
    const report = await checkTarget({ ...rest, target, transport, clock, seed });
    return redactReport(report, createRedactor(target.credentials));
  } finally {
    await transport.close();
  }
}
