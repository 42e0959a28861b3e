/** What becomes of a run where a submission with every field set is not taken as it is. */
import { describe, expect, it, onTestFinished } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { replaceRoute } from "../../../reference/changes/seams/routes.ts";
import { HttpError, type Issue } from "../../../reference/parts/http-error.ts";
import type { Parts } from "../../../reference/parts/parts.ts";
import { startReference } from "../../../reference/start.ts";
import { conform } from "../../index.ts";

type Submission = { readonly [name: string]: unknown };

/** Submissions are rejected with these issues, as long as there are any. */
const wanting = (
  issuesOf: (body: Submission) => readonly Issue[],
  kind: "invalid" | "internal" | "conflict" = "invalid",
) =>
  replaceRoute("submitFeedback", (route) => (request) => {
    const issues = issuesOf(request.body as Submission);
    if (issues.length > 0) throw new HttpError(kind, "This is not taken.", issues);
    return route(request);
  });

const names = (...path: readonly string[]): Issue => ({ code: "invalid", message: "is wrong", path });
const noSource = ({ source }: Submission) => (source === "manual" ? [] : [names("source")]);

async function judgedOn(change: (parts: Parts) => Parts, only = ["endpoint.submitFeedback", "submission.fields"]) {
  const clock = virtualClock();
  const mutant = { id: "test", clause: "test", fault: "for a test", change };
  const reference = await startReference({ clock, mutant });
  onTestFinished(() => reference.close());
  const report = await conform({ ...reference.target, clock, only });
  const submissions = report.exchanges.filter(({ operation }) => operation === "submitFeedback");
  return {
    verdicts: Object.fromEntries(report.results.map(({ id, verdict }) => [id, verdict])),
    expected: report.results.flatMap((result) => result.expected ?? []),
    sent: submissions.map(({ request }): Submission => JSON.parse(request.body)),
    sources: report.observations.find(({ clause }) => clause === "submission.source")?.choices,
  };
}

const bothPass = { "answers.submitFeedback": "pass", "submission.all-fields": "pass" };

describe("a field of manual or api that is not in the table, and required,", () => {
  it("is given the one value, then the other, carried by all submissions, and observed", async () => {
    const only = ["endpoint.submitFeedback", "submission.feedback-type", "submission.refuses", "submission.text"];
    const { verdicts, sent, sources } = await judgedOn(wanting(noSource), only);
    expect(new Set(Object.values(verdicts))).toEqual(new Set(["pass"]));
    expect(sent.slice(0, 3).map(({ source }) => source)).toEqual([undefined, "api", "manual"]);
    expect(new Set(sent.slice(3).map(({ source }) => source))).toEqual(new Set(["manual"]));
    expect(sources).toEqual(["source, which is required, takes manual"]);
  });

  it("is found where another field is required, too, one after the other, or where no issue names it", async () => {
    const oneByOne = wanting((body) => (body.channel === "api" ? noSource(body) : [names("body", "channel")]));
    expect((await judgedOn(oneByOne)).verdicts).toEqual(bothPass);
    const unnamed = wanting(({ source }) => (source === "api" ? [] : [{ code: "a", message: "source is required" }]));
    expect((await judgedOn(unnamed)).verdicts).toEqual(bothPass);
  });

  it("may be a listed string without other conditions, and no other", async () => {
    const onlyApi = (field: string) => wanting((body) => (body[field] === "api" ? [] : [names(field)]));
    expect((await judgedOn(onlyApi("notes"))).verdicts).toEqual(bothPass);
    for (const field of ["feedbackType", "productId", "metadata", "content"])
      expect((await judgedOn(onlyApi(field))).verdicts).toMatchObject({ "answers.submitFeedback": "fail" });
  });
});

describe("a submission that is rejected for a field", () => {
  const rejectingNotes = wanting(({ notes }) => (notes === undefined ? [] : [names("notes")]));

  it("is one failure, of the fields; the others go on without that field", async () => {
    const only = ["endpoint.submitFeedback", "submission.fields", "submission.feedback-type", "submission.text"];
    const { verdicts, expected, sent } = await judgedOn(rejectingNotes, only);
    expect(Object.entries(verdicts).filter(([, verdict]) => verdict !== "pass")).toEqual([
      ["submission.all-fields", "fail"],
    ]);
    expect(expected).toEqual(["a 2xx for a submission with every field set, as for the same without notes"]);
    expect(sent.filter(({ notes }) => notes !== undefined).length).toBeLessThan(6);
  });

  it("is narrowed to it where no issue names it, also where it breaks", async () => {
    const title = ({ content }: Submission) => ("title" in Object(content) ? [{ code: "a", message: "is wrong" }] : []);
    for (const kind of ["invalid", "internal"] as const) {
      const { verdicts, expected } = await judgedOn(wanting(title, kind));
      expect(verdicts).toEqual({ ...bothPass, "submission.all-fields": "fail" });
      expect(expected).toEqual(["a 2xx for a submission with every field set, as for the same without content.title"]);
    }
  });

  it("is reported with all that may be left out, where no field by itself is the cause", async () => {
    const two = wanting((body) => ["notes", "sourceUrl"].filter((name) => name in body).map((name) => names(name)));
    const { verdicts, expected } = await judgedOn(two);
    expect(verdicts).toEqual({ ...bothPass, "submission.all-fields": "fail" });
    expect(expected[0]).toContain("sourceUrl");
  });
});

describe("a product that takes no feedback", () => {
  const declined: Issue = { code: "off", message: "takes no feedback" };

  it("gives way to the next, of at most three", async () => {
    const seen = new Set<unknown>();
    const firstTwo = wanting(({ productId }) => (seen.add(productId).size < 3 ? [declined] : []), "conflict");
    const { verdicts, sent } = await judgedOn(firstTwo);
    expect(verdicts).toEqual(bothPass);
    expect(new Set(sent.map(({ productId }) => productId)).size).toBe(3);
  });

  it("is nobody's fault where none takes any, after one request for each; where an issue names a field it is", async () => {
    const { verdicts, sent } = await judgedOn(wanting(() => [declined], "conflict"));
    expect(verdicts).toEqual({ "answers.submitFeedback": "skip", "submission.all-fields": "skip" });
    expect(sent.length).toBe(3);
    const named = await judgedOn(wanting(() => [names("sourceUrl")], "conflict"));
    expect(named.verdicts).toMatchObject({ "answers.submitFeedback": "fail" });
  });
});

describe("a submission that is rejected whatever it holds", () => {
  it("is one failure, after at most six requests for three products, and again; what needs one is skipped", async () => {
    const all = ["submission.fields", "submission.text", "submission.feedback-type", "feedback.accepted"];
    const { verdicts, sent } = await judgedOn(
      wanting(() => [names("token")]),
      ["endpoint.submitFeedback", ...all],
    );
    expect(verdicts).toEqual({
      "answers.submitFeedback": "fail",
      "submission.all-fields": "skip",
      "submission.hazards": "skip",
      "submission.feedback-types": "skip",
      "feedback.acceptance": "skip",
    });
    expect(sent.length).toBeLessThanOrEqual(12);
  });

  it("only once is reported as unsteady", async () => {
    let count = 0;
    const once = wanting(() => {
      count += 1;
      return count > 2 ? [] : [names("token")];
    }, "internal");
    expect((await judgedOn(once)).verdicts).toEqual({ ...bothPass, "answers.submitFeedback": "inconclusive" });
  });
});
