/** HTML in which every value is escaped, but for what is HTML itself. */
import { escapeHtml } from "../../../cli/escape-html.ts";
import { visible } from "../../../cli/visible-text.ts";

/** Made by `html` and `trusted` only. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | undefined | readonly Html[];

/** ``html`<p>${text}</p>` ``: text is escaped, and characters that hide or reorder it are shown as `\u202e`; `undefined` is nothing. */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(strings.map((part, at) => part + written(values[at])).join(""));

/** Text of this suite that is markup, style or script already. */
export const trusted = (text: string): Html => new Html(text);

/** Text of several lines, for `pre`. */
export const lines = (text: string): Html => new Html(text.split("\n").map(escaped).join("\n"));

function written(value: Value): string {
  if (value === undefined) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("");
  return escaped(String(value));
}

const escaped = (text: string) => escapeHtml(visible(text));

/** JSON for a `script` element of type `application/json`: nothing in it ends the element. */
export const jsonFor = (value: unknown): Html => new Html(JSON.stringify(value).replaceAll("<", "\\u003c"));

/** What is no name of a field or an operation begins with a capital letter. */
export const sentence = (text: string) =>
  text.replace(
    /^(an?|another|at|conforms|each|error(?= responses)|every|needs|no|nobody|nothing|some|the|this|violates|waited)\b/,
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  );

/** Long text scrolls inside its block, for the keyboard too. */
export const scrollable = (text: string): Html | undefined => (text.length > 300 ? html` tabindex="0"` : undefined);

/** What stands between backticks is code. */
export const prose = (text: string): Html =>
  html`${text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
