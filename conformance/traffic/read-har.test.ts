import { describe, expect, it } from "vitest";
import { entry, file, harOf } from "./har.test.support.ts";
import { readHar } from "./read-har.ts";

describe.each([
  ["at once", Number.POSITIVE_INFINITY],
  ["in chunks", 0],
])("a HAR that is parsed %s", (_how, maxParsedAtOnce) => {
  it("gives each entry and its place, in their order", async () => {
    const entries = Array.from({ length: 5000 }, (_, count) =>
      entry({ url: `https://api.test/v1/products?n=${count}` }),
    );
    const given: (readonly [entry: unknown, at: number])[] = [];
    await readHar(harOf(...entries), (read, at) => given.push([read, at]), maxParsedAtOnce);
    expect(given).toEqual(entries.map((each, at) => [each, at]));
  });

  it.each([
    ["ends in the middle", '{"log":{"entries":[{"startedDateTime":"2026', /it ends in the middle: was the recording/],
    ["is not JSON", "hello", /is not JSON: (?!it ends)/],
    ["has something after its end", '{"log":{"entries":[]}} x', /is not JSON: (?!it ends)/],
    ["has no entries", '{"log":{}}', /is not a HAR: it has no array/],
  ])("and %s is refused with a sentence", async (_what, text, sentence) => {
    await expect(readHar(file(text), () => {}, maxParsedAtOnce)).rejects.toThrow(sentence);
  });

  it("may begin with a byte order mark", async () => {
    const given: unknown[] = [];
    await readHar(file('\uFEFF{"log":{"entries":[1]}}'), (read) => given.push(read), maxParsedAtOnce);
    expect(given).toEqual([1]);
  });
});
