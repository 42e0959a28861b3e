import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadContract } from "../../spec/contract.ts";
import { chosenOperations, type ErrorKind, errorKinds, operationsOf, summarize } from "./error-kinds.ts";

const { operations } = loadContract();

describe("the errors of a run", () => {
  it("are of every kind, and on every operation, whichever the seed", () => {
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), (seed, hasOneBudget) => {
        const all = errorKinds.flatMap((kind) => {
          const chosen = chosenOperations({ operations, seed, hasOneBudget }, kind);
          expect(chosen.length, kind).toBeGreaterThan(0);
          expect(operationsOf(kind, operations)).toEqual(expect.arrayContaining([...chosen]));
          return chosen;
        });
        expect(new Set(all)).toEqual(new Set(operations.map(({ id }) => id)));
      }),
      { numRuns: 30 },
    );
  });

  it("are the same for a seed, and in time on every operation on which they can be", () => {
    const chosenBy = (seed: number, kind: ErrorKind) =>
      chosenOperations({ operations, seed, hasOneBudget: true }, kind);
    for (const kind of errorKinds) {
      expect(chosenBy(7, kind)).toEqual(chosenBy(7, kind));
      const met = new Set(Array.from({ length: 200 }, (_, seed) => chosenBy(seed, kind)).flat());
      expect([...met].sort(), kind).toEqual([...operationsOf(kind, operations)].sort());
    }
  });
});

it("a summary says on which operations an error was caused, and on which others it could have been", () => {
  const kind = "an oversized body";
  const summary = summarize([{ kind, operation: "updateMe" }], operations).filter((row) => row.operations.length > 0);
  expect(summary).toEqual([
    { kind, operations: ["updateMe"], others: ["submitFeedback", "createOrganization", "inviteMember"] },
  ]);
});
