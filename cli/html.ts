/** HTML in which every value is escaped, unless it is HTML itself. */
import { escapeHtml } from "./escape-html.ts";
import { visible } from "./visible-text.ts";

/** HTML that is safe to write. Only `html` and `trusted` make it. */
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
