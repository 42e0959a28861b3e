/** Keeps credentials out of whatever leaves the run: no report, log or error ever holds one. */

import { surelyWithout, tokenPattern } from "./token-forms.ts";

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
