import { expect, it } from "vitest";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { recentSubmissions } from "./recent-submissions.ts";
import { submissionIn } from "./submission.ts";

const acceptedAt = (receivedAt: number) =>
  submissionIn(
    exchangeWith({ operation: "submitFeedback", status: 202, json: { feedbackId: String(receivedAt) }, receivedAt }),
  );

/** Which statuses a user reads at these times who submits one second before each. */
function readsOf(user: number, ...times: readonly number[]) {
  const submissions = recentSubmissions(5000, user);
  return times.map((at) => {
    submissions.add(acceptedAt(at - 1000));
    return submissions.next(at)?.feedbackId;
  });
}

it("the latest submission is read in turn with one whose grace period has ended, if there is one", () => {
  expect(readsOf(0, 1000, 2000, 8000, 9000, 10_000)).toEqual(["0", "1000", "1000", "8000", "9000"]);
  expect(readsOf(1, 1000, 2000, 8000, 9000, 10_000)).toEqual(["0", "1000", "7000", "1000", "1000"]);
});

it("a submission that was not accepted is no submission", () => {
  const submissions = recentSubmissions(5000, 0);
  submissions.add(undefined);
  expect(submissions.next(0)).toBeUndefined();
});
