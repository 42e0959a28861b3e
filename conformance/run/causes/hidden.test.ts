/** `hidden.ts`: a check that had nothing to judge names the failure of the same run that is the reason. */
import { expect, it, onTestFinished } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { type Change, combine } from "../../../reference/changes/seams/replace.ts";
import { changeResource, omitting } from "../../../reference/changes/seams/resources.ts";
import { replaceRoute, withoutTenancy } from "../../../reference/changes/seams/routes.ts";
import { startReference } from "../../../reference/start.ts";
import { conform } from "../../index.ts";

/** The failures by the checks that they hide. */
async function hiddenOn(
  change: Change,
  only?: readonly string[],
  through: typeof fetch = fetch,
): Promise<Readonly<Record<string, string>>> {
  const clock = virtualClock();
  const mutant = { id: "test", clause: "test", fault: "for a test", change };
  const { target, close } = await startReference({ clock, mutant });
  onTestFinished(close);
  const { causes = [] } = await conform({ ...target, clock, seed: 1, fetch: through, ...(only && { only }) });
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

it("a list with another organization's items, too, hides no pictures, which it would show as well", async () => {
  const initials = changeResource("organization", (body) => ({ ...body, avatarType: "initials" }));
  const hidden = await hiddenOn(
    combine(
      initials,
      replaceRoute("listOrganizations", (route) => (request) => route(withoutTenancy(request))),
    ),
    ["profile.avatar-type-kept", "scope.lists-disjoint"],
  );
  expect(hidden).toEqual({});
});

it("a status of whatever feedbackId is asked for does not show whose the feedback is", async () => {
  const anyStatus = replaceRoute("getFeedbackStatus", () => ({ params, parts }) => {
    const { feedbackId = "" } = params;
    return parts.serializers.processing({ feedbackId, status: "queued", resultUrl: "" });
  });
  expect(await hiddenOn(anyStatus)).toMatchObject({ "scope.foreign-feedback-status": "error.unknown-ids" });
});

it("errors without the rate limit headers hide what their X-RateLimit-Remaining would show, whatever else fails", async () => {
  const withoutHeaders: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (answer.status < 400 || answer.status === 429) return answer;
    const isInvitation = String(input).endsWith("/invite") && answer.status === 404;
    if (isInvitation) return Response.json({}, { status: 200, headers: answer.headers });
    return Response.json(await answer.json(), { status: answer.status });
  };
  const hidden = await hiddenOn((parts) => parts, undefined, withoutHeaders);
  expect(hidden["limit.remaining-on-errors"]).toBe("limit.headers-present");
});

it("what keys are answered is not what a check of sessions lacks", async () => {
  const withoutIds = changeResource("member", omitting("userId"));
  const hidden = await hiddenOn(
    withoutIds,
    ["member.has-identifier", "organization.has-members"],
    async (input, init) => {
      const isSession = !new Headers(init?.headers).get("authorization")?.includes("key_");
      return isSession && String(input).endsWith("/members")
        ? Response.json({ error: "No." }, { status: 403 })
        : fetch(input, init);
    },
  );
  expect(hidden).toEqual({});
});
