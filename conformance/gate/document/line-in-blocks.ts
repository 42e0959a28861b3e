/** Finds the line of a node in YAML by indentation, as most contracts are written: far faster than parsing with every place. */
import type { Tokens } from "../../../cli/json-pointer.ts";

/** A line of a file; `indent` is undefined where the line has no content. */
interface Line {
  readonly text: string;
  readonly indent: number | undefined;
}

export const readLines = (text: string): readonly Line[] =>
  text.split(/\r?\n/).map((line) => ({ text: line, indent: isNothing(line) ? undefined : line.search(/\S/) }));

/** A map or a list in block style: its first line, from 0, and its column. */
interface Block {
  readonly line: number;
  readonly column: number;
}

/**
 * The line, from 1, of the key or the list item at `tokens`. Undefined if it does not exist, or if a node around it is written neither in
 * a block nor on one line.
 */
export function lineInBlocks(lines: readonly Line[], tokens: Tokens): number | undefined {
  let block = blockAfter(lines, -1);
  let line: number | undefined = 0;
  for (const token of tokens) {
    line = block && memberLine(lines, block, token);
    if (block === undefined || line === undefined) return undefined;
    if (isFlowOnOneLine(textAt(lines, line).slice(block.column))) return line + 1;
    block = valueBlock(lines, line, block.column);
  }
  return line + 1;
}

const isNothing = (line: string) => /^\s*(#|$|---\s*$)/.test(line);
const textAt = (lines: readonly Line[], at: number) => lines[at]?.text ?? "";
const isItem = (text: string) => /^-(\s|$)/.test(text);

function blockAfter(lines: readonly Line[], at: number): Block | undefined {
  for (let line = at + 1; line < lines.length; line += 1) {
    const column = lines[line]?.indent;
    if (column !== undefined) return { line, column };
  }
  return undefined;
}

function memberLine(lines: readonly Line[], { line: first, column }: Block, token: string): number | undefined {
  const isList = isItem(textAt(lines, first).slice(column));
  let index = 0;
  for (let line = first; line < lines.length; line += 1) {
    const indent = line === first ? column : lines[line]?.indent;
    if (indent === undefined || indent > column) continue;
    const text = textAt(lines, line);
    if (indent < column || isItem(text.slice(column)) !== isList) return undefined;
    // A parser places the item after a bare dash at the line on which its content begins.
    if (isList && String(index) === token) return /^-\s*(#|$)/.test(text.slice(column)) ? undefined : line;
    if (!isList && isKey(text.slice(column), token)) return line;
    index += 1;
  }
  return undefined;
}

const isKey = (text: string, token: string) =>
  [token, JSON.stringify(token), `'${token.replaceAll("'", "''")}'`].some(
    (key) => text.startsWith(key) && /^\s*:(\s|$)/.test(text.slice(key.length)),
  );

/** Whether the member's value is `{ … }` or `[ … ]` and ends with the line, so that all in it is on this line. An alias is not. */
function isFlowOnOneLine(member: string): boolean {
  const text = member.replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "").replace(/\s#.*/, "");
  const [, flow] = /(?:^|[:-]\s+)([{[][^&*]*[}\]])\s*$/.exec(text) ?? [];
  return flow !== undefined && flow.replaceAll(/[^{[]/g, "").length === flow.replaceAll(/[^}\]]/g, "").length;
}

/** The block that is the value of the member at this line and column; undefined if it is written on the line itself. */
function valueBlock(lines: readonly Line[], line: number, column: number): Block | undefined {
  const text = textAt(lines, line).slice(column);
  const [dash] = /^-\s+(?=[^\s#])/.exec(text) ?? [];
  if (dash !== undefined) return { line, column: column + dash.length };
  if (!/^(-|.*:)\s*(#.*)?$/.test(text)) return undefined;
  const next = blockAfter(lines, line);
  const isBelow = next !== undefined && (next.column > column || (next.column === column && !isItem(text)));
  return isBelow ? next : undefined;
}
