import { describe, expect, it, onTestFinished } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { loadMutants, type Mutant } from "../../../reference/changes/mutants/index.ts";
import { HttpError } from "../../../reference/parts/http-error.ts";
import { startReference } from "../../../reference/start.ts";
import { loadContract } from "../../../spec/contract.ts";
import { perField } from "../../generate/bodies.test.support.ts";
import { hazardsOf } from "../../generate/hazards.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import { conform, type Report, type Result } from "../../index.ts";

const mutants = await loadMutants();

interface Judged {
  readonly report: Report;
  readonly result: Result;
  /** How many submissions were sent. */
  readonly submissions: number;
}

interface Fault {
  readonly mutant?: Mutant | undefined;
  readonly variants?: readonly string[];
  readonly seed?: number;
}

async function judgedBy(only: string, { mutant, variants = [], seed = 1 }: Fault = {}): Promise<Judged> {
  const clock = virtualClock();
  const reference = await startReference({ clock, mutant, variants });
  onTestFinished(() => reference.close());
  const report = await conform({ ...reference.target, clock, seed, only: [only] });
  const result = report.results.find(({ id }) => id === only);
  if (result === undefined) throw new Error(`${only} was not judged`);
  const submissions = report.exchanges.filter(({ operation }) => operation === "submitFeedback").length;
  return { report, result, submissions };
}

/** A fault without a name in the ledger. */
const faulty = (change: Mutant["change"]): Mutant => ({
  id: "test",
  clause: "test",
  fault: "for a test",
  change,
});

type Submission = { readonly [name: string]: unknown };

/** Submissions break on what `fails` finds, after those that `rejects` finds were rejected. */
const breakingOn = (fails: (body: Submission, text: string) => boolean, rejects = (_: Submission) => false): Mutant =>
  faulty((parts) => ({
    ...parts,
    routes: {
      ...parts.routes,
      submitFeedback: (request) => {
        if (rejects(Object(request.body))) throw new HttpError("invalid", "This is not taken here.");
        if (fails(Object(request.body), JSON.stringify(request.body))) throw new Error("not foreseen");
        return parts.routes.submitFeedback(request);
      },
    },
  }));

const textOf = (body: Submission, name: "title" | "body") => String(Object(body.content)[name]);
const isLong = (body: Submission) => textOf(body, "body").length > 1000;

describe("hazards", () => {
  it("cost a good target one request, however many they are, and the extremes two", async () => {
    const { result, submissions } = await judgedBy("submission.hazards");
    expect(result.verdict).toBe("pass");
    const all = hazardsOf(requestBodyOf(loadContract(), "submitFeedback"), 1);
    expect(all.flatMap(perField).length).toBeGreaterThan(30);
    expect(submissions).toBe(4); // a plain one first
  });

  const faults: readonly (readonly [what: string, cause: string, mutant: Mutant])[] = [
    [
      "one character in the title",
      "markup in content.title",
      breakingOn((body) => textOf(body, "title").includes("<")),
    ],
    ["one character in notes", "quotes and backslashes in notes", breakingOn(({ notes }) => /`/.test(String(notes)))],
    ["__proto__", "names of the prototype in metadata", breakingOn((_, text) => text.includes('"__proto__":'))],
    ["depth", "a deep object in metadata", breakingOn((_, text) => text.includes('{"next":{"next":{"next":'))],
    ["length", "a long line in content.body", breakingOn(isLong)],
    ["5,000 characters", "a text of 5,599 characters in notes", breakingOn(({ notes }) => String(notes).length > 5000)],
    ["an address", "an odd address in sourceUrl", breakingOn(({ sourceUrl }) => String(sourceUrl).includes("["))],
    [
      "a long address",
      "an address of 2,520 characters in sourceUrl",
      breakingOn(({ sourceUrl }) => String(sourceUrl).length > 2048),
    ],
    ["nothing", "an empty text in content.title", breakingOn((body) => textOf(body, "title") === "")],
    ["a line break", "line breaks and tabs in content.body", breakingOn((_, text) => text.includes("\\r\\n"))],
  ];
  it.each(faults)("that a target breaks on by %s are narrowed to one: %s", async (_, cause, mutant) => {
    const { result, submissions } = await judgedBy("submission.hazards", { mutant });
    expect(result).toMatchObject({
      verdict: "fail",
      expected: `no 5xx for ${cause}`,
      actual: expect.stringContaining("POST /v1/feedback: 500"),
    });
    expect(submissions).toBeLessThan(35); // twice, as every failure
  });

  it.each(["column-of-latin1", "text-ends-at-nul", "sql-by-concatenation", "metadata-methods-called"])(
    "that %s breaks on are narrowed to one, and the exchange is its proof",
    async (id) => {
      const { result, report } = await judgedBy("submission.hazards", {
        mutant: mutants.find((mutant) => mutant.id === id),
      });
      expect(result.expected).toMatch(/^no 5xx for (?!.* with )[^"]+ in (content\.\w+|notes|metadata)$/);
      expect(result.exchanges.map((index) => report.exchanges[index]?.response?.status)).toEqual([202, 500]);
    },
  );

  it("of another seed are others: what only a sample shows is reported by its letter, and found again by the seed", async () => {
    // Letters of scripts that no other hazard is written in.
    const mutant = breakingOn(({ notes }) => /[\u{a000}-\u{abff}\u{10000}-\u{1cfff}]/u.test(String(notes)));
    const found: string[] = [];
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const { result } = await judgedBy("submission.hazards", { mutant, seed });
      if (result.verdict !== "fail") continue;
      found.push(String(result.expected));
      expect((await judgedBy("submission.hazards", { mutant, seed })).result.expected).toBe(found.at(-1));
    }
    expect(found.length).toBeGreaterThan(0);
    for (const expected of found) expect(expected).toMatch(/^no 5xx for the text "\\u\{[\da-f]{4,5}\}" in notes$/);
  });
});

describe("a hazard that is rejected", () => {
  it.each([
    ["by a title's length", (body: Submission) => textOf(body, "title").length > 60],
    ["in any text", (body: Submission) => JSON.stringify(body).includes("<script>")],
    ["in metadata, of whatever name", ({ metadata }: Submission) => Object.keys(Object(metadata)).length > 3],
  ])("%s is observed, and takes no other with it", async (_, rejects) => {
    const good = await judgedBy("submission.hazards", { mutant: breakingOn(() => false, rejects) });
    expect(good.result.verdict).toBe("pass");
    expect(JSON.stringify(good.report.observations)).toMatch(/a submission with [^"]+ is answered 400/);
    expect(good.submissions).toBeLessThan(40);
    const bad = await judgedBy("submission.hazards", { mutant: breakingOn(isLong, rejects) });
    expect(bad.result.expected).toBe("no 5xx for a long line in content.body");
  });
});

describe("hazards that are all rejected", () => {
  const isMoreThanPlain = (body: Submission) =>
    textOf(body, "body").length > 100 || Object.keys(Object(body.metadata)).length > 3;

  it("in some fields, do not hide what the others do not bear", async () => {
    const titleOfAscii = breakingOn((body) => /[^\x20-\x7e]/.test(textOf(body, "title")), isMoreThanPlain);
    const { result } = await judgedBy("submission.hazards", { mutant: titleOfAscii });
    expect(result.expected).toMatch(/^no 5xx for .* in content.title$/);
  });

  it("prove nothing", async () => {
    const plainOnly = (body: Submission) =>
      isMoreThanPlain(body) || [textOf(body, "title"), String(body.notes)].some((text) => text.length > 80);
    const { result, report } = await judgedBy("submission.hazards", { mutant: breakingOn(() => false, plainOnly) });
    expect(result).toMatchObject({ verdict: "skip", message: expect.stringContaining("unusual text or metadata") });
    expect(JSON.stringify(report.observations)).toMatch(/a submission with [^"]+ is answered 400/);
  });
});

const overlooking = (fields: readonly string[]) =>
  faulty((parts) => ({
    ...parts,
    validation: { ...parts.validation, ignores: (_, { path = [] }) => fields.includes(path.join(".")) },
  }));

const withoutIssues = faulty((parts) => ({
  ...parts,
  errors: { ...parts.errors, body: ({ message }) => ({ error: message }) },
}));

describe("wrong values", () => {
  it("cost a good target four requests, if its issues name each wrong field, and otherwise seven", async () => {
    const { result, submissions } = await judgedBy("submission.wrong-types");
    expect(result.verdict).toBe("pass");
    expect(submissions).toBe(5); // a plain one first
    const unnamed = await judgedBy("submission.wrong-types", { mutant: withoutIssues });
    expect(unnamed.result.verdict).toBe("pass");
    expect(unnamed.submissions).toBe(8);
  });

  it.each([
    ["feedbackType", ["feedbackType"]],
    ["content", ["content"]],
    ["(notes|metadata|content.body|content.title)", ["notes", "metadata", "content.body", "content.title"]],
    ["(sourceUrl|content.bodyFormat)", ["sourceUrl", "content.bodyFormat"]],
  ] as const)("that are accepted are reported by one field, with the value: %s", async (field, overlooked) => {
    const { result } = await judgedBy("submission.wrong-types", { mutant: overlooking(overlooked) });
    expect(result.verdict).toBe("warn");
    expect(result.expected).toMatch(new RegExp(`^a 4xx for ${field} (?!.* and )["{[\\d].*$`));
  });

  it.each(["notes", "metadata", "content.title", "sourceUrl"])(
    "in %s alone are found at any seed, where issues name the others",
    async (field) => {
      const { result } = await judgedBy("submission.wrong-types", { mutant: overlooking([field]), seed: 2 });
      expect(result.expected).toMatch(new RegExp(`^a 4xx for ${field} `));
    },
  );

  it("of another seed are others", async () => {
    const mutant = overlooking(["content"]);
    const expected = [1, 2, 3, 4, 5, 6].map(
      async (seed) => (await judgedBy("submission.wrong-types", { mutant, seed })).result.expected,
    );
    expect(new Set(await Promise.all(expected)).size).toBeGreaterThan(1);
  });
});
