import { expect, it } from "vitest";
import { stringify } from "yaml";
import { formatPointer, type Tokens } from "../../../cli/json-pointer.ts";
import { contractText } from "../../../spec/contract.ts";
import { contract } from "../contract.test.support.ts";
import { lineInBlocks, readLines } from "./line-in-blocks.ts";
import { parseFile, slowLineOf } from "./parse-file.ts";

function* nodes(value: unknown, tokens: Tokens = []): Generator<Tokens> {
  yield tokens;
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* nodes(inner, [...tokens, key]);
}

const odd = `# a comment
---
"quoted key": 1
'it''s':
- a: 1
  b: |
    a: not a key
    - nor an item

  "/v1/{id}": {flow: {deep: 1}}
-
  c: 2
- - x
  - y: "over
      two lines"
'/v1/{id}': { get: { tags: [] } }
flows:
  - { name: "a }", in: [ x, { y: 'z: {' } ] } # all of it
  - [ one,
      two ]
# the end
last: &anchor
  d: 1
`;

it.each([
  ["our contract", contractText()],
  ["our contract, written by a program", stringify(contract())],
  ["our contract, its lists without indentation", stringify(contract(), { indentSeq: false })],
  ["odd YAML", odd],
])("finds the same line as a parser, or none: %s", (_, text) => {
  const file = parseFile("a.yaml", text);
  if ("message" in file) throw new Error(file.message);
  const lines = readLines(text);
  const slow = slowLineOf(text);
  let found = 0;
  let sought = 0;
  for (const tokens of nodes(file.value)) {
    sought += 1;
    const line = lineInBlocks(lines, tokens);
    if (line === undefined || tokens.length === 0) continue;
    found += 1;
    expect(`${formatPointer(tokens)} ${line}`).toBe(`${formatPointer(tokens)} ${slow(tokens)}`);
  }
  expect(found).toBeGreaterThan(text === odd ? 8 : 0.9 * sought);
});

it.each([
  ["a: 1\nb: 2_0\nc: 0x1F\nd: 1e3\ne: ~\nf: yes\n", { a: 1, b: "2_0", c: 31, d: 1000, e: null, f: "yes" }],
  ["d: 2026-01-01\n200: ok\n", { d: "2026-01-01", "200": "ok" }],
  ["a: &x { b: 1 }\nc: { <<: *x, d: 2 }\n", { a: { b: 1 }, c: { b: 1, d: 2 } }],
  ['{"a": [1, "b"]}', { a: [1, "b"] }],
])("reads YAML 1.2: %j", (text, value) => {
  expect(parseFile("a.yaml", text)).toMatchObject({ value });
});
