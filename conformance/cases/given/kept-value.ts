/**
 * Whether a value is shown as it was sent (§4, endpoints 12 and 14). A string is any text, so markup, quotes and letters of all
 * scripts come back. What Unicode itself takes for the same text is the same: it may be composed in another form.
 */
import { isObject } from "../../model/body.ts";

/** A target may drop or replace an emoji in a name: a text is judged up to it. */
export const emoji = "🙂";

/** An object may have more entries. */
export function isKept(given: unknown, shown: unknown): boolean {
  if (typeof given === "string") return typeof shown === "string" && isSameText(given, shown);
  if (!isObject(given)) return JSON.stringify(given) === JSON.stringify(shown);
  return isObject(shown) && Object.entries(given).every(([name, value]) => isKept(value, shown[name]));
}

function isSameText(given: string, shown: string): boolean {
  const [beforeEmoji = "", ...rest] = given.normalize("NFC").split(emoji);
  const text = shown.normalize("NFC");
  return rest.length === 0 ? text === beforeEmoji : text.startsWith(beforeEmoji.trim());
}
