/** Legal servers that the reference's variants do not show: their answers are put before the reference. */
import { afterEach, describe, expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { type RunningReference, startReference } from "../../reference/start.ts";
import { conform } from "../index.ts";
import type { Report } from "../model/report.ts";

const running: RunningReference[] = [];
afterEach(async () => {
  for (const reference of running.splice(0)) await reference.close();
});

type Answer = (
  path: string,
  method: string,
  organization: string | undefined,
) => { readonly status: number; readonly body: unknown } | undefined;

const headers = { "x-ratelimit-limit": "100", "x-ratelimit-remaining": "90", "x-ratelimit-reset": "1" };

/** The report on the reference, with some of its answers replaced. */
async function judged(answer: Answer, only: readonly string[], variants: readonly string[] = []): Promise<Report> {
  const clock = virtualClock();
  const reference = await startReference({ clock, variants });
  running.push(reference);
  const fetching: typeof fetch = async (input, init = {}) => {
    const authorization = new Headers(init.headers).get("authorization") ?? "";
    const sender = reference.target.credentials.find(({ token }) => authorization.endsWith(token));
    const path = new URL(String(input)).pathname.replace(/^.*\/v1/, "");
    const replacement = answer(path, init.method ?? "GET", sender?.org);
    return replacement === undefined
      ? fetch(input, init)
      : Response.json(replacement.body, { status: replacement.status, headers });
  };
  return conform({ ...reference.target, clock, seed: 1, fetch: fetching, only });
}

const verdicts = ({ results }: Report) => results.map(({ verdict }) => verdict);

it("a server that redirects every request, each of which counts, has a fresh window, and forgets within another", async () => {
  const clock = virtualClock();
  const { close, target } = await startReference({ clock });
  running.push({ close, target } as RunningReference);
  const redirecting: typeof fetch = async (input, init = {}) => {
    const url = String(input);
    if (url.endsWith("/")) return fetch(url.slice(0, -1), init);
    const counted = await fetch(`${target.baseUrl}/v1/products`, { headers: init.headers ?? {} });
    await counted.arrayBuffer();
    if (counted.status === 429) return fetch(url, init);
    const limits = [...counted.headers].filter(([name]) => name.startsWith("x-ratelimit-"));
    return new Response(null, { status: 307, headers: [["location", `${url}/`], ...limits] });
  };
  const report = await conform({ ...target, clock, seed: 1, fetch: redirecting, only: ["limit"] });
  expect(report).toMatchObject({
    conclusion: "conforms",
    notes: expect.not.arrayContaining([expect.stringContaining("fresh window")]),
  });
  expect(report.seconds).toBeLessThan(200);
});

describe("two organizations", () => {
  const listing = (id: string, second = "00"): Answer => {
    const product = { id, name: "Sample", slug: "sample", createdAt: `2026-01-01T00:00:${second}Z` };
    return (path) => (path === "/products" ? { status: 200, body: { data: [product] } } : undefined);
  };
  it("that number their own, and were filled from one sample, share nothing", async () => {
    expect(verdicts(await judged(listing("1"), ["scope.lists-disjoint"]))).toEqual(["skip"]);
  });
  it("that use slugs as identifiers, and list nothing but one sample, share nothing", async () => {
    expect(verdicts(await judged(listing("sample"), ["scope.lists-disjoint"]))).toEqual(["skip"]);
  });
  it("that hold copies with times of creation in whole seconds share nothing; such a fraction of a second is one item's", async () => {
    expect(verdicts(await judged(listing("1", "07.000"), ["scope.lists-disjoint"]))).toEqual(["skip"]);
    expect(verdicts(await judged(listing("1", "07.431"), ["scope.lists-disjoint"]))).toEqual(["fail"]);
    const report = await judged(listing("1"), ["auth.scope"]);
    expect(report.clauses.unjudged.map(({ clause }) => clause)).toContain("auth.scope");
  });
  it("that list one product with an identifier of its own do", async () => {
    expect(verdicts(await judged(listing("prd_8c1f"), ["scope.lists-disjoint"]))).toEqual(["fail"]);
  });
  it.each<[string, string, (name: string) => string, string, number?]>([
    ["numbers, one of which is of different products", "1", () => "2", "skip"],
    ["slugs, and have other products, too", "sample", (name: string) => name.toLowerCase(), "skip"],
    ["slugs, though it is newer than their other products", "sample", (name: string) => name.toLowerCase(), "fail", -1],
    ["numbers that no other product has", "1", (name: string) => String(name.length), "fail"],
  ])("that both list one sample, under identifiers that are %s", async (_, sample, idOf, verdict, years = 1) => {
    const product = (id: string, name: string) => ({
      id,
      name,
      slug: name.toLowerCase(),
      createdAt: `${id === sample ? 2024 : 2024 + years}-01-01T00:00:00Z`,
    });
    const organizations: string[] = [];
    const answer: Answer = (path, _, organization) => {
      if (path !== "/products" || organization === undefined) return undefined;
      if (!organizations.includes(organization)) organizations.push(organization);
      const name = ["Vega", "Atlas", "Cygnus", "Polaris"][organizations.indexOf(organization)] ?? "Sirius";
      return { status: 200, body: { data: [product(sample, "Sample"), product(idOf(name), name)] } };
    };
    expect(verdicts(await judged(answer, ["scope.lists-disjoint"]))).toEqual([verdict]);
  });
  it("that show nothing lead to no finding", async () => {
    const report = await judged(
      (path) => {
        if (path === "/products") return { status: 200, body: { data: [] } };
        return path === "/organizations" ? { status: 403, body: { error: "not yours" } } : undefined;
      },
      ["scope.lists-disjoint"],
    );
    expect(verdicts(report)).toEqual(["skip"]);
  });
});

describe("a rejection that the document leaves open", () => {
  const rejecting =
    (rejected: string, status: number): Answer =>
    (path, method) =>
      `${method} ${path.replace(/\/org_[^/]+/, "/:id")}` === rejected ? { status, body: { error: "no" } } : undefined;

  it.each([
    ["GET /installations/me", 404, "endpoint.getInstallation"],
    ["POST /organizations", 409, "endpoint.createOrganization"],
    ["POST /organizations/:id/invite", 402, "endpoint.inviteMember"],
    ["POST /organizations/:id/invite", 422, "endpoint.inviteMember"],
  ])("%s with %d is not a fault", async (request, status, clause) => {
    const { results } = await judged(rejecting(request, status), [clause]);
    expect(results).toMatchObject([{ verdict: "skip", message: expect.stringContaining(`answered ${status}`) }]);
  });

  it.each([
    ["GET /installations/me", 500, "endpoint.getInstallation"],
    ["POST /organizations", 404, "endpoint.createOrganization"],
    ["POST /organizations/:id/invite", 405, "endpoint.inviteMember"],
  ])("%s with %d is one", async (request, status, clause) => {
    expect(verdicts(await judged(rejecting(request, status), [clause]))).toContain("fail");
  });
});

it.each([
  ["a session", 0, "fail"],
  ["a key, since sessions may not,", 1, "pass"],
])(
  "an organization that %s has created, and that a key of the creator's organization reads",
  async (_, sessionsRejected, verdict) => {
    let creations = 0;
    let creator: string | undefined;
    const answer: Answer = (path, method, organization) => {
      if (path === "/organizations/org_new" && organization === creator)
        return { status: 200, body: { id: "org_new" } };
      if (`${method} ${path}` !== "POST /organizations" || organization === undefined) return undefined;
      creations += 1;
      if (creations <= sessionsRejected) return { status: 403, body: { error: "not by a session" } };
      creator = organization;
      return { status: 201, body: { id: "org_new" } };
    };
    expect(verdicts(await judged(answer, ["scope.new-organization"]))).toEqual([verdict]);
    expect(creator).toBeDefined();
  },
);

describe("a 5xx to a read that another key is served", () => {
  const failing = (isFailing: (read: number) => boolean, status = 500): Answer => {
    let reads = 0;
    return (path) => {
      if (path !== "/installations/me") return undefined;
      reads += 1;
      return isFailing(reads) ? { status, body: { error: "no" } } : undefined;
    };
  };
  it.each<[string, (read: number) => boolean, string, number?]>([
    ["once is not a fault", (read: number) => read === 2, "pass"],
    ["each time is one", (read: number) => read > 1, "fail"],
    ["each time, and says that the service is unavailable, is none", (read: number) => read > 1, "pass", 503],
  ])("%s", async (_, isFailing, verdict, status = 500) => {
    expect(verdicts(await judged(failing(isFailing, status), ["auth.every-caller-answered"]))).toEqual([verdict]);
  });
});

it("a picture is not sent over one that may be the user's own", async () => {
  const user = { id: "usr_1", firstName: "Ada", lastName: "L", avatarType: "cropped", preferences: {} };
  const report = await judged(
    (path, method) => {
      if (path !== "/me") return undefined;
      return method === "PUT" ? { status: 422, body: { error: "incomplete" } } : { status: 200, body: user };
    },
    ["profile.each-field", "answers.updateMe"],
  );
  const updates = report.exchanges.filter(({ operation, kind }) => operation === "updateMe" && kind === "session");
  expect(updates.length).toBeGreaterThan(0);
  for (const { request } of updates) expect(request.body).not.toContain("avatarBase64");
  expect(new Set(verdicts(report))).toEqual(new Set(["skip"]));
});

describe("sessions that may not use the endpoints of products", () => {
  it.each(["endpoint.listProducts", "endpoint.listFeatures"])(
    "are no fault where there is no key: %s",
    async (clause) => {
      const variants = ["products-closed-to-sessions", "target-of-one-session"];
      const report = await judged(() => undefined, [clause], variants);
      expect(new Set(verdicts(report))).toEqual(new Set(["skip"]));
    },
  );
});
