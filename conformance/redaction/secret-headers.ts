/** Headers whose values are secrets, as their names say: cookies, and credentials outside `Authorization`. */
import type { HeaderList } from "../model/exchange.ts";

export const isSecretHeader = (name: string) =>
  /^(?:proxy-authorization|cookie|set-cookie2?)$|api-?key|secret|token/i.test(name);

/** The headers without these values; the rest is passed through `redact`. A known token becomes its label. */
export const withoutSecretValues = (headers: HeaderList, redact = (text: string) => text): HeaderList =>
  headers.map((field) => {
    const [name, value] = field;
    const redacted = redact(value);
    const isLabel = redacted !== value && /^\$\w+$/.test(redacted);
    const shown = isSecretHeader(name) && !isLabel ? "[redacted]" : redacted;
    const shownName = redact(name);
    return shown === value && shownName === name ? field : [shownName, shown];
  });
