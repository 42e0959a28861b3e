/** The credentials of a target file: their labels, and the checks of their tokens that a schema cannot express. */

import type { Step } from "../../cli/json-pointer.ts";
import type { CredentialEntry } from "./shape.ts";
import type { Credential } from "./target.ts";
import { targetError } from "./target-error.ts";

/** An entry, the environment variable that held its token, if any, and its place in the file. */
interface NamedEntry extends CredentialEntry {
  readonly variable: string | undefined;
  readonly at: readonly Step[];
}

/** Credentials with unique labels. Throws `TargetError` for a token that no header can carry or that is listed twice. */
export function parseCredentials(entries: readonly NamedEntry[], where: string): readonly Credential[] {
  const labels = uniqueLabels(entries);
  return entries.map((entry, index) => {
    const fault = tokenFault(entry.token) ?? repetitionOf(entry, entries.slice(0, index));
    if (fault !== undefined) throw targetError(where, entry.at, fault);
    return {
      label: labels[index] ?? "",
      token: entry.token,
      kind: entry.kind ?? "api-key",
      ...(entry.org === undefined ? {} : { org: entry.org }),
      expired: entry.expired ?? false,
      denied: entry.denied ?? [],
    };
  });
}

function tokenFault(token: string): string | undefined {
  if (token === "") return "the token is empty; give it a value";
  if (/[\r\n]$/.test(token)) return "the token ends in a line break; remove it";
  if (token.trim() !== token) return "the token begins or ends with a space; remove it";
  if (/^bearer\s/i.test(token)) return "the token begins with `Bearer`, which fpk adds itself; remove it";
  const isLegal = [...token].every((character) => /^[\x20-\x7e\xa0-\xff]$/u.test(character));
  return isLegal ? undefined : "the token holds a character that no HTTP header can carry; copy it again";
}

function repetitionOf(entry: NamedEntry, before: readonly NamedEntry[]): string | undefined {
  const first = before.findIndex(({ token }) => token === entry.token);
  return first < 0 ? undefined : `the token is the same as that of credential ${first + 1}; list it once`;
}

/** The name of the variable, else `KEY_1`, `SESSION_1` and so on, without those that a variable already has. */
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
