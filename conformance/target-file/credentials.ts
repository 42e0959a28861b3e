/** The credentials of a target file: their labels, and the checks of their tokens and limits that a schema cannot express. */
import type { Step } from "../../cli/json-pointer.ts";
import type { RateLimit } from "../model/rate-limit.ts";
import type { CredentialEntry } from "./shape.ts";
import type { Credential } from "./target.ts";
import { targetError } from "./target-error.ts";

/** An entry, the environment variable that held its token, if any, and the token's place in the file. */
interface NamedEntry extends CredentialEntry {
  readonly variable: string | undefined;
  readonly at: readonly Step[];
}

/**
 * Credentials with unique labels. `rateLimit`: the target's. Throws `TargetError` for a token that no header can
 * contain or that is listed twice, for an expired session, and for contradictory limits.
 */
export function parseCredentials(
  entries: readonly NamedEntry[],
  where: string,
  rateLimit: RateLimit | null,
): readonly Credential[] {
  const labels = uniqueLabels(entries);
  return entries.map((entry, index) => {
    throwIfFaulty(entry, entries.slice(0, index), where, rateLimit);
    return {
      label: labels[index] ?? "",
      token: entry.token,
      kind: entry.kind ?? "api-key",
      ...(entry.org === undefined ? {} : { org: entry.org }),
      expired: entry.expired ?? false,
      denied: entry.denied ?? [],
      ...(entry.rateLimit && rateLimit ? { rateLimit: { ...rateLimit, ...entry.rateLimit } } : {}),
    };
  });
}

/** `before`: the previous entries, which may contradict it. */
function throwIfFaulty(
  entry: NamedEntry,
  before: readonly NamedEntry[],
  where: string,
  rateLimit: RateLimit | null,
): void {
  const { at, token, kind, expired } = entry;
  const memberAt = (name: string) => [...at.slice(0, -1), name];
  const fault = tokenFault(token) ?? repetitionOf(entry, before);
  if (fault !== undefined) throw targetError(where, at, fault);
  if (kind === "session" && expired === true) throw targetError(where, memberAt("expired"), noSessionExpires);
  const limitFault = limitFaultOf(entry, before, rateLimit);
  if (limitFault !== undefined) throw targetError(where, memberAt("rateLimit"), limitFault);
}

/** §5.3 defines an expiry date only for keys. */
const noSessionExpires =
  'a session has no expiry date in the document, only an API key has one; leave this credential out, or declare it as `"kind": "api-key"`';

function limitFaultOf(
  { org, rateLimit }: NamedEntry,
  before: readonly NamedEntry[],
  ofTarget: RateLimit | null,
): string | undefined {
  if (rateLimit === undefined) return undefined;
  if (ofTarget === null)
    return "the target's `rateLimit` is null, so no organization has a limit; remove one of the two";
  const whole = { ...ofTarget, ...rateLimit };
  const other = before.findIndex((entry) => {
    if (org === undefined || entry.org !== org || entry.rateLimit === undefined) return false;
    const { limit, windowSeconds } = { ...ofTarget, ...entry.rateLimit };
    return limit !== whole.limit || windowSeconds !== whole.windowSeconds;
  });
  if (other < 0) return undefined;
  return `is not that of credential ${other + 1}, which is of the same organization; declare one limit for both`;
}

function tokenFault(token: string): string | undefined {
  if (token === "") return "the token is empty; give it a value";
  if (/[\r\n]$/.test(token)) return "the token ends in a line break; remove it";
  if (token.trim() !== token) return "the token begins or ends with a space; remove it";
  if (/^bearer\s/i.test(token)) return "the token begins with `Bearer`, which fpk adds itself; remove it";
  const variable = /^(?:\$|env:)([A-Z_][A-Z0-9_]*)$/.exec(token)?.[1];
  if (variable !== undefined) return `a variable is written \`\${${variable}}\` here; write it so`;
  const isLegal = [...token].every((character) => /^[\x20-\x7e\xa0-\xff]$/u.test(character));
  return isLegal ? undefined : "the token holds a character that no HTTP header can carry; copy it again";
}

function repetitionOf(entry: NamedEntry, before: readonly NamedEntry[]): string | undefined {
  const first = before.findIndex(({ token }) => token === entry.token);
  return first < 0 ? undefined : `the token is the same as that of credential ${first + 1}; list it once`;
}

/** The name of the variable, else `KEY_1`, `SESSION_1` and so on, without the names of variables. */
function uniqueLabels(entries: readonly NamedEntry[]): readonly string[] {
  const taken = new Set(entries.flatMap(({ variable }) => variable ?? []));
  return entries.map(({ variable, kind }) => {
    if (variable !== undefined) return variable;
    const prefix = kind === "session" ? "SESSION" : "KEY";
    let number = 1;
    while (taken.has(`${prefix}_${number}`)) number += 1;
    taken.add(`${prefix}_${number}`);
    return `${prefix}_${number}`;
  });
}
