/** Helpers for the report's HTML. The tag `html` escapes every value. */
import { Html, html } from "../../../cli/html.ts";

export { Html, html, lines, trusted } from "../../../cli/html.ts";

/** JSON for a `script` element of type `application/json`: `<` is escaped, so that no text ends the element. */
export const jsonFor = (value: unknown): Html => new Html(JSON.stringify(value).replaceAll("<", "\\u003c"));

/** Capitalizes the first word, unless it is the name of a field or an operation. */
export const sentence = (text: string) =>
  text.replace(
    /^(an?|another|as|at|conforms|each|error(?= responses)|every|from|identifiers|in|load(?= run)|more|needs|no|nobody|nothing|some|the|this|unknown|values|violates|waited)\b/,
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  );

/** Long text scrolls inside its block: this attribute lets the keyboard scroll it, too. */
export const scrollable = (text: string): Html | undefined => (text.length > 300 ? html` tabindex="0"` : undefined);

/** Text between backticks is code. */
export const prose = (text: string): Html =>
  html`${text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
