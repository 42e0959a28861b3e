/** The form of an API key, `<prefix>_key_` and more (§5.5). */

/** The beginning of a token of this form: `fpk_key_` of `fpk_key_1`; undefined for any other token. */
export const keyPrefixOf = (token: string): string | undefined => /^(.+?_key_)./s.exec(token)?.[1];
