/** Finds the rate limit in a target's headers, to complete a target file without one. */
import type { VerbContext } from "../../cli/verb.ts";
import { visible } from "../../cli/visible-text.ts";
import type { Caller } from "../client/caller.ts";
import type { Client } from "../client/client.ts";
import type { RateLimits } from "../model/rate-limit.ts";
import { remainingOf } from "../model/rate-limit-headers.ts";
import { limitShownTo } from "../run/declaration/declared-limit.ts";
import {
  announcedResets,
  announcedWindow,
  announcesShorterWindow,
  minResponses,
} from "../run/declaration/declared-window.ts";
import type { Discovery } from "../run/discovery/discover.ts";
import { callerInRole } from "../run/discovery/roles.ts";
import { sendIgnoringBudget } from "../run/first-requests.ts";
import type { Target } from "../target-file/target.ts";

/** Which of the two the user has set neither by an option nor by an answer. */
export interface OpenSettings {
  readonly isLimitOpen: boolean;
  readonly isWindowOpen: boolean;
}

/** The values in the headers that differ from the declared ones: requests, and seconds. */
export interface RateLimitShown {
  readonly limit?: number;
  readonly windowSeconds?: number;
}

/**
 * The limit, if all API keys are shown the same undeclared one. The window, if the first responses hint at a shorter
 * one and it then ends as announced.
 */
export async function rateLimitShown(
  client: Client,
  { cast }: Discovery,
  { credentials, rateLimit }: Target,
  { isLimitOpen, isWindowOpen }: OpenSettings,
  io: VerbContext,
): Promise<RateLimitShown> {
  if (rateLimit === null) return {};
  const limits = new Set(credentials.flatMap(({ label }) => limitShownTo(label, client.exchanges) ?? []));
  const [limit = 0] = limits;
  const isOther = limits.size === 1 && limit > 0 && limit !== rateLimit.limit;
  const ofLimit = isLimitOpen && isOther ? { limit } : {};
  const key = callerInRole(cast, "key");
  if (key === undefined) return ofLimit;
  const missing = minResponses - announcedResets(client.exchanges).length;
  for (let sent = 0; sent < missing; sent += 1) await sendIgnoringBudget(client, "listProducts", key);
  if (!isWindowOpen) return ofLimit;
  if (announcedResets(client.exchanges).length === 0) sayAssumed(client, rateLimit, io);
  const isHint = announcesShorterWindow(rateLimit, client.exchanges);
  const windowSeconds = isHint ? await windowThatPasses(client, key, io) : undefined;
  if (windowSeconds !== undefined) return { ...ofLimit, windowSeconds };
  const announced = announcedWindow(client.exchanges);
  if (announced > 0 && Math.abs(announced - rateLimit.windowSeconds) > 2) io.stdout.write(guessed(rateLimit));
  return ofLimit;
}

/** A line that says that the written window is that of the document, and not known to be the target's. */
export const guessed = ({ windowSeconds }: RateLimits): string =>
  `• rateLimit.windowSeconds is written as ${windowSeconds}, which is a guess: --window sets what the server is set to\n`;

/** No response to a key has a numeric `X-RateLimit-Reset`, which could hint at another window. */
function sayAssumed({ exchanges }: Client, { windowSeconds }: RateLimits, { stdout }: VerbContext): void {
  const reset = exchanges
    .findLast(({ kind, isSuccess }) => kind === "api-key" && isSuccess)
    ?.header("x-ratelimit-reset");
  const why = reset === undefined ? "is not there" : `is no number, but ${visible(JSON.stringify(reset))}`;
  stdout.write(
    `• rateLimit.windowSeconds is written as ${windowSeconds}, since X-RateLimit-Reset ${why}; --window sets another\n`,
  );
}

/**
 * The window that begins after the announced reset, in seconds. Undefined if `X-RateLimit-Remaining` does not rise at
 * the reset, or the time until the next one does not fall: then it is not the end of a window.
 */
async function windowThatPasses(client: Client, key: Caller, { stderr }: VerbContext): Promise<number | undefined> {
  const resetSeconds = announcedWindow(client.exchanges);
  stderr.write(
    `X-RateLimit-Reset announces a short window: waiting ${resetSeconds + 1} s for the beginning of the next one\n`,
  );
  const last = client.exchanges.findLast(({ credential }) => credential === key.label);
  await client.sleep((resetSeconds + 1) * 1000);
  const next = await sendIgnoringBudget(client, "listProducts", key);
  const windowSeconds = announcedWindow([next]);
  const isFresh = last !== undefined && (remainingOf(next) ?? 0) > (remainingOf(last) ?? 0);
  if (isFresh && windowSeconds > 1) {
    await client.sleep((windowSeconds * 1000) / 2);
    const [begun = 0, half = 0] = announcedResets([next, await sendIgnoringBudget(client, "listProducts", key)]);
    if (begun - half >= windowSeconds / 4) return windowSeconds;
  }
  stderr.write("the window did not end as announced, so rateLimit.windowSeconds is not taken from X-RateLimit-Reset\n");
  return undefined;
}
