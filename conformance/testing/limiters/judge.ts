/** Judges a server behind a limiter, by the suite's public door, in real time. */
import { type ConformOptions, conform } from "../../index.ts";
import type { RateLimit } from "../../model/rate-limit.ts";
import type { Report } from "../../model/report.ts";
import type { Environment } from "../../tools/tool.ts";
import type { RealLimiter } from "./real-limiter.ts";
import { startLimiter, type Upstream } from "./start.ts";

/** `upstream` has no limiter of its own. Rejects where the limiter does not start. */
export async function judgeBehind(
  limiter: RealLimiter,
  upstream: Upstream,
  rateLimit: RateLimit,
  options: Pick<ConformOptions, "only" | "skip" | "seed" | "signal"> = {},
  env: Environment = process.env,
): Promise<Report> {
  const running = await startLimiter(limiter, upstream, rateLimit, env);
  try {
    const { credentials } = upstream;
    return await conform({ baseUrl: running.baseUrl, credentials, rateLimit, seed: 1, ...options });
  } finally {
    await running.close();
  }
}
