/** Header fields whose values are secrets by their names, whoever they belong to: cookies, and credentials outside `Authorization`. */

/** What stands in place of their values. */
export const redactedValue = "[redacted]";

/** `name` in any case. */
export const isSecretHeader = (name: string): boolean =>
  /^(?:proxy-authorization|cookie|set-cookie2?)$|api-?key|secret|token/i.test(name);
