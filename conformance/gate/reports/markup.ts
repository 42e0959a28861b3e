/** Escapes text for GitHub's Markdown. */
import { visible } from "../../../cli/visible-text.ts";

/** As plain text of a paragraph or of a table cell: nothing in it is markup. */
export function plain(text: string): string {
  return visible(text)
    .replace(/[&<>]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[character] ?? character)
    .replace(/[\\`*_[\]|#@~]/g, (character) => `\\${character}`);
}

/** As code. A vertical bar is escaped, because it would end a table cell even in code. */
export function code(text: string): string {
  const shown = visible(text).replaceAll("|", "\\|");
  return shown.includes("`") ? `\`\` ${shown} \`\`` : `\`${shown}\``;
}
