/** Removes credentials from all output: reports, logs and errors. */
import { quickAbsenceTest, secretOf, tokenPattern } from "./token-forms.ts";

/** Shorter tokens may occur in ordinary text. */
const minTokenLength = 4;

/**
 * The results for texts that may contain a token are cached, since the same names, URLs and bodies occur hundreds of
 * times in a run. Limits in characters, of each text and of all.
 */
const maxCachedLength = 5_000;
const maxCacheSize = 4_000_000;

/**
 * The returned function replaces every token, and the part of every key after its prefix, by `$LABEL`: also in another
 * case, percent-encoded, JSON-escaped, as HTML, in hexadecimal and in base64. Tokens of fewer than 4 characters are not
 * replaced, since they may be ordinary text.
 */
export function createRedactor(
  tokens: readonly { readonly label: string; readonly token: string }[],
): (text: string) => string {
  const tokensToHide = tokens
    .filter(({ token }) => token.length >= minTokenLength)
    .flatMap(({ label, token }) => [token, secretOf(token) ?? []].flat().map((each) => ({ label, token: each })))
    .toSorted((a, b) => b.token.length - a.token.length);
  const inLowerCase = tokensToHide.map(({ token }) => token.toLowerCase());
  const holdsToken = (text: string) => inLowerCase.some((token) => text.toLowerCase().includes(token));
  let replacements: readonly { readonly pattern: RegExp; readonly replacement: string }[] | undefined;
  const replaceTokens = (text: string) => {
    // Most texts contain no token.
    replacements ??= tokensToHide.map(({ label, token }) => ({
      pattern: tokenPattern(token),
      replacement: [`$${label}`, "[redacted]"].find((text) => !holdsToken(text)) ?? "***",
    }));
    return replacements.reduce((result, { pattern, replacement }) => result.replace(pattern, () => replacement), text);
  };
  const isAbsent = quickAbsenceTest(tokensToHide.map(({ token }) => token));
  const redacted = (text: string) => {
    let result = replaceTokens(text);
    // The replacement and the text around it may form a token again.
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
