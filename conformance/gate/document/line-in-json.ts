/** Finds the line of a node in JSON. */
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { LineCounter } from "yaml";
import type { Tokens } from "../../../cli/json-pointer.ts";

/** Finds the line, from 1, of the key or the list item at `tokens`; if it does not exist, that of the nearest existing node above it. */
export function lineInJson(text: string): (tokens: Tokens) => number {
  const root = parseTree(text);
  const lineCounter = new LineCounter();
  lineCounter.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lineCounter.addNewLine(index + 1);
  return (tokens) => {
    let node = root;
    for (const token of tokens) {
      const isList = node?.type === "array";
      const found = node && findNodeAtLocation(node, [isList ? Number(token) : token]);
      if (found === undefined) break;
      node = found;
    }
    // A property's node has its key and its value.
    const { offset = 0 } = (node?.parent?.type === "property" ? node.parent : node) ?? {};
    return lineCounter.linePos(offset).line;
  };
}
