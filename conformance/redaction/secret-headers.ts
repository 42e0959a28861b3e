/** Header fields whose values are secrets by their names, whoever they belong to: cookies, and credentials outside `Authorization`. */
import type { HeaderList } from "../model/exchange.ts";

export const isSecretHeader = (name: string) =>
  /^(?:proxy-authorization|cookie|set-cookie2?)$|api-?key|secret|token/i.test(name);

/** The same fields, without the values of those; names and other values as `redact` gives them. A known token is shown as its label. */
export const withoutSecretValues = (headers: HeaderList, redact = (text: string) => text): HeaderList =>
  headers.map((field) => {
    const [name, value] = field;
    const redacted = redact(value);
    const isLabel = redacted !== value && /^\$\w+$/.test(redacted);
    const shown = isSecretHeader(name) && !isLabel ? "[redacted]" : redacted;
    const shownName = redact(name);
    return shown === value && shownName === name ? field : [shownName, shown];
  });
