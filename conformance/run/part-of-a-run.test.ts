/** What is sent, and what is said, where only a part of the checks or of the credentials is given. */
import { describe, expect, it, onTestFinished } from "vitest";
import { virtualClock } from "../../clock.ts";
import { loadMutants } from "../../reference/changes/mutants/index.ts";
import { startReference } from "../../reference/start.ts";
import { type ConformOptions, conform, type Report } from "../index.ts";

async function startJudging(mutantId?: string) {
  const mutants = await loadMutants();
  const clock = virtualClock();
  const reference = await startReference({ clock, mutant: mutants.find(({ id }) => id === mutantId) });
  onTestFinished(() => reference.close());
  return (options: Partial<ConformOptions>) => conform({ ...reference.target, clock, seed: 1, ...options });
}

describe("a check that is left out", () => {
  it("sends nothing, also where the others need all of a run", async () => {
    const judge = await startJudging();
    const submissionsIn = ({ exchanges }: Report) =>
      exchanges.filter(({ operation, request }) => operation === "submitFeedback" && request.method === "POST").length;
    const only = ["error.body"];
    const skip = ["submission", "feedback", "body", "scope", "error.other-bodies", "auth.session-submits"];
    const [without, all] = [await judge({ only, skip }), await judge({ only })].map(submissionsIn);
    expect(without).toBeLessThanOrEqual((all ?? 0) - 20);
  });
});

describe("a case that only serves what a law looks at", () => {
  it("is sent once, whatever is answered: nobody is told that it fails", async () => {
    const judge = await startJudging("expired-answered-403");
    const { results, exchanges, summary } = await judge({ only: ["product.field-types"] });
    expect(results).toMatchObject([{ id: "product.field-types", verdict: "pass" }]);
    expect(summary).toMatch(/^conforms in what was selected/);
    const expired = exchanges.filter(({ kind, operation }) => kind === "expired" && operation === "listProducts");
    const { exchanges: repeated } = await judge({ only: ["product.field-types", "auth.expired-key"] });
    const twice = repeated.filter(({ kind, operation }) => kind === "expired" && operation === "listProducts");
    expect(twice.length).toBeGreaterThan(expired.length);
  });
});

describe("a failure that leaves the selected checks nothing to judge", () => {
  it("is reported, although it was not selected", async () => {
    const judge = await startJudging("wrapped-by-name");
    const report = await judge({ only: ["release.field-types"] });
    expect(report.results).toMatchObject([
      { id: "resource.lists-wrapped", verdict: "fail" },
      { id: "release.field-types", verdict: "skip" },
    ]);
    expect(report.causes).toMatchObject([{ checks: ["resource.lists-wrapped"], hides: ["release.field-types"] }]);
  });

  it("is not reported if it is left out, nor if the selected checks are judged", async () => {
    const judge = await startJudging("wrapped-by-name");
    const left = await judge({ only: ["release.field-types"], skip: ["resource.lists-wrapped"] });
    expect(left.results.map(({ id }) => id)).toEqual(["release.field-types"]);
    expect((await judge({ only: ["feature.field-types"] })).results).toMatchObject([{ verdict: "pass" }]);
  });
});

describe("the limit", () => {
  const isLimited = ({ exchanges }: Report) => exchanges.some(({ response }) => response?.status === 429);

  it.each(["feature", "2.2", "listFeatures", "resource.lists-wrapped"])("is not crossed for %s", async (name) => {
    const judge = await startJudging();
    const report = await judge({ only: [name] });
    expect(isLimited(report)).toBe(false);
    expect(report.results.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(0);
  });

  it.each(["limit.headers-present", "error.body", "feedback.no-lost-submissions"])(
    "is crossed for %s",
    async (name) => {
      const judge = await startJudging();
      expect(isLimited(await judge({ only: [name] }))).toBe(true);
    },
  );
});

describe("without a credential", () => {
  it("asks for one, and for nothing else, wherever one would show it", async () => {
    const judge = await startJudging();
    const { results, summary } = await judge({ credentials: [] });
    const skipped = results.filter(({ verdict }) => verdict === "skip");
    const others = skipped.filter(
      ({ message }) => !/^needs (?:an? |two )?(?:API key|session|second|expired|caller)/.test(message),
    );
    expect(others.map(({ id }) => id).filter((id) => !/^(?:limit|error)\./.test(id))).toEqual([]);
    expect(summary).toMatch(/no credential is given/);
  });

  it("says so, too, in the last line of a run in which something failed", async () => {
    const judge = await startJudging("headers-forgotten-on-401");
    const { summary, causes } = await judge({ credentials: [] });
    expect(summary).toMatch(/^violates .*; no credential is given$/);
    expect(causes).toMatchObject([{ cause: "the rate limit headers are missing on every response, all of them 401" }]);
  });
});

it("a law of which the chosen cases show nothing says what does", async () => {
  const judge = await startJudging();
  const { results } = await judge({ only: ["member.field-types"], sentBy: ["auth.unknown-token"] });
  expect(results).toMatchObject([
    {
      message:
        "the requests of the cases in --sent-by show nothing that this check judges: fpk check --only member.field-types sends those of all cases",
    },
  ]);
});

it("what another law's failure explains is hidden by that one, whatever else is missing", async () => {
  const judge = await startJudging("limit-by-key");
  const { results, causes } = await judge({});
  const skipped = results.filter(({ message }) =>
    message.startsWith("what fails limit.shared-by-keys shows here, too"),
  );
  expect(skipped.length).toBeGreaterThan(0);
  const cause = causes?.find(({ checks }) => checks.includes("limit.shared-by-keys"));
  expect(cause?.hides).toEqual(expect.arrayContaining(skipped.map(({ id }) => id)));
});
