/** Finds the line of a node in YAML by indentation, as most contracts are written: far faster than parsing with every place. */
import type { Tokens } from "../../../cli/json-pointer.ts";

/** The lines of a file. */
export interface Lines {
  readonly texts: readonly string[];
  /** The column of each line's first character; undefined where the line has no content. */
  readonly indents: readonly (number | undefined)[];
  /** The lines of the members of each block that was searched, by its first line and its column: most lines that a search passes are deeper. */
  readonly members: Map<string, readonly number[]>;
}

export function readLines(text: string): Lines {
  const texts = text.split(/\r?\n/);
  return { texts, indents: texts.map((line) => (isNothing(line) ? undefined : line.search(/\S/))), members: new Map() };
}

/** A map or a list in block style: its first line, from 0, and its column. */
interface Block {
  readonly line: number;
  readonly column: number;
}

/**
 * The line, from 1, of the key or the list item at `tokens`. Undefined if it does not exist, or if a node around it is written neither in
 * a block nor on one line.
 */
export function lineInBlocks(lines: Lines, tokens: Tokens): number | undefined {
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
const textAt = ({ texts }: Lines, at: number) => texts[at] ?? "";
const isItem = (text: string) => /^-(\s|$)/.test(text);

function blockAfter({ indents }: Lines, at: number): Block | undefined {
  for (let line = at + 1; line < indents.length; line += 1) {
    const column = indents[line];
    if (column !== undefined) return { line, column };
  }
  return undefined;
}

function memberLine(lines: Lines, block: Block, token: string): number | undefined {
  const members = membersOf(lines, block);
  const memberAt = (line: number) => textAt(lines, line).slice(block.column);
  if (!isItem(memberAt(block.line))) {
    const keys = writtenKeys(token);
    return members.find((line) => isKey(memberAt(line), keys));
  }
  const line = members[Number(token)];
  // A parser places the item after a bare dash at the line on which its content begins.
  return line === undefined || /^-\s*(#|$)/.test(memberAt(line)) ? undefined : line;
}

/** The lines of the keys, or of the items. */
function membersOf(lines: Lines, { line: first, column }: Block): readonly number[] {
  const name = `${first} ${column}`;
  const known = lines.members.get(name);
  if (known !== undefined) return known;
  const isList = isItem(textAt(lines, first).slice(column));
  const found = [first];
  for (let line = first + 1; line < lines.texts.length; line += 1) {
    const indent = lines.indents[line];
    if (indent === undefined || indent > column) continue;
    const isSame = isItem(textAt(lines, line).slice(column)) === isList;
    if (indent < column || (isList && !isSame)) break;
    // An item among keys is in the list that is the value of the key above, written without indentation.
    if (isSame) found.push(line);
  }
  lines.members.set(name, found);
  return found;
}

/** The ways to write a key. */
const writtenKeys = (token: string) => [token, JSON.stringify(token), `'${token.replaceAll("'", "''")}'`];

const isKey = (text: string, keys: readonly string[]) =>
  keys.some((key) => text.startsWith(key) && /^\s*:(\s|$)/.test(text.slice(key.length)));

/** Whether the member's value is `{ … }` or `[ … ]` and ends with the line, so that all in it is on this line. An alias is not. */
function isFlowOnOneLine(member: string): boolean {
  const text = member.replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "").replace(/\s#.*/, "");
  const [, flow] = /(?:^|[:-]\s+)([{[][^&*]*[}\]])\s*$/.exec(text) ?? [];
  return flow !== undefined && flow.replaceAll(/[^{[]/g, "").length === flow.replaceAll(/[^}\]]/g, "").length;
}

/** The block that is the value of the member at this line and column; undefined if it is written on the line itself. */
function valueBlock(lines: Lines, line: number, column: number): Block | undefined {
  const text = textAt(lines, line).slice(column);
  const [dash] = /^-\s+(?=[^\s#])/.exec(text) ?? [];
  if (dash !== undefined) return { line, column: column + dash.length };
  if (!/^(-|.*:)\s*(#.*)?$/.test(text)) return undefined;
  const next = blockAfter(lines, line);
  const isBelow = next !== undefined && (next.column > column || (next.column === column && !isItem(text)));
  return isBelow ? next : undefined;
}
