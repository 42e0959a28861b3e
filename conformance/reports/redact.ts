/** Keeps credentials out of whatever leaves the run: no report, log or error ever holds one. */

import type { Report } from "./report.ts";
import { surelyWithout, tokenPattern } from "./token-forms.ts";

/** Fields whose values the suite chose from a closed set; a token that happens to equal one must not break the schema. */
const chosenByUs = new Set(["conclusion", "verdict", "level", "intent", "kind", "operation"]);
/** The `reason` of an exchange; that of an unjudged clause is free text. */
const reasons = new Set(["unreachable", "timeout", "lost", "protocol"]);

/** Shorter tokens would be found everywhere. */
const shortestToken = 4;

/** The same names, URLs and bodies come hundreds of times in a run: their redaction is kept, up to so many characters each and in all. */
const longestKept = 5_000;
const mostKept = 4_000_000;

/**
 * Gives a function that replaces every token, also percent-encoded, JSON-escaped, as HTML or in base64, by `$LABEL`.
 * Tokens of fewer than 4 characters are left: they cannot be told from ordinary text.
 */
export function createRedactor(
  tokens: readonly { readonly label: string; readonly token: string }[],
): (text: string) => string {
  const known = tokens
    .filter(({ token }) => token.length >= shortestToken)
    .toSorted((a, b) => b.token.length - a.token.length);
  const holdsToken = (text: string) => known.some(({ token }) => text.includes(token));
  const replacements = known.map(({ label, token }) => ({
    pattern: tokenPattern(token),
    replacement: [`$${label}`, "[redacted]"].find((text) => !holdsToken(text)) ?? "***",
  }));
  const once = (text: string) =>
    replacements.reduce((result, { pattern, replacement }) => result.replace(pattern, () => replacement), text);
  const spared = known.map(({ token }) => surelyWithout(token));
  const redacted = (text: string) => {
    if (spared.every((isWithout) => isWithout(text))) return text;
    let result = once(text);
    // A replacement and its neighbours may spell a token anew.
    for (let again = 0; again < 8 && holdsToken(result); again += 1) result = once(result);
    return holdsToken(result) ? "***" : result;
  };
  const kept = new Map<string, string>();
  let length = 0;
  return (text) => {
    if (text.length > longestKept) return redacted(text);
    const before = kept.get(text);
    if (before !== undefined) return before;
    const result = redacted(text);
    if (length < mostKept) {
      kept.set(text, result);
      length += text.length;
    }
    return result;
  };
}

/** The report with `redact` applied to every string that others could have had a hand in; its structure is unchanged. */
export function redactReport(report: Report, redact: (text: string) => string): Report {
  const redacted = redactedIn("", report, redact) as Report;
  return { ...redacted, requests: { ...redacted.requests, byOrganization: byRedactedName(redacted, redact) } };
}

/** What is undefined in it is left out, as in JSON. */
function redactedIn(key: string, value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return isChosen(key, value) ? value : redact(value);
  if (Array.isArray(value)) return value.map((item) => redactedIn("", item, redact));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(kept.map(([name, inner]) => [name, redactedIn(name, inner, redact)]));
}

function isChosen(key: string, value: string): boolean {
  return chosenByUs.has(key) || (key === "reason" && reasons.has(value));
}

/** Organizations are named by the target, which may name one after a token. */
function byRedactedName(report: Report, redact: (text: string) => string): Report["requests"]["byOrganization"] {
  const counts = new Map<string, number>();
  for (const [organization, count] of Object.entries(report.requests.byOrganization)) {
    const name = redact(organization);
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return Object.fromEntries(counts);
}
