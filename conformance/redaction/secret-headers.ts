/** Headers whose values are secrets, as their names say: cookies and credentials. */
import type { HeaderList } from "../model/exchange.ts";

/** Nothing but a secret is in such a header. */
export const holdsOnlySecret = (name: string) =>
  /^(?:proxy-)?authorization$|^cookie$|^set-cookie2?$|api-?key|secret|token/i.test(name);

const secretName =
  /session|jwt|assertion|auth(?!enticate$|or(?!iz)|enticated)|(?:access|subscription|functions?|private|master)-key|credential|passw|signature/i;
/** Whose credential it is, or what is allowed, is not secret. */
const otherName =
  /^access-control-|^authority$|(?:account|email|expires|in|method|mode|name|org|organi[sz]ation|role|scope|scopes|team|tenant|type|user|user-id|org-id)$/i;

export function isSecretHeader(name: string): boolean {
  const known = answers.get(name);
  if (known !== undefined) return known;
  const answer = holdsOnlySecret(name) || (secretName.test(name) && !otherName.test(name));
  if (answers.size < maxAnswers) answers.set(name, answer);
  return answer;
}

/** Traffic has few names, and very many headers. */
const answers = new Map<string, boolean>();
const maxAnswers = 1000;

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
