/** Keeps credentials out of whatever leaves the run: no report, log or error ever holds one. */

import type { Report } from "./report.ts";
import { tokenPattern } from "./token-forms.ts";

/** Fields whose values the suite chose from a closed set; a token that happens to equal one must not break the schema. */
const chosenByUs = new Set(["conclusion", "verdict", "level", "intent", "kind", "operation"]);
/** The `reason` of an exchange; that of an unjudged clause is free text. */
const reasons = new Set(["unreachable", "timeout", "lost", "protocol"]);

/** Shorter tokens would be found everywhere. */
const shortestToken = 4;

/** The same names, header values and URLs come hundreds of times in a run: their redaction is kept, up to these bounds. */
const longestKept = 200;
const mostKept = 10_000;

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
  const redacted = (text: string) => {
    let result = once(text);
    // A replacement and its neighbours may spell a token anew.
    for (let again = 0; again < 8 && holdsToken(result); again += 1) result = once(result);
    return holdsToken(result) ? "***" : result;
  };
  const kept = new Map<string, string>();
  return (text) => {
    if (text.length > longestKept) return redacted(text);
    const before = kept.get(text);
    if (before !== undefined) return before;
    const result = redacted(text);
    if (kept.size < mostKept) kept.set(text, result);
    return result;
  };
}

/** The report with `redact` applied to every string that others could have had a hand in; its structure is unchanged. */
export function redactReport(report: Report, redact: (text: string) => string): Report {
  const redacted: Report = JSON.parse(JSON.stringify(report), (key, value: unknown) =>
    typeof value === "string" && !isChosen(key, value) ? redact(value) : value,
  );
  return { ...redacted, requests: { ...redacted.requests, byOrganization: byRedactedName(redacted, redact) } };
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
