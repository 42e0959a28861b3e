/** `hidden.ts`: a check that had nothing to judge names the failure of the same run that is the reason. */
import { expect, it, onTestFinished } from "vitest";
import { virtualClock } from "../../../clock.ts";
import type { Change } from "../../../reference/changes/seams/replace.ts";
import { changeResource, omitting } from "../../../reference/changes/seams/resources.ts";
import { startReference } from "../../../reference/start.ts";
import { conform } from "../../index.ts";

/** The failures by the checks that they hide. */
async function hiddenOn(change: Change, only?: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const clock = virtualClock();
  const mutant = { id: "test", clause: "test", fault: "for a test", change };
  const { target, close } = await startReference({ clock, mutant });
  onTestFinished(close);
  const { causes = [] } = await conform({ ...target, clock, seed: 1, ...(only && { only }) });
  return Object.fromEntries(causes.flatMap(({ checks, hides }) => hides.map((id) => [id, checks[0] ?? ""])));
}

it("features whose references have another name refer to nothing that can be judged", async () => {
  const renamed = changeResource("feature", ({ parentId, releaseId, ...rest }) => ({
    ...rest,
    parent_id: parentId,
    release_id: releaseId,
  }));
  expect(await hiddenOn(renamed, ["feature"])).toEqual({
    "feature.parent-resolves": "feature.all-fields",
    "feature.parents-end": "feature.all-fields",
    "feature.release-resolves": "feature.all-fields",
  });
});

it("acceptances without a feedbackId leave nothing to look up", async () => {
  const hidden = await hiddenOn(changeResource("acceptance", omitting("feedbackId")));
  for (const id of ["feedback.unique-ids", "scope.other-directions"])
    expect([id, hidden[id]]).toEqual([id, "feedback.acceptance"]);
});

it("an avatarType of null is a fault, not a user who lacks an avatar", async () => {
  const hidden = await hiddenOn(
    changeResource("user", (body) => ({ ...body, avatarType: null })),
    ["user", "profile"],
  );
  for (const id of ["profile.each-field", "profile.avatar-type-kept"])
    expect([id, hidden[id]]).toEqual([id, "user.field-types"]);
});
