import { expect, it } from "vitest";
import { read } from "../../conformance/laws/limiter/read.test.support.ts";
import { statusNotes } from "./status-notes.ts";

/** Reads of statuses, one after the other: of which submission, and what was answered; undefined: 404. */
const notes = (...reads: readonly (readonly [id: string, status: string | undefined])[]) =>
  statusNotes(
    reads.map(([id, status], at) =>
      read(at, at * 100, 50, {
        operation: "getFeedbackStatus",
        request: { method: "GET", url: `http://127.0.0.1/v1/feedback/${id}/status`, headers: [], body: "" },
        response: {
          status: status === undefined ? 404 : 200,
          headers: [["Content-Type", "application/json"]],
          body: JSON.stringify({ feedbackId: id, status }),
          isUtf8: true,
          isCut: false,
        },
      }),
    ),
  );

it("says how many are still queued, are queued again, or are not found any more, and names an exchange of one", () => {
  expect(notes(["a", "queued"], ["b", "queued"], ["b", "done"])).toEqual([
    "1 of 2 submissions were still queued when they were read last, as in exchange 0; the times in the queue are those of the others",
  ]);
  expect(notes(["a", "queued"], ["a", "done"], ["b", "done"], ["a", "queued"])).toEqual([
    "1 of 2 submissions were queued again after another status, as in exchange 3; their times in the queue end at the first other status",
  ]);
  expect(notes(["a", "done"], ["b", "done"], ["a", undefined])).toEqual([
    expect.stringMatching(
      /^the status of 1 of 2 submissions was not found any more after it had been read, as in exchange 2; /,
    ),
  ]);
});

it("says nothing where all were processed, or where a status was never read", () => {
  expect(notes(["a", "queued"], ["a", "done"], ["b", undefined])).toEqual([]);
});
