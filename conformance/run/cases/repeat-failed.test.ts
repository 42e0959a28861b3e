import { expect, it, onTestFinished } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { replaceRoute, withoutTenancy } from "../../../reference/changes/seams/routes.ts";
import { HttpError } from "../../../reference/parts/http-error.ts";
import { startReference } from "../../../reference/start.ts";
import type { ConformOptions } from "../../index.ts";
import { conform } from "../../index.ts";

/** What a run says of a reference that shows an organization's members to others, in their first `times` requests. */
async function judged(times: number, options: Partial<ConformOptions> = {}) {
  const clock = virtualClock();
  let asked = 0;
  const change = replaceRoute("listMembers", (route) => (request) => {
    const isForeign = request.params.orgId !== request.caller.orgId;
    asked += Number(isForeign);
    return route(isForeign && asked <= times ? withoutTenancy(request) : request);
  });
  const mutant = { id: "a-cache", clause: "auth.scope", fault: "Members are cached for some time", change };
  const reference = await startReference({ clock, mutant });
  onTestFinished(() => reference.close());
  const only = ["scope.foreign-organization"];
  const report = await conform({ ...reference.target, clock, seed: 1, only, ...options });
  return { ...report, failed: report.results.find(({ verdict }) => verdict === "fail") };
}

it("a failure says if its request is answered otherwise by itself, and that is its cause", async () => {
  const { failed, causes, exchanges } = await judged(4);
  const [shown, last] = [exchanges[failed?.exchanges.at(-1) ?? 0], exchanges.at(-1)];
  expect(last?.request).toEqual(shown?.request);
  expect(failed?.actual).toMatch(
    new RegExp(
      `^GET /v1/organizations/.*: 200 with .*; sent again by itself at the end of the run, it was answered 404 \\(exchange ${last?.index}\\)`,
    ),
  );
  expect(failed?.curl).toContain(last?.request.url);
  expect(causes?.map(({ cause }) => cause)).toEqual([
    expect.stringMatching(
      /^answers depend on the connection, on other requests, on a cache or on time: GET .* and by itself at the end 404/,
    ),
  ]);
});

it("nothing is said if the answer is the same, or if the request would cut the run", async () => {
  const always = await judged(1000);
  expect([always.failed?.verdict, always.failed?.message]).toEqual(["fail", expect.not.stringContaining("sent again")]);
  const { total } = always.requests;
  const cut = await judged(4, { maxRequests: total - 1 });
  expect([cut.requests.total, cut.failed?.message]).toEqual([total - 1, expect.not.stringContaining("sent again")]);
  expect(cut.summary).not.toContain("cut");
});

it("nothing is said of a status that is no longer kept", async () => {
  const clock = virtualClock();
  let asked = 0;
  const change = replaceRoute("getFeedbackStatus", (route) => (request) => {
    asked += 1;
    if (asked > 7) throw new HttpError("notFound", "There is no such status here.");
    return route(withoutTenancy(request));
  });
  const mutant = { id: "status-of-all", clause: "auth.scope", fault: "Statuses are shown to all, for a time", change };
  const reference = await startReference({ clock, mutant });
  onTestFinished(() => reference.close());
  const only = ["scope.foreign-feedback-status"];
  const { results, exchanges, causes } = await conform({ ...reference.target, clock, seed: 1, only });
  expect(exchanges.at(-1)).toMatchObject({ operation: "getFeedbackStatus", response: { status: 404 } });
  expect(results).toMatchObject([{ verdict: "fail", message: expect.not.stringContaining("sent again") }]);
  expect(causes?.[0]?.cause).not.toMatch(/^answers depend/);
});

it("nothing is said of a profile that was restored meanwhile", async () => {
  const clock = virtualClock();
  const change = replaceRoute("getMe", (route) => (request) => {
    const profile = route(request);
    if (JSON.stringify(profile).includes("Ķowalska")) throw new HttpError("internal", "Something went wrong here.");
    return profile;
  });
  const mutant = { id: "a-name", clause: "profile.kept", fault: "A profile with some letters is not shown", change };
  const reference = await startReference({ clock, mutant });
  onTestFinished(() => reference.close());
  const only = ["profile.update-kept"];
  const { results } = await conform({ ...reference.target, clock, seed: 1, only, strict: true });
  expect(results).toMatchObject([
    { verdict: "fail", message: expect.stringMatching(/getMe after an update; actual GET .*: 500/) },
  ]);
  expect(results[0]?.message).not.toContain("sent again");
});

it("a failure says so of a request without credentials, too, which is sent on a connection of its own", async () => {
  const clock = virtualClock();
  const reference = await startReference({ clock });
  onTestFinished(() => reference.close());
  let asked = 0;
  const door: typeof fetch = (input, init = {}) => {
    const headers = new Headers(init.headers);
    const isRemembered = !headers.has("authorization") && /products$/.test(String(input)) && ++asked === 1;
    if (isRemembered) headers.set("authorization", `Bearer ${reference.target.credentials[0]?.token}`);
    return fetch(input, { ...init, headers });
  };
  const only = ["auth.no-credentials"];
  const { results, exchanges } = await conform({ ...reference.target, clock, seed: 1, only, fetch: door });
  const failed = results.find(({ verdict }) => verdict === "fail");
  expect(exchanges[failed?.answeredOtherwiseAt ?? -1]).toMatchObject({ kind: "none", response: { status: 401 } });
});

it("a list is read again before a reference in it is said to be wrong", async () => {
  const clock = virtualClock();
  const reference = await startReference({ clock });
  onTestFinished(() => reference.close());
  const read = new Set<string>();
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const answer = await globalThis.fetch(url, init);
    const isFirst = !read.has(String(url));
    read.add(String(url));
    if (!isFirst || !String(url).endsWith("/features") || !answer.ok) return answer;
    const { data }: { data: { id: string; parentId: string | null }[] } = JSON.parse(await answer.text());
    const parents = data.map(({ parentId }) => parentId);
    const headers = new Headers(answer.headers);
    headers.delete("content-length");
    return Response.json({ data: data.filter(({ id }) => !parents.includes(id)) }, { headers });
  };
  const only = ["feature.parent-resolves"];
  const { results, exchanges } = await conform({ ...reference.target, clock, seed: 1, only, fetch });
  const [result] = results;
  expect(result).toMatchObject({
    verdict: "warn",
    expected: expect.stringMatching(/in the list, as in a later read of it/),
    replay: expect.stringContaining("--only feature.parent-resolves"),
  });
  const [first, later] = [0, -1].map((at) => exchanges[result?.exchanges.at(at) ?? 0]);
  expect(later?.request).toEqual(first?.request);
});
