import { describe, expect, it } from "vitest";
import { historyOf, otherOrganization, post, readsOf, type Sent, secondKey, session } from "./read.test.support.ts";
import { describeChange, fallOf, maxFall, minFreed, stepsByKeyAndPath, stepsOf } from "./remaining-steps.ts";

/** The only step of the first key, whatever is sent in between. */
function step(...sent: readonly Sent[]) {
  const history = historyOf(readsOf(sent));
  const [only, ...others] = stepsOf(history, ({ credential }) => credential === "KEY_A");
  if (only === undefined || others.length > 0) throw new Error("not one step");
  return { history, only };
}

describe("a step", () => {
  it("falls, rises or stays", () => {
    const { only: fall } = step([0, 5], [30, 1]);
    expect([fallOf(fall), describeChange(fall)]).toEqual([4, "fell by 4, from 5 to 1"]);
    const { only: rise } = step([0, 1], [30, 3]);
    expect([fallOf(rise), describeChange(rise)]).toEqual([-2, "rose by 2, from 1 to 3"]);
    expect(describeChange(step([0, 5], [30, 5]).only)).toBe("stayed at 5");
  });

  it("falls at most by all that may have been counted, and not by its first request", () => {
    const of = (...between: readonly Sent[]) => {
      const { history, only } = step([0, 50], ...between, [90, 40]);
      return maxFall(history, only);
    };
    expect(of()).toBe(1);
    expect(of([30, 48, secondKey], [60, undefined, session])).toBe(3);
    expect(of([30, 99, otherOrganization])).toBe(1);
  });

  it("shows how many requests were given back: at least those certainly counted, less the fall", () => {
    const of = (...between: readonly Sent[]) => minFreed(step([0, 50], ...between, [90, 49]).only);
    expect(of()).toBe(0);
    expect(of([30, 48, secondKey], [60, 47, secondKey])).toBe(2);
    expect(of([30, undefined, secondKey], [60, 47, session])).toBe(0);
    // In flight together with the first or the last request, these may have been counted before or after it.
    expect(of([10, 48, secondKey], [80, 47, secondKey])).toBe(0);
  });
});

describe("steps", () => {
  const between = (sent: readonly Sent[]) =>
    stepsByKeyAndPath(historyOf(readsOf(sent))).map((steps) =>
      steps.map((each) => [each.first.index, each.last.index, each.between.map(({ index }) => index)]),
    );

  it("lead from each request of a key to one endpoint to the next that was sent after its answer", () => {
    expect(
      between([
        [0, 50],
        [10, 49],
        [30, 48],
        [60, 47],
      ]),
    ).toEqual([
      [
        [0, 2, [1]],
        [2, 3, []],
      ],
    ]);
    const mixed: readonly Sent[] = [
      [0, 50],
      [30, 49, secondKey],
      [60, 48, post],
      [90, 47],
      [120, 46, secondKey],
    ];
    expect(between(mixed)).toEqual([[[0, 3, [1, 2]]], [[1, 4, [2, 3]]], []]);
  });
});
