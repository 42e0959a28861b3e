/** Reads a file of a contract, and finds the line of each node in it. */
import { CORE_SCHEMA, load as loadYaml } from "js-yaml";
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { Tokens } from "../../../cli/json-pointer.ts";
import { type Lines, lineInBlocks, readLines } from "./line-in-blocks.ts";
import { lineInJson } from "./line-in-json.ts";
import type { PlacedMessage } from "./place.ts";

export interface LoadedFile {
  /** Below the source's root. */
  readonly path: string;
  readonly text: string;
  /** Its content as JSON. */
  readonly value: unknown;
  /** The line, from 1, of the key at `tokens`; if it does not exist, that of the nearest existing node above it. */
  lineOf(tokens: Tokens): number;
  /** The integer at `tokens` with all its digits, of which `value` may have lost some; undefined if none is written there. */
  integerAt(tokens: Tokens): bigint | undefined;
}

export const unreadable = (message: string, file: string, line = 1): PlacedMessage => ({
  message,
  place: { file, pointer: "", line },
});

/** The file as JSON, or why and where it is not. */
export function parseFile(path: string, text: string): LoadedFile | PlacedMessage {
  let nodes: ((tokens: Tokens) => Found) | undefined;
  const integerAt = (tokens: Tokens) => {
    nodes ??= nodesOf(text);
    const { node } = nodes(tokens);
    const digits = isScalar(node) ? /^\+?(-?\d+)(\.0+)?$/.exec(node.source ?? "")?.[1] : undefined;
    return digits === undefined ? undefined : BigInt(digits);
  };
  const json = jsonValue(text);
  if (json !== undefined) {
    let inJson: ((tokens: Tokens) => number) | undefined;
    const lineOf = (tokens: Tokens) => {
      inJson ??= lineInJson(text);
      return inJson(tokens);
    };
    return { path, text, value: json, lineOf, integerAt };
  }
  const value = quickValue(text);
  let lines: Lines | undefined;
  let slow: ((tokens: Tokens) => number) | undefined;
  const lineOf = (tokens: Tokens) => {
    lines ??= readLines(text);
    const line = lineInBlocks(lines, tokens);
    slow ??= line === undefined ? slowLineOf(text) : undefined;
    return line ?? slow?.(tokens) ?? 1;
  };
  return value === undefined ? parseWhole(path, text, { lineOf, integerAt }) : { path, text, value, lineOf, integerAt };
}

/** The text as JSON; undefined if it is not a JSON object. */
function jsonValue(text: string): unknown {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Matches what the two YAML parsers read differently: anchors and aliases, merges, numbers with underscores. */
const isUnusual = /(?:^|[-:?,[{])\s*[&*]\w|<<\s*:|[\s:,[]\d+_\d/m;

/** The value as read by a faster parser, which keeps no places. Undefined if that parser refuses the text, or may read it differently. */
function quickValue(text: string): unknown {
  if (isUnusual.test(text)) return undefined;
  try {
    return loadYaml(text, { schema: CORE_SCHEMA }) ?? undefined;
  } catch {
    return undefined;
  }
}

function parseWhole(
  path: string,
  text: string,
  found: Pick<LoadedFile, "lineOf" | "integerAt">,
): LoadedFile | PlacedMessage {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, merge: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const message = error.code === "MULTIPLE_DOCS" ? "it contains several documents" : error.message;
    const sentence = (message.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, "");
    return unreadable(`neither YAML nor JSON: ${sentence}`, path, lineCounter.linePos(error.pos[0]).line);
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: 1000 });
    JSON.stringify(value);
    return { path, text, value, ...found };
  } catch {
    return unreadable("its aliases expand too far, or endlessly", path);
  }
}

/** Finds lines with a parser that knows every place. */
export function slowLineOf(text: string): (tokens: Tokens) => number {
  const nodes = nodesOf(text);
  return (tokens) => nodes(tokens).line;
}

interface Found {
  /** Undefined if the tokens lead to no node. */
  readonly node: unknown;
  /** The line of the last token that exists. */
  readonly line: number;
}

function nodesOf(text: string): (tokens: Tokens) => Found {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, merge: true });
  return (tokens) => {
    let node: unknown = document.contents;
    let offset = document.contents?.range?.[0] ?? 0;
    for (const token of tokens) {
      const [found, start] = step(isAlias(node) ? node.resolve(document) : node, token);
      node = found;
      if (start === undefined) break;
      offset = start;
    }
    return { node: isAlias(node) ? node.resolve(document) : node, line: lineCounter.linePos(offset).line };
  };
}

/** The node below `node` that the token names, and the offset of its key, or in a list of the node itself. */
function step(node: unknown, token: string): readonly [unknown, number | undefined] {
  if (isSeq(node)) {
    const item = node.items[Number(token)];
    return [item, startOf(item)];
  }
  const pair = isMap(node)
    ? node.items.find(({ key }) => isScalar(key) && (key.source === token || String(key.value) === token))
    : undefined;
  return pair === undefined ? [undefined, undefined] : [pair.value, startOf(pair.key)];
}

const startOf = (node: unknown) => (isNode(node) ? node.range?.[0] : undefined);
