/** The suite as a library: judges a target in the caller's own process, prints nothing, never exits. */
import { type Clock, realClock } from "../clock.ts";
import { createTransport } from "./client/transport.ts";
import type { Sender } from "./client/wire.ts";
import { withSimilarTokens } from "./generate/similar-tokens.ts";
import type { Report } from "./model/report.ts";
import { Redactor } from "./redaction/redactor.ts";
import { redactReport } from "./reports/redact-report.ts";
import { checkTarget } from "./run/check-target.ts";
import type { RunOptions } from "./run/run.ts";
import { parseTarget } from "./target-file/parse.ts";
import type { CredentialEntry, TargetFile } from "./target-file/shape.ts";

export { UsageError } from "../cli/usage-error.ts";
export type { Clock } from "../clock.ts";
export { virtualClock } from "../clock.ts";
export type { Sender } from "./client/wire.ts";
export type { Report, Result } from "./model/report.ts";
export { isCheckNamed } from "./run/checks/selection.ts";
export { Unreachable } from "./run/first-requests.ts";
export { TargetError } from "./target-file/parse.ts";

/** As in a target file; `${NAME}` is not expanded. */
export interface CredentialOptions extends Omit<CredentialEntry, "denied"> {
  readonly denied?: readonly string[];
}

export interface ConformOptions
  extends Omit<TargetFile, "credentials">,
    Pick<
      RunOptions,
      | "strict"
      | "complete"
      | "readOnly"
      | "only"
      | "skip"
      | "sentBy"
      | "maxRequests"
      | "bail"
      | "onFailure"
      | "signal"
      | "hasFreshTokens"
    > {
  readonly credentials: readonly CredentialOptions[];
  /** Sends everything; the platform's network by default. */
  readonly fetch?: typeof globalThis.fetch;
  /** Sends everything, in place of `fetch`: it passes on each header field of a response as it was sent. */
  readonly sender?: Sender | undefined;
  /** What time it is, and who waits; the real time by default. */
  readonly clock?: Clock;
  /** 1 by default. */
  readonly seed?: number;
}

/** Judges a target. Throws `TargetError` for an invalid target, `UsageError` for an invalid `only`, `skip` or `sentBy`, and `Unreachable` if the target does not answer. */
export async function conform(options: ConformOptions): Promise<Report> {
  const { fetch, sender, clock = realClock, seed = 1, ...targetAndRun } = options;
  const { baseUrl, credentials, rateLimit, feedbackGraceSeconds, ...runOptions } = targetAndRun;
  const target = parseTarget({ baseUrl, credentials, rateLimit, feedbackGraceSeconds }, {}, "the options of conform");
  const transport = createTransport({ clock, fetch, sender });
  try {
    const { redact, add: onSecrets } = new Redactor(withSimilarTokens(target.credentials));
    const report = await checkTarget({ ...runOptions, target, transport, clock, seed, onSecrets });
    return redactReport(report, redact);
  } finally {
    await transport.close();
  }
}
