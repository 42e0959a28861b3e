/** Whether the declared rate limit is the one that `X-RateLimit-Limit` shows (§8). */
import type { History } from "../../laws/limiter/history.ts";
import { wholeLimitServed } from "../../laws/limiter/not-early.ts";
import { refusedWhenExceeded } from "../../laws/limiter/refused-when-exceeded.ts";
import { is429, isKey429 } from "../../laws/limiter/single-exchange.ts";
import { Sequence } from "../../laws/sequence-law.ts";
import type { Exchange } from "../../model/exchange.ts";
import { listed } from "../../model/in-words.ts";
import { type RateLimit, type RateLimits, rateLimitOf } from "../../model/rate-limit.ts";
import { limitOf } from "../../model/rate-limit-headers.ts";
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
  const isEnforced = enforcesDeclared(rateLimits, otherLimits(rateLimits, credentials, exchanges), exchanges);
  const valid = credentials.filter(({ kind, expired }) => kind === "api-key" && !expired);
  const limits = valid.map((credential) => ({
    credential,
    shown: limitShownTo(credential.label, exchanges),
    declared: rateLimitOf(rateLimits, credential.label)?.limit,
  }));
  const noKeyShowsDeclared = !limits.some(({ shown, declared }) => shown !== undefined && shown === declared);
  for (const { credential, shown, declared } of limits) {
    if (shown === undefined || shown === declared) continue;
    const doubt = `shown X-RateLimit-Limit: ${shown}, but ${doubtOf(shown, declared, isEnforced, noKeyShowsDeclared)}`;
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

/** How the sentence ends if the declaration is right. */
export const headerIsWrong = "the header is wrong";

/** `declared`: undefined if no limit is declared. `noKeyShowsDeclared`: no key is shown the limit that is declared for it. */
function doubtOf(
  shown: number,
  declared: number | undefined,
  isEnforced: boolean,
  noKeyShowsDeclared: boolean,
): string {
  // `--limit` is the limit of all organizations.
  const declaration = noKeyShowsDeclared
    ? `--limit ${shown}, or rateLimit in the target file`
    : `"rateLimit": { "limit": ${shown} } on the credential itself in the target file`;
  if (declared === undefined)
    return `no rate limit is declared, and this is not the Standard tier's: it was not judged. Declare it: ${declaration}`;
  if (isEnforced) return `the limit of ${declared} that is declared is enforced: ${headerIsWrong}`;
  return `a limit of ${declared} is declared. Which is right? ${declaration}${noKeyShowsDeclared ? "," : ""} changes the declaration; else fix the server's limit`;
}

/** The limits that responses show, by the credential's label, for credentials that are always shown another limit than the declared one. */
export const otherLimits = (
  rateLimits: RateLimits,
  credentials: Target["credentials"],
  exchanges: readonly Exchange[],
): ReadonlyMap<string, RateLimit> =>
  new Map(
    credentials.flatMap(({ label }) => {
      const declared = rateLimitOf(rateLimits, label);
      const limit = limitShownTo(label, exchanges);
      const isOther = declared !== undefined && limit !== undefined && limit !== declared.limit;
      return isOther ? [[label, { ...declared, limit }] as const] : [];
    }),
  );

export const withTiers = (rateLimits: RateLimits, tiers: ReadonlyMap<string, RateLimit>): RateLimits => ({
  ...rateLimits,
  tiers: new Map([...(rateLimits.tiers ?? []), ...tiers]),
});

/**
 * Whether more requests were served than the limit in the headers allows, and 429 was answered when the declared limit was exceeded, and
 * not before, whether or not the 429s have headers.
 */
export function enforcesDeclared(
  rateLimits: RateLimits,
  shown: ReadonlyMap<string, RateLimit>,
  exchanges: readonly Exchange[],
): boolean {
  if (shown.size === 0 || !exchanges.some(isKey429)) return false;
  const declared = new Sequence(exchanges, rateLimits);
  const asShown = new Sequence(exchanges, withTiers(rateLimits, shown));
  return (
    declared.histories.every(servesWholeWindows) &&
    declared.verdictOf(refusedWhenExceeded).verdict === "pass" &&
    declared.verdictOf(wholeLimitServed).verdict === "pass" &&
    asShown.verdictOf(refusedWhenExceeded).verdict === "fail"
  );
}

/** In the window before each 429 to a key, another request was answered 429, or as many as the limit were not. */
const servesWholeWindows = ({ exchanges, limit, windowMs }: History): boolean =>
  exchanges.every((rejected, at) => {
    if (!isKey429(rejected)) return true;
    const isInWindow = (each: Exchange) =>
      each.receivedAt > rejected.sentAt - windowMs && each.sentAt < rejected.receivedAt;
    if (exchanges.slice(0, at).some((each) => isKey429(each) && isInWindow(each))) return true;
    return exchanges.filter((each) => !is429(each) && isInWindow(each)).length >= limit;
  });

/** The limit that the responses to a credential show. 401s are left out: they belong to no organization. */
export function limitShownTo(label: string, exchanges: readonly Exchange[]): number | undefined {
  const shown = exchanges.flatMap((exchange) =>
    exchange.credential === label && exchange.kind === "api-key" && exchange.status !== 401
      ? (limitOf(exchange) ?? leadingNumber(exchange.header("x-ratelimit-limit")) ?? [])
      : [],
  );
  return shown.every((value) => value === shown[0]) ? shown[0] : undefined;
}

/** 100 of `100/minute`, which is no integer. */
function leadingNumber(text = ""): number | undefined {
  const digits = /^\d+/.exec(text)?.[0];
  return digits === undefined ? undefined : Number(digits);
}
