/** Header fields whose values are secrets by their names, whoever they belong to: cookies, and credentials outside `Authorization`. */
import type { HeaderList } from "../model/exchange.ts";

const isSecret = (name: string) => /^(?:proxy-authorization|cookie|set-cookie2?)$|api-?key|secret|token/i.test(name);

/** The same fields, without the values of those; the other values as `redact` gives them. */
export const withoutSecretValues = (headers: HeaderList, redact = (text: string) => text): HeaderList =>
  headers.map(([name, value]) => [name, isSecret(name) ? "[redacted]" : redact(value)]);
