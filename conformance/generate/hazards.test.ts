import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadContract } from "../../spec/contract.ts";
import { fullSubmission } from "../cases/shared/full-submission.ts";
import { perField } from "./bodies.test.support.ts";
import { fieldsOf, isFreeForm, isFreeText, nameOf } from "./fields.ts";
import { type Hazard, hazardsOf, withHazards } from "./hazards.ts";
import { valueAt } from "./place.ts";
import { requestBodyOf } from "./request-body.ts";
import { isValid } from "./valid.ts";

const schema = requestBodyOf(loadContract(), "submitFeedback");
const plain = fullSubmission({ productId: "prod_1", contextId: "ctx_1", actorId: "act_1" }, "fpk-1");
const hazards = hazardsOf(schema, 1);
const open = fieldsOf(schema).filter((field) => isFreeText(field) || isFreeForm(field));
const sent = (chosen: readonly Hazard[]) => JSON.parse(JSON.stringify(withHazards(plain, chosen)));
const seeds = fc.integer({ min: 0, max: 999_999 });

it("the fields that hazards go into are the texts and the objects of the submission", () => {
  expect(open.map(nameOf)).toEqual(["content.body", "content.title", "metadata", "notes"]);
});

describe("a hazard", () => {
  it("has a name of its own", () => expect(new Set(hazards.map(({ name }) => name)).size).toBe(hazards.length));

  it.each(hazards.flatMap(perField).map((hazard) => [hazard.name, hazard.fields.map(nameOf).join(), hazard] as const))(
    "%s changes %s alone, and leaves the submission valid",
    (_, name, hazard) => {
      const changed = sent([hazard]);
      expect(isValid(schema, changed)).toBe(true);
      const others = fieldsOf(schema).filter((field) => nameOf(field) !== name && nameOf(field) !== "content");
      for (const { path } of others) expect(valueAt(changed, path)).toEqual(valueAt(plain, path));
      expect(changed).not.toEqual(sent([]));
    },
  );

  it("stays within what a contract pins further", () => {
    const pinned = { type: "object", properties: { notes: { type: "string", maxLength: 40 } } };
    const { notes } = withHazards({ notes: "short" }, hazardsOf(pinned, 1));
    expect([...String(notes)].length).toBeGreaterThan(5);
    expect([...String(notes)].length).toBeLessThanOrEqual(40);
  });

  it("goes into a field that the contract gains, without a word here", () => {
    const gained = { type: "object", properties: { comment: { type: "string" }, extra: { type: "object" } } };
    const body = withHazards({}, hazardsOf(gained, 1));
    expect(body.comment).toContain("DROP TABLE");
    expect(Object.keys(Object(body.extra))).toContain("__proto__");
  });
});

describe("hazards together", () => {
  const all = sent(hazards);

  it("are in every text and every object", () => {
    for (const text of [all.content.body, all.content.title, all.notes]) {
      for (const part of [`"a" 'b'`, "東京", "👩‍👩‍👧", "<script>", "DROP TABLE", "{{7*7}}"])
        expect(text).toContain(part);
    }
    for (const part of ["\r\n", "\0", "long long"]) expect(all.content.body).toContain(part);
    expect(Object.keys(all.metadata)).toEqual(
      expect.arrayContaining(["mark", "deep", "__proto__", "", "$where", "big", "sample 1"]),
    );
  });

  it("fit a title of 255 characters and a body of 8 kB, and are whole UTF-8, whichever the seed", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const changed = withHazards(plain, hazardsOf(schema, seed));
        const text = JSON.stringify(changed);
        expect(isValid(schema, changed)).toBe(true);
        for (const path of [["content", "title"], ["notes"]])
          expect(String(valueAt(changed, path)).length).toBeLessThan(255);
        const bytes = new TextEncoder().encode(text);
        expect(bytes.length).toBeLessThan(8 * 1024);
        expect(new TextDecoder("utf-8", { fatal: true }).decode(bytes)).toBe(text);
        expect(JSON.stringify(JSON.parse(text))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it("carry the key __proto__ over the wire, and change no prototype here", () => {
    expect(JSON.stringify(withHazards(plain, hazards))).toContain('"__proto__":');
    expect(Object.getPrototypeOf(withHazards(plain, hazards).metadata)).toBe(Object.prototype);
  });

  it("leave the plain submission as it was, and are none where none is named", () => {
    const before = structuredClone(plain);
    withHazards(plain, hazards);
    expect(plain).toEqual(before);
    expect(withHazards(plain, [])).toEqual(plain);
  });
});

describe("the samples", () => {
  it("are the same for a seed, and others for another", () => {
    expect(sent(hazardsOf(schema, 7))).toEqual(sent(hazardsOf(schema, 7)));
    expect(sent(hazardsOf(schema, 7))).not.toEqual(sent(hazardsOf(schema, 8)));
  });

  it("are shown shortened, in printable ASCII", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        for (const { name } of hazardsOf(schema, seed)) expect(name).toMatch(/^[\x20-\x7e…]{1,80}$/);
      }),
    );
  });
});
