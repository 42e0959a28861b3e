/** Shows expected and actual values, with a line diff if both contain JSON. */
import { diffJson } from "diff";
import { type Html, html, lines, scrollable } from "./html.ts";

export function renderDifference(expected: string, actual: string): Html {
  const sides = html`<dl class="difference"><div><dt>Expected</dt><dd${scrollable(expected)}>${expected}</dd></div><div><dt>Actual</dt><dd${scrollable(actual)}>${actual}</dd></div></dl>`;
  return html`${sides}${renderDiff(jsonIn(expected), jsonIn(actual))}`;
}

interface Found {
  readonly before: string;
  readonly value: object;
}

/** Longer texts are not compared. */
const maxLength = 20_000;

/** Finds the object or array in a text such as `preferences {"theme":"dark"}, as it was sent`: it ends at the end or at a comma. */
function jsonIn(text: string): Found | undefined {
  const start = text.search(/[[{]/);
  if (start < 0 || text.length > maxLength) return undefined;
  for (let end = text.length; end > start; end = text.lastIndexOf(",", end - 1)) {
    try {
      const value: unknown = JSON.parse(text.slice(start, end));
      if (typeof value === "object" && value !== null) return { before: text.slice(0, start), value };
    } catch {
      // The part up to an earlier comma may be JSON.
    }
  }
  return undefined;
}

/** Undefined if the texts before the JSON differ, because then the two values cannot be compared. */
function renderDiff(expected: Found | undefined, actual: Found | undefined): Html | undefined {
  if (expected === undefined || actual === undefined || expected.before !== actual.before) return undefined;
  const parts = diffJson(expected.value, actual.value);
  return html`<figure class="diff"><figcaption>− expected, + actual</figcaption><pre tabindex="0">${parts.map(
    ({ value, added, removed }) => {
      const withSign = (sign: string) => lines(value.replace(/\n$/, "").replace(/^/gm, sign));
      if (added) return html`<ins>${withSign("+ ")}</ins>\n`;
      if (removed) return html`<del>${withSign("− ")}</del>\n`;
      return html`${withSign("  ")}\n`;
    },
  )}</pre></figure>`;
}
