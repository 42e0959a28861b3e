import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guiltyOf, hazards, withHazards } from "./hazards.ts";
import { isObject } from "./laws/body-view.ts";
import { fullSubmission } from "./submission.ts";

const plain = fullSubmission({ productId: "prod_1", contextId: "ctx_1", actorId: "act_1" }, "fpk-1");
const names = hazards.map(({ name }) => name);
const sent = (chosen: readonly string[]) => JSON.parse(JSON.stringify(withHazards(plain, chosen)));

describe("a hazard", () => {
  it("has a name of its own", () => expect(new Set(names).size).toBe(names.length));

  it.each(names)("leaves the submission within the types of §2.11: %s", (name) => {
    const changed = sent([name]);
    expect(changed).not.toEqual(sent([]));
    expect(Object.keys(changed).sort()).toEqual(Object.keys(plain).sort());
    for (const [field, value] of Object.entries(changed)) {
      if (field === "content" || field === "metadata") expect(isObject(value), field).toBe(true);
      else if (field === "notes") expect(value).toEqual(expect.stringMatching(/^Sent by a conformance check/));
      else expect(value).toEqual(plain[field]);
    }
    expect(changed.content).toMatchObject({
      title: expect.any(String),
      bodyFormat: "markdown",
      body: expect.stringMatching(/^Conformance check fpk-1/),
    });
    expect(changed.metadata).toMatchObject({ mark: "fpk-1" });
  });

  it("comes back from JSON as it went in, and is whole UTF-8", () => {
    const text = JSON.stringify(withHazards(plain, names));
    expect(new TextDecoder("utf-8", { fatal: true }).decode(new TextEncoder().encode(text))).toBe(text);
    expect(JSON.stringify(JSON.parse(text))).toBe(text);
  });
});

describe("hazards together", () => {
  const all = sent(names);

  it("are all in the one submission", () => {
    for (const part of [
      `"double" 'single'`,
      "Zürich",
      "👩‍👩‍👧",
      "\r\n",
      "<script>",
      "DROP TABLE",
      "{{7*7}}",
      "long long",
    ]) {
      expect(all.content.body).toContain(part);
    }
    for (const text of [all.content.title, all.notes]) {
      for (const part of ["東京", "🙂", "<script>", "DROP TABLE"]) expect(text).toContain(part);
      expect(text.length).toBeLessThan(255);
    }
    expect(Object.keys(all.metadata)).toEqual(
      expect.arrayContaining(["mark", "deep", "__proto__", "", "$where", "big"]),
    );
  });

  it("carry the key __proto__ over the wire, and change no prototype here", () => {
    expect(JSON.stringify(withHazards(plain, names))).toContain('"__proto__":');
    expect(Object.getPrototypeOf(withHazards(plain, names).metadata)).toBe(Object.prototype);
  });

  it("stay small: a body limit of the least kind is not what they are about", () => {
    expect(JSON.stringify(withHazards(plain, names)).length).toBeLessThan(8 * 1024);
  });

  it("leave the plain submission as it was, and are none where none is named", () => {
    const before = structuredClone(plain);
    withHazards(plain, names);
    expect(plain).toEqual(before);
    expect(withHazards(plain, [])).toEqual(plain);
    expect(withHazards(plain, ["no such"])).toEqual(plain);
  });
});

describe("the guilty", () => {
  const fails =
    (guilty: readonly string[], asked: string[][] = []) =>
    async (part: readonly string[]) => {
      asked.push([...part]);
      return guilty.every((one) => part.includes(one));
    };

  it("is found where one alone is guilty, in few requests", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), async (guilty) => {
        const asked: string[][] = [];
        expect(await guiltyOf(names, fails([guilty], asked))).toEqual([guilty]);
        expect(asked.length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(names.length)));
      }),
    );
  });

  it("is a part that still fails where several are guilty together", async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(names, { minLength: 2, maxLength: 3 }), async (guilty) => {
        const found = await guiltyOf(names, fails(guilty));
        expect(found).toEqual(expect.arrayContaining([...guilty]));
      }),
    );
  });

  it("is what was given where no part fails again", async () => {
    expect(await guiltyOf(["a", "b", "c"], async () => false)).toEqual(["a", "b", "c"]);
    expect(await guiltyOf(["a"], async () => false)).toEqual(["a"]);
  });
});
