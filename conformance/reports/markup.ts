/** What GitHub's Markdown needs: text that is escaped, and a comment that is not too long. */
import { escapeTags } from "../../cli/escape-html.ts";
import { visible } from "../../cli/visible-text.ts";

/** As plain text of a paragraph or of a table cell: nothing in it is markup. */
export const plain = (text: string) => html(text).replace(/[\\`*_[\]|#@~]/g, (character) => `\\${character}`);

/** As plain text, in which only what stands between two backticks is code. */
export const plainWithCode = (text: string) =>
  text
    .split(/(`[^`]+`)/)
    .map((part, at) => (at % 2 === 1 ? code(part.slice(1, -1)) : plain(part)))
    .join("");

/** As text between HTML tags, such as those of a summary. */
export const html = (text: string) => escapeTags(visible(text));

/** As code. A vertical bar is escaped, because it would end a table cell even in code. */
export function code(text: string): string {
  const shown = visible(text).replaceAll("|", "\\|");
  return shown.includes("`") ? `\`\` ${shown} \`\`` : `\`${shown}\``;
}

/** As a block of lines that are shown as they are. */
export function fenced(text: string): readonly string[] {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(1 + Math.max(2, ...runs.map(({ length }) => length)));
  return [`${fence}text`, text, fence];
}

/** GitHub refuses comments of more than 65,536 characters. */
const maxBytes = 60_000;

/** Renders with each of `limits` in turn, and returns the first text that is short enough for a comment; `undefined` if none is. */
export function firstThatFits<Limit>(limits: readonly Limit[], render: (limit: Limit) => string): string | undefined {
  for (const limit of limits) {
    const text = render(limit);
    if (Buffer.byteLength(text) <= maxBytes) return text;
  }
  return undefined;
}
