/** Whether the declared rate limit is the one that `X-RateLimit-Limit` shows (§8). */
import type { Exchange } from "../../model/exchange.ts";
import { listed } from "../../model/in-words.ts";
import { type RateLimits, rateLimitOf } from "../../model/rate-limit.ts";
import { limitOf, remainingOf } from "../../model/rate-limit-headers.ts";
import type { Target } from "../../target-file/target.ts";
import { nameOf } from "./credential-name.ts";

/** One sentence for all API keys whose responses always show the same limit, if it is not the declared one. */
export function limitDoubts(
  rateLimits: RateLimits | null,
  { credentials, rateLimit }: Pick<Target, "credentials" | "rateLimit">,
  exchanges: readonly Exchange[],
): readonly string[] {
  // A run that is cut before the credentials are known has no limits, though some are declared.
  if (rateLimits === null) return rateLimit === null ? notSwitchedOff(exchanges) : [];
  const byDoubt = new Map<string, typeof credentials>();
  const valid = credentials.filter(({ kind, expired }) => kind === "api-key" && !expired);
  for (const credential of valid) {
    const shown = limitShownTo(credential.label, exchanges);
    const declared = rateLimitOf(rateLimits, credential.label)?.limit;
    if (shown === undefined || shown === declared) continue;
    if (declared !== undefined && isOnlyHeader(credential.label, { shown, declared }, exchanges)) continue;
    const doubt = `shown X-RateLimit-Limit: ${shown}, but ${doubtOf(shown, declared)}`;
    byDoubt.set(doubt, [...(byDoubt.get(doubt) ?? []), credential]);
  }
  return [...byDoubt].map(([doubt, keys]) => {
    if (keys.length > 2 && keys.length === valid.length) return `every API key is ${doubt}`;
    const names = listed(keys.map((key) => nameOf(key, credentials)));
    return `${names} ${keys.length === 1 ? "is" : "are"} ${doubt}`;
  });
}

/** For `rateLimit: null`: a sentence if responses show a limit nevertheless. */
function notSwitchedOff(exchanges: readonly Exchange[]): readonly string[] {
  const limit = exchanges.map(limitOf).find((shown) => shown !== undefined && shown > 0);
  const signs = [
    ...(exchanges.some(({ status }) => status === 429) ? ["429 was answered"] : []),
    ...(limit === undefined ? [] : [`X-RateLimit-Limit is ${limit}`]),
  ];
  if (signs.length === 0) return [];
  return [
    `${signs.join(" and ")}, but rateLimit: null says that there is no limit. Which is right? Where there is one, declare it: --limit ${limit ?? "N"}, or rateLimit in the target file`,
  ];
}

/** `declared`: undefined if no limit is declared. */
const doubtOf = (shown: number, declared: number | undefined) =>
  declared === undefined
    ? `no rate limit is declared, and this is not the Standard tier's: it was not judged. Declare it: --limit ${shown}, or rateLimit in the target file`
    : `a limit of ${declared} is declared. Which is right? --limit ${shown}, or rateLimit in the target file, changes the declaration; else the server's limit is to be fixed`;

/** The limit that the responses to a credential show. 401s are left out: they belong to no organization. */
export function limitShownTo(label: string, exchanges: readonly Exchange[]): number | undefined {
  const shown = exchanges.flatMap((exchange) =>
    exchange.credential === label && exchange.kind === "api-key" && exchange.status !== 401
      ? (limitOf(exchange) ?? leadingNumber(exchange.header("x-ratelimit-limit")) ?? [])
      : [],
  );
  return shown.every((value) => value === shown[0]) ? shown[0] : undefined;
}

/** Whether `X-RateLimit-Remaining` counts down from the declared limit, and not from the one that `X-RateLimit-Limit` shows: then only this header is wrong. */
export function isOnlyHeader(
  label: string,
  { shown, declared }: { readonly shown: number; readonly declared: number },
  exchanges: readonly Exchange[],
): boolean {
  const remaining = exchanges.flatMap((exchange) =>
    exchange.credential === label && exchange.status !== 401 ? (remainingOf(exchange) ?? []) : [],
  );
  const most = remaining.reduce((max, each) => Math.max(max, each), 0);
  // A run may begin within a window.
  const countsDownFrom = (limit: number) => most <= limit && most >= limit - 3;
  return countsDownFrom(declared) && !countsDownFrom(shown);
}

/** 100 of `100/minute`, which is no integer. */
function leadingNumber(text = ""): number | undefined {
  const digits = /^\d+/.exec(text)?.[0];
  return digits === undefined ? undefined : Number(digits);
}
