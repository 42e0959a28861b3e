/** Removes credentials from everything that leaves the run: no report, log or error ever holds one. */

import { quickAbsenceTest, tokenPattern } from "./token-forms.ts";

/** Shorter tokens would match ordinary text. */
const minTokenLength = 4;

/** The same names, URLs and bodies occur hundreds of times in a run, so texts that may hold a token are cached: limits in characters, of each and of all. */
const maxCachedLength = 5_000;
const maxCacheSize = 4_000_000;

/**
 * Gives a function that replaces every token, also in another case, percent-encoded, JSON-escaped, as HTML, in hexadecimal or in base64, by
 * `$LABEL`.
 * Tokens of fewer than 4 characters are not replaced: they could be ordinary text.
 */
export function createRedactor(
  tokens: readonly { readonly label: string; readonly token: string }[],
): (text: string) => string {
  const tokensToHide = tokens
    .filter(({ token }) => token.length >= minTokenLength)
    .toSorted((a, b) => b.token.length - a.token.length);
  const inLowerCase = tokensToHide.map(({ token }) => token.toLowerCase());
  const holdsToken = (text: string) => inLowerCase.some((token) => text.toLowerCase().includes(token));
  let replacements: readonly { readonly pattern: RegExp; readonly replacement: string }[] | undefined;
  const replaceTokens = (text: string) => {
    // Most texts hold none.
    replacements ??= tokensToHide.map(({ label, token }) => ({
      pattern: tokenPattern(token),
      replacement: [`$${label}`, "[redacted]"].find((text) => !holdsToken(text)) ?? "***",
    }));
    return replacements.reduce((result, { pattern, replacement }) => result.replace(pattern, () => replacement), text);
  };
  const isAbsent = quickAbsenceTest(tokensToHide.map(({ token }) => token));
  const redacted = (text: string) => {
    let result = replaceTokens(text);
    // A replacement and the text around it may form a token again.
    for (let again = 0; again < 8 && holdsToken(result); again += 1) result = replaceTokens(result);
    return holdsToken(result) ? "***" : result;
  };
  const cache = new Map<string, string>();
  let cacheSize = 0;
  return (text) => {
    if (isAbsent(text)) return text;
    if (text.length > maxCachedLength) return redacted(text);
    const before = cache.get(text);
    if (before !== undefined) return before;
    const result = redacted(text);
    if (cacheSize < maxCacheSize) {
      cache.set(text, result);
      cacheSize += text.length;
    }
    return result;
  };
}
