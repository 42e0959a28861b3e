import { expect, it } from "vitest";
import { lineInJson } from "./line-in-json.ts";

const lineOf = lineInJson('{\n  "a/b": {\n    "list": [\n      1,\n      { "c":\n 2 }\n    ]\n  }\n}\n');

it.each<[string[], number]>([
  [[], 1],
  [["a/b"], 2],
  [["a/b", "list"], 3],
  [["a/b", "list", "0"], 4],
  [["a/b", "list", "1", "c"], 5],
  [["a/b", "none", "0"], 2],
])("the node at %j is on line %i", (tokens, line) => {
  expect(lineOf(tokens)).toBe(line);
});
