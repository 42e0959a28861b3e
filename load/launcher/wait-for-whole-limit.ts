/** Waits before a script of the user's: unlike the scenarios, it would begin with a limit that earlier requests have used in part. */
import { realClock } from "../../clock.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { recoveryMs } from "../../conformance/model/rate-limit.ts";
import type { K6Progress } from "./k6-progress.ts";
import type { LoadRunOptions } from "./load-run.ts";

/** If no larger part of the limit is used, the script is not kept waiting. */
const maxUsedPart = 0.01;

/** `before`: all exchanges before the script. */
export async function waitForWholeLimit(
  before: readonly Exchange[],
  { chosen: { target }, io }: Pick<LoadRunOptions, "chosen" | "io">,
  { say }: Pick<K6Progress, "say">,
): Promise<void> {
  if (target.rateLimit === null) return;
  const waitMs = recoveryMs(target.rateLimit);
  const since = realClock.now() - waitMs;
  const sent = before.filter(({ receivedAt }) => receivedAt > since);
  if (sent.length <= maxUsedPart * target.rateLimit.limit) return;
  say(
    `waits ${Math.ceil(waitMs / 1000)} s, so that the ${sent.length} requests before the script do not count any more`,
  );
  await realClock.sleep(waitMs, io.signal).catch(() => undefined);
}
