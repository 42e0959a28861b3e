/** Text of others in GitHub's Markdown. */
import { visible } from "../../../cli/visible-text.ts";

/** As text of a paragraph or of a table's cell: nothing of it is markup. */
export function plain(text: string): string {
  return visible(text)
    .replace(/[&<>]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[character] ?? character)
    .replace(/[\\`*_[\]|#@~]/g, (character) => `\\${character}`);
}

/** As code. In a table a vertical line ends the cell even there. */
export function code(text: string): string {
  const shown = visible(text).replaceAll("|", "\\|");
  return shown.includes("`") ? `\`\` ${shown} \`\`` : `\`${shown}\``;
}
