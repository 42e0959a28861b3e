/** Escapes text for GitHub's Markdown. */
import { visible } from "../../cli/visible-text.ts";

/** As plain text of a paragraph or of a table cell: nothing in it is markup. */
export const plain = (text: string) => html(text).replace(/[\\`*_[\]|#@~]/g, (character) => `\\${character}`);

/** As text between HTML tags, such as those of a summary. */
export function html(text: string): string {
  return visible(text).replace(
    /[&<>]/g,
    (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[character] ?? character,
  );
}

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
