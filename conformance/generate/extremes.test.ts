import { describe, expect, it } from "vitest";
import { loadContract } from "../../spec/contract.ts";
import { fullSubmission } from "../cases/shared/full-submission.ts";
import { jsonOf } from "./exact-numbers.ts";
import { extremesOf } from "./extremes.ts";
import { withHazards } from "./hazards.ts";
import { valueAt } from "./place.ts";
import { requestBodyOf } from "./request-body.ts";
import { isValid } from "./valid.ts";

const schema = requestBodyOf(loadContract(), "submitFeedback");
const plain = fullSubmission({ productId: "prod_1", contextId: "ctx_1", actorId: "act_1" }, "fpk-1");

describe("the extremes", () => {
  const written = extremesOf(schema, 1).map((each) => jsonOf(withHazards(plain, each)));

  it("are valid, and are the longest text and an empty one in each field, and a short one in the first, which may not be empty", () => {
    const texts = written.map((text) => JSON.parse(text));
    for (const body of texts) expect(isValid(schema, body)).toBe(true);
    for (const path of [["content", "title"], ["notes"]]) {
      const lengths = texts.map((body) => String(valueAt(body, path)).length);
      expect(lengths).toEqual([0, 5599]);
    }
    expect(texts.map(({ content }) => content.body.length)).toEqual([5599, 2]);
    expect(texts.at(-1).metadata).toEqual({});
    expect(texts.map(({ sourceUrl }) => URL.canParse(sourceUrl) && sourceUrl.length > 2048)).toEqual([false, true]);
    expect(texts.every(({ sourceUrl }) => URL.canParse(sourceUrl))).toBe(true);
  });

  it("are for every second seed a title of which a cut at any even number of units leaves half a character", () => {
    const [title] = extremesOf(schema, 2).map((each) => valueAt(withHazards(plain, each), ["content", "title"]));
    for (let length = 2; length <= 80; length += 2)
      expect(() => encodeURIComponent(String(title).slice(0, length))).toThrow(URIError);
  });

  it("write numbers that no double holds by their digits", () => {
    expect(written[0]).toMatch(/"17 digits":12345678901234567[,}]/);
    expect(written[0]).toContain('"beyond":123456789012345678901234567890');
  });

  it("stay within what a contract pins further", () => {
    const pinned = { type: "object", properties: { title: { type: "string", minLength: 1, maxLength: 40 } } };
    for (const each of extremesOf({ ...pinned, properties: { body: { type: "string" }, ...pinned.properties } }, 2))
      expect(withHazards({ body: "b", title: "short" }, each).title).toBe("short");
  });
});
