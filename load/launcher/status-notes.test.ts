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

it("counts those that were gone before the first read, and not those that are found later", () => {
  expect(notes(["a", "done"], ["b", undefined], ["c", undefined], ["c", "done"], ["c", undefined])).toEqual([
    expect.stringMatching(/^the status of 1 of 3 submissions was not found any more after it had been read/),
    "the status of 1 of 3 submissions was never read: it was not found at the first read, as in exchange 1",
  ]);
});

it("says nothing where all were processed", () => {
  expect(notes(["a", "queued"], ["a", "done"], ["b", undefined], ["b", "done"])).toEqual([]);
});
