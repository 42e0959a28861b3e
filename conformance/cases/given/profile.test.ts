import { expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { startReference } from "../../../reference/start.ts";
import { conform } from "../../index.ts";

async function notesWith(...variants: readonly string[]) {
  const clock = virtualClock();
  const { target, close } = await startReference({ clock, variants });
  const { notes } = await conform({ ...target, clock, only: ["profile"] });
  await close();
  return notes;
}

it("a profile whose preferences are merged is not restored, which a note says", async () => {
  expect(await notesWith()).toEqual([]);
  expect(await notesWith("profile-slow")).toEqual([
    expect.stringMatching(/^preferences that this run added \(.*\) are still in the answer .*: does the target merge/),
  ]);
});
