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

it("says how many are still queued, and how many are not found any more", () => {
  expect(notes(["a", "queued"], ["b", "queued"], ["b", "done"])).toEqual([
    "1 of 2 submissions were still queued when they were read last; the times in the queue are those of the others",
  ]);
  expect(notes(["a", "done"], ["b", "done"], ["a", undefined])).toEqual([
    "the status of 1 of 2 submissions was not found any more after it had been read: fpk check judges that",
  ]);
});

it("says nothing where all were processed, or where a status was never read", () => {
  expect(notes(["a", "queued"], ["a", "done"], ["b", undefined])).toEqual([]);
});
