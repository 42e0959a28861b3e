import { expect, it } from "vitest";
import { judge, requestsToFailure } from "./judge.ts";
import type { CheckVerdict, Subject } from "./subject.ts";

async function verdictsOf(subject: Subject): Promise<readonly CheckVerdict[]> {
  const judged = await judge({ subject, without: [] });
  if ("failure" in judged) throw new Error(judged.failure);
  return judged.verdicts;
}

const of = (verdicts: readonly CheckVerdict[], id: string) => verdicts.find((verdict) => verdict.id === id);

it("counts the requests until a law's first failure, though it fails on all", async () => {
  const verdicts = await verdictsOf({ kind: "mutant", id: "body-with-byte-order-mark" });
  expect(of(verdicts, "body.is-json")).toMatchObject({ verdict: "fail", requestsToFailure: 1 });
});

it.each([
  ["a law that failed on several exchanges", { exchanges: [3, 5, 9], failed: 3 }, 4],
  ["a law that several exchanges show", { exchanges: [3, 5, 9], failed: 1 }, 10],
  ["a case", { exchanges: [9, 5] }, 10],
  ["a failure that no exchange shows", { exchanges: [] }, null],
])("counts for %s the requests until it is proved", (_what, result, count) => {
  expect(requestsToFailure(result)).toBe(count);
});

it("judges the reference as it is, with what passes", async () => {
  const verdicts = await verdictsOf({ kind: "reference", id: "reference" });
  expect(of(verdicts, "body.is-json")).toMatchObject({ verdict: "pass", message: "", requestsToFailure: null });
});

it("ends with the failure that it is made for", async () => {
  const subject = { kind: "mutant", id: "expired-key-accepted" } as const;
  const judged = await judge({ subject, without: [], untilFailureOf: "auth.key-expiry" });
  if ("failure" in judged) throw new Error(judged.failure);
  expect(of(judged.verdicts, "auth.expired-key")?.verdict).toBe("fail");
  expect(judged.isEndedEarly).toBe(true);
  const whole = await judge({ subject, without: [] });
  expect(whole).toMatchObject({ isEndedEarly: false });
  expect(judged.requests).toBeLessThan("failure" in whole ? 0 : whole.requests / 2);
});

it("does not end with the failure of another clause", async () => {
  const subject = { kind: "mutant", id: "expired-key-accepted" } as const;
  const judged = await judge({ subject, without: [], untilFailureOf: "limit.exceeded" });
  expect(judged).toMatchObject({ isEndedEarly: false, exitCode: 1 });
});

it("says why a subject cannot be judged", async () => {
  const variants = ["limiter-gcra", "none-such"];
  const judged = await judge({ subject: { kind: "variant", id: "both", variants }, without: [] });
  expect(judged).toEqual({ id: "both", failure: "there is no variant none-such" });
});

it("judges over the network a mutant that closes connections, since only a socket shows it", async () => {
  const verdicts = await verdictsOf({ kind: "mutant", id: "releases-close" });
  expect(of(verdicts, "answers.listReleases")).toMatchObject({
    verdict: "fail",
    message: expect.stringContaining("the connection was closed"),
  });
});

it("judges over the network a legal choice that only a socket shows from the first response on", async () => {
  const subject = { kind: "variant", id: "connection-informs", variants: ["connection-informs"] } as const;
  expect(await judge({ subject, without: [] })).toMatchObject({ exitCode: 0, unjudged: [] });
});
