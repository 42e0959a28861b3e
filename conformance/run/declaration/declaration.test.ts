/** Whole runs with a wrong target file: which doubts are reported, and that no check fails because of it. */
import { afterEach, describe, expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { type RunningReference, startReference } from "../../../reference/start.ts";
import { type ConformOptions, conform } from "../../index.ts";

type Credentials = ConformOptions["credentials"];

const running: RunningReference[] = [];
afterEach(async () => {
  for (const reference of running.splice(0)) await reference.close();
});

async function started(options: Parameters<typeof startReference>[0] = {}) {
  const clock = virtualClock();
  const reference = await startReference({ clock, ...options });
  running.push(reference);
  const { target } = reference;
  const judge = async (change: Partial<ConformOptions>, declared: ConformOptions = target) => {
    const report = await conform({ ...declared, clock, seed: 1, ...change });
    const failed = report.results.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);
    return { report, failed, doubts: report.doubts ?? [], exitCode: report.exitCode };
  };
  const [key, , session] = target.credentials;
  const other = target.credentials.find(({ org }) => org !== key?.org);
  return { target, judge, org: key?.org ?? "", otherOrg: other?.org ?? "", session };
}

const changed = (all: Credentials, at: number, change: Partial<Credentials[number]>): Credentials =>
  all.map((credential, index) => (index === at ? { ...credential, ...change } : credential));

describe("a target file that is right", () => {
  it("is not doubted", async () => {
    const { judge } = await started();
    expect(await judge({})).toMatchObject({ doubts: [], failed: [], exitCode: 0 });
  });
});

describe("a wrong token on a server that answers 403 to unknown ones", () => {
  it("is doubted, and no other credential", async () => {
    const { target, judge } = await started({ mutant: "unknown-token-403" });
    expect((await judge({})).doubts).toEqual([]);
    const { doubts } = await judge({ credentials: changed(target.credentials, 1, { token: "fpk_key_mistyped" }) });
    expect(doubts).toEqual([
      "$KEY_2 (credentials[1]) was answered 403 each time, as a token that was never issued: is the token right? (A wrong one must be answered 401, see auth.unknown-token)",
    ]);
  });
});

describe("a wrong base URL", () => {
  it.each(["/ap", "", "/api/v2"])(
    "with the path %j is recognized by its 404s, which look like the API's",
    async (path) => {
      const { target, judge } = await started();
      const baseUrl = target.baseUrl.replace(/\/api$/, path);
      const { doubts, failed, exitCode, report } = await judge({ baseUrl });
      expect(doubts).toEqual([
        expect.stringMatching(/^no endpoint of this API answers at .*\. Is the base URL right\?$/),
      ]);
      expect({ failed, exitCode }).toEqual({ failed: [], exitCode: 3 });
      const skipped = report.results.filter(({ verdict }) => verdict === "skip");
      expect(new Set(skipped.map(({ message }) => message)).size).toBe(1);
      expect(report.requests.total).toBeLessThan(30);
    },
  );

  it("is recognized where a web page comes with the limiter's headers at every path", async () => {
    const { judge } = await started();
    const headers = { "content-type": "text/html", "x-ratelimit-remaining": "99" };
    const page = new Response("<!doctype html><title>App</title>", { headers });
    const { doubts, failed, exitCode } = await judge({ fetch: async () => page.clone() });
    expect(doubts).toEqual([
      expect.stringMatching(/200 with a web page \(text\/html\): "App"\. Is the base URL right\?$/),
    ]);
    expect({ failed, exitCode }).toEqual({ failed: [], exitCode: 3 });
  });

  it("is not suspected where the list of products alone is missing", async () => {
    const { judge } = await started();
    const missing = new Response('{"error":"no such endpoint"}', { status: 404 });
    const fetch = async (...[url, init]: Parameters<typeof globalThis.fetch>) =>
      String(url).endsWith("/v1/products") ? missing.clone() : globalThis.fetch(url, init);
    const { doubts, failed } = await judge({ fetch });
    expect(doubts).toEqual([]);
    expect(failed).toContain("answers.listProducts");
  });
});

describe("a wrong org", () => {
  it("of one key is contradicted by its installation and its organizations, and blamed on nobody", async () => {
    const { target, judge, org } = await started();
    const { doubts, failed, exitCode, report } = await judge({
      credentials: changed(target.credentials, 0, { org: "org_nope" }),
    });
    expect(doubts).toEqual([
      `$KEY_1 (credentials[0]) is declared to be of org_nope, but GET /v1/installations/me and GET /v1/organizations name ${org}. Is \`org\` wrong, or does the server show another organization's data? This run treats it as a credential of ${org}`,
    ]);
    expect({ failed, exitCode }).toEqual({ failed: [], exitCode: 3 });
    expect(report.summary).toContain("the `org` of $KEY_1 (credentials[0]) is in doubt");
  });

  it("of one key is contradicted by its installation, though GET /v1/organizations lists every organization", async () => {
    const { target, judge, org, otherOrg } = await started({ mutant: "organizations-of-all" });
    const at = target.credentials.findIndex((each) => each.kind === "api-key" && each.org === otherOrg);
    const { doubts, failed } = await judge({ credentials: changed(target.credentials, at, { org }) });
    expect(doubts).toEqual([
      `$KEY_5 (credentials[${at}]) is declared to be of ${org}, but GET /v1/installations/me names ${otherOrg}. Is \`org\` wrong, or does the server show another organization's data? This run treats it as a credential of ${otherOrg}`,
    ]);
    expect(failed).toEqual(["scope.lists-disjoint"]);
  });

  it("of one key is contradicted by its installation and its products, where the list of organizations is wrapped", async () => {
    const { target, judge, org, otherOrg } = await started();
    const at = target.credentials.findIndex((each) => each.kind === "api-key" && each.org === otherOrg);
    const fetch = async (...[url, init]: Parameters<typeof globalThis.fetch>) => {
      const answer = await globalThis.fetch(url, init);
      const isList = answer.ok && init?.method !== "POST" && String(url).endsWith("/v1/organizations");
      return isList ? new Response(JSON.stringify({ data: await answer.json() }), answer) : answer;
    };
    const { doubts, report } = await judge({ credentials: changed(target.credentials, at, { org }), fetch });
    expect(doubts).toEqual([expect.stringContaining(`This run treats it as a credential of ${otherOrg}`)]);
    expect(report.causes?.[0]?.checks).toContain("resource.lists-bare");
    expect(JSON.stringify(report.causes)).not.toMatch(
      /another organization's|one organization's requests|each key has/,
    );
  });

  it("of one key is told by its products where the server names one installation to every key", async () => {
    const { target, judge, org, otherOrg } = await started({ mutant: "organizations-of-all" });
    const fetch = async (...[url, init]: Parameters<typeof globalThis.fetch>) => {
      const answer = await globalThis.fetch(url, init);
      if (!answer.ok || !String(url).endsWith("/v1/installations/me")) return answer;
      return new Response(JSON.stringify({ ...Object(await answer.json()), orgId: org }), answer);
    };
    const one = "Does the server show every key the same organization, or is `org` wrong?";
    const { doubts } = await judge({ fetch });
    expect(doubts).toContainEqual(
      expect.stringMatching(
        new RegExp(`^\\$KEY_5 .* of ${otherOrg}, but .* names? ${org}\\. ${one.replaceAll("?", "\\?")}$`),
      ),
    );
    const wrong = await judge({ credentials: changed(target.credentials, 1, { org: otherOrg }), fetch });
    expect(wrong.doubts).toContainEqual(expect.stringMatching(/^\$KEY_2 .*This run treats it as a credential of org_/));
    expect(wrong.doubts).not.toContainEqual(expect.stringMatching(/^\$KEY_5 .*This run treats/));
    expect(JSON.stringify(wrong.report.causes)).not.toMatch(
      /one organization's requests|each key has|429 comes before/,
    );
  });

  it("of one key does not hide that the others and a session with denied operations are of one organization", async () => {
    const { target, judge, org, otherOrg, session } = await started();
    const at = target.credentials.findIndex((each) => each.kind === "api-key" && each.org === otherOrg);
    const credentials = changed(target.credentials, at, { org }).map((credential) =>
      credential === session ? { ...credential, denied: ["listReleases"] as const } : credential,
    );
    const { report } = await judge({ credentials });
    expect(report.results.find(({ id }) => id === "limit.shared-by-sessions")?.verdict).toBe("pass");
  });

  it("of a session is contradicted by its own organizations, also if it may not do everything", async () => {
    const { target, judge, org, otherOrg, session } = await started();
    const credentials = target.credentials.map((credential) =>
      credential === session ? { ...credential, org: otherOrg, denied: ["listFeatures"] as const } : credential,
    );
    const fetch = async (...[url, init]: Parameters<typeof globalThis.fetch>) => {
      const answer = await globalThis.fetch(url, init);
      if (new Headers(init?.headers).get("authorization") !== `Bearer ${session?.token}`) return answer;
      if (String(url).endsWith(`/${otherOrg}`)) return new Response('{"error":"unknown"}', { ...answer, status: 404 });
      return String(url).endsWith("/v1/organizations") ? new Response(JSON.stringify([{ id: org }]), answer) : answer;
    };
    const { doubts } = await judge({ credentials, fetch, only: ["auth.session-accepted"] });
    expect(doubts).toEqual([expect.stringContaining(`declared to be of ${otherOrg}, but GET /v1/organizations names`)]);
  });

  it.each([
    ["", 0],
    [", also if one of them has used up its limit", 120],
  ])("of two organizations that are swapped is said so%s", async (_when, used) => {
    const { target, judge, org, otherOrg } = await started();
    const authorization = `Bearer ${target.credentials.find((credential) => credential.org === otherOrg)?.token}`;
    for (let sent = 0; sent < used; sent += 1)
      await fetch(`${target.baseUrl}/v1/products`, { headers: { authorization } });
    const swapped = new Map([
      [org, otherOrg],
      [otherOrg, org],
    ]);
    const credentials = target.credentials
      .filter(({ kind }) => kind === "api-key")
      .map((credential) => ({ ...credential, org: swapped.get(credential.org ?? "") ?? "" }))
      .filter(({ org: declared }) => declared !== "");
    const { doubts, failed, exitCode } = await judge({ credentials });
    expect(doubts).toHaveLength(2);
    expect(doubts[0]).toContain(`Are ${otherOrg} and ${org} swapped?`);
    expect({ failed, exitCode }).toEqual({ failed: [], exitCode: 3 });
  });

  it("that a wrapped list of organizations leaves uncertain is asked for by the causes that it explains, after all others", async () => {
    const { target, judge, org, otherOrg } = await started();
    const swapped = new Map([
      [org, otherOrg],
      [otherOrg, org],
    ]);
    const credentials = target.credentials.map((credential) => {
      const declared = swapped.get(credential.org ?? "");
      return declared === undefined ? credential : { ...credential, org: declared };
    });
    const fetch = async (...[url, init]: Parameters<typeof globalThis.fetch>) => {
      const answer = await globalThis.fetch(url, init);
      if (!answer.ok || init?.method === "POST") return answer;
      if (String(url).endsWith("/members"))
        return new Response((await answer.text()).replaceAll('"joinedAt"', '"joined_at"'), answer);
      if (!String(url).endsWith("/v1/organizations")) return answer;
      return new Response(JSON.stringify({ data: await answer.json() }), answer);
    };
    const { report } = await judge({ credentials, fetch });
    const causes = report.causes ?? [];
    expect(causes.map(({ cause }) => cause)).toContain("fields have other names: joined_at for joinedAt in Member");
    for (const { cause } of causes) expect(cause).toMatch(/^[^;]/);
    const asks = causes.map(({ cause }) =>
      /; or is `org` of (?:\$\w+(?:, | and )?)+ wrong in the target file \(see ! above\)\?$/.test(cause),
    );
    expect(asks).toEqual(asks.toSorted((a, b) => Number(a) - Number(b)));
    expect(causes.filter((_, at) => asks[at]).flatMap(({ checks }) => checks)).toEqual(
      expect.arrayContaining(["scope.foreign-organization", "installation.of-calling-key"]),
    );
    expect(causes[0]?.checks).toContain("resource.lists-bare");
  });

  it("is not suspected where the server's own lists confirm what is declared: that fails the server", async () => {
    const { judge } = await started();
    const fetch = async (...[url, init]: Parameters<typeof globalThis.fetch>) => {
      const answer = await globalThis.fetch(url, init);
      if (!answer.ok || !String(url).endsWith("/v1/installations/me")) return answer;
      return new Response(JSON.stringify(Object.assign(Object(await answer.json()), { orgId: "org_other" })), answer);
    };
    const { doubts, failed } = await judge({ fetch });
    expect(doubts).toEqual([]);
    expect(failed).toContain("installation.of-calling-key");
  });
});

describe("a wrong rateLimit", () => {
  it.each([50, 200])("of %i where the headers say 100 is doubted, and blamed on nobody", async (limit) => {
    const { judge } = await started();
    const { doubts, failed, exitCode, report } = await judge({ rateLimit: { limit, windowSeconds: 60 } });
    expect(doubts).toEqual([
      `every API key is shown X-RateLimit-Limit: 100, but a limit of ${limit} is declared. Which is right? --limit 100, or rateLimit in the target file, changes the declaration; else fix the server's limit`,
    ]);
    expect({ failed, exitCode }).toEqual({ failed: [], exitCode: 3 });
    expect(report.summary).toContain("the declared `rateLimit` is in doubt");
    const open = report.results.filter(({ verdict }) => verdict === "inconclusive");
    expect(open.every(({ message }) => message.startsWith("this rests on the declared `rateLimit`"))).toBe(true);
    expect(report.results.find(({ id }) => id === "limit.remaining-on-errors")?.message).toBe(
      "403s and 404s to keys show another X-RateLimit-Limit than the declared one: see limit.limit-declared",
    );
    const certain = await judge({ rateLimit: { limit, windowSeconds: 60 }, hasFreshTokens: true });
    expect(certain).toMatchObject({ failed: expect.arrayContaining(["limit.limit-declared"]), exitCode: 1 });
  });

  it("is named in the last line beside a wrong `org`", async () => {
    const { target, judge } = await started();
    const credentials = changed(target.credentials, 0, { org: "org_nope" });
    const { report } = await judge({ credentials, rateLimit: { limit: 50, windowSeconds: 60 } });
    expect(report.summary).toMatch(
      /^inconclusive: the `org` of \$KEY_1 \(credentials\[0\]\) is in doubt; the declared `rateLimit` is in doubt; judged/,
    );
  });

  it("is right where the run sees it enforced: then the header is said to be wrong", async () => {
    const { judge } = await started();
    const fetch = async (...[url, init]: Parameters<typeof globalThis.fetch>) => {
      const answer = await globalThis.fetch(url, init);
      const changed = new Response(answer.body, answer);
      changed.headers.set("x-ratelimit-limit", "60");
      return changed;
    };
    const { doubts, report } = await judge({ fetch });
    expect(doubts).toEqual([
      "every API key is shown X-RateLimit-Limit: 60, but the limit of 100 that is declared is enforced: the header is wrong",
    ]);
    expect(report.summary).not.toContain("`rateLimit` is in doubt");
    expect(report.causes?.map(({ cause }) => cause)).toEqual([
      "X-RateLimit-Limit is 60, but the limit that is declared is enforced: the header is wrong",
    ]);
  });

  it("is doubted also where the header is no integer", async () => {
    const { judge } = await started();
    const fetch = async (...[url, init]: Parameters<typeof globalThis.fetch>) => {
      const answer = await globalThis.fetch(url, init);
      const changed = new Response(answer.body, answer);
      changed.headers.set("x-ratelimit-limit", "100/minute");
      return changed;
    };
    const { doubts } = await judge({ fetch, rateLimit: { limit: 60, windowSeconds: 60 } });
    expect(doubts).toEqual([
      expect.stringMatching(/^every API key is shown X-RateLimit-Limit: 100, but a limit of 60/),
    ]);
  });

  it("is in doubt, and the run inconclusive, also where no check of the limit was chosen", async () => {
    const { judge } = await started();
    const { doubts, exitCode, report } = await judge({
      rateLimit: { limit: 50, windowSeconds: 60 },
      only: ["auth.no-credentials"],
    });
    expect({ doubts: doubts.length, exitCode }).toEqual({ doubts: 1, exitCode: 3 });
    expect(report.summary).toContain("inconclusive: the declared `rateLimit` is in doubt");
  });

  it("of 50 does not excuse a header of 50 where 100 are served", async () => {
    const { judge } = await started({ limit: 100 });
    const fetch = async (...[url, init]: Parameters<typeof globalThis.fetch>) => {
      const answer = await globalThis.fetch(url, init);
      const headers = new Headers(answer.headers);
      headers.set("x-ratelimit-limit", "50");
      return new Response(answer.status === 204 ? null : await answer.text(), { status: answer.status, headers });
    };
    const { failed, exitCode } = await judge({ fetch });
    expect(failed).toContain("limit.limit-declared");
    expect(exitCode).toBe(1);
  });

  it("of null where the headers say 100 is doubted, and inconclusive where a 429 leaves cases unanswered", async () => {
    const { judge } = await started({ limit: 40 });
    const { doubts, exitCode, report } = await judge({ rateLimit: null });
    expect(doubts).toEqual([
      "429 was answered and X-RateLimit-Limit is 40, but rateLimit: null says that there is no limit. Which is right? Where there is one, declare it: --limit 40, or rateLimit in the target file",
    ]);
    expect(exitCode).toBe(3);
    expect(report.summary).toContain("429 was answered, although `rateLimit: null` is declared");
  });

  it("that is not declared, on another tier than Standard, is to be declared", async () => {
    const { judge, target } = await started({ limit: 50 });
    const { rateLimit: _, ...undeclared } = target;
    const { doubts, failed } = await judge({}, undeclared);
    expect(doubts).toEqual([
      expect.stringMatching(/no rate limit is declared, .* Declare it: --limit 50, or rateLimit/),
    ]);
    expect(failed).toEqual([]);
  });

  it("with a window of 60 s, which X-RateLimit-Reset shows, where 5 s are declared, is blamed on nobody", async () => {
    const { judge } = await started({ windowSeconds: 60, variants: ["reset-seconds-left"] });
    const { doubts, failed, exitCode } = await judge({ rateLimit: { limit: 100, windowSeconds: 5 } });
    expect(doubts).toEqual([
      expect.stringMatching("^the target keeps to a window of 60 s, .* but 5 s are declared\\. Which is right\\?"),
    ]);
    expect({ failed, exitCode }).toEqual({ failed: [], exitCode: 3 });
  });

  it.each([
    ["limit of 50", { limit: 50 }, "limit.limit-declared"],
    ["window of 5 s", { windowSeconds: 5, variants: ["reset-seconds-left"] }, "limit.remaining-falls"],
  ])(
    "is asked for, and the target blamed, where it keeps to a %s and the document's own is declared",
    async (_, kept, check) => {
      const { judge } = await started(kept);
      const { doubts, failed, exitCode } = await judge({ rateLimit: { limit: 100, windowSeconds: 60 } });
      expect(doubts).toHaveLength(1);
      expect(failed).toContain(check);
      expect(exitCode).toBe(1);
    },
  );

  it.each([
    [
      "a window that is shorter than declared",
      { windowSeconds: 5 },
      { rateLimit: { limit: 100, windowSeconds: 60 } },
      /^the window was reset twice in \d+\.\d\d s, but 60 s are declared: does the limiter forget its counts \(a cleanup, a restart\), or do two instances answer\? Only if the server's own window is shorter, set rateLimit\.windowSeconds \(--window(?: 5)?\)$/,
    ],
    [
      "a window of 20 s, which X-RateLimit-Reset shows, where 5 s are declared",
      { windowSeconds: 20, variants: ["reset-seconds-left"] },
      { rateLimit: { limit: 100, windowSeconds: 5 } },
      /^X-RateLimit-Reset is up to 20 s ahead, and 5 s are declared: is the window longer\? Then set .* \(--window 20\)$/,
    ],
    [
      "a window that is longer than declared",
      {},
      { rateLimit: { limit: 100, windowSeconds: 5 } },
      /and 5 s are declared: is the window longer\?/,
    ],
    [
      "two instances that count separately",
      { mutant: "limit-by-instance" },
      {},
      /^X-RateLimit-Remaining (?:went up and down|had each value twice), .*: do two instances answer, each with its own count\?$/,
    ],
    [
      "no limit at all",
      { mutant: "limit-not-enforced" },
      {},
      /^no limit was seen: \d+ requests of one organization in \d+\.\d\d s, none answered 429, but 100 in 60 s are declared\. Are requests that exceed the limit not rejected, or do several instances .*"rateLimit": null$/,
    ],
  ] as const)("%s is doubted once, and the failure stays", async (_, options, change, sentence) => {
    const { judge } = await started(options);
    const { doubts, exitCode } = await judge(change);
    expect(doubts).toEqual([expect.stringMatching(sentence)]);
    expect(exitCode).toBe(1);
  });
});

it("a window that is shorter than declared is asked for by the causes that it explains", async () => {
  const { judge } = await started({ windowSeconds: 5 });
  const { report } = await judge({ rateLimit: { limit: 100, windowSeconds: 60 } });
  expect(report.causes).not.toEqual([]);
  for (const { cause } of report.causes ?? [])
    expect(cause).toMatch(/; or is `windowSeconds` wrong in the target file \(see ! above\)\?$/);
});

it("a cache is named where it hides the limit", async () => {
  const { judge } = await started({ mutant: "limit-not-enforced" });
  const kept = new Map<string, Response>();
  const fetch = async (...[url, init]: Parameters<typeof globalThis.fetch>) => {
    const asked = `${init?.method ?? "GET"} ${url} ${new Headers(init?.headers).get("authorization")}`;
    const cached = kept.get(asked);
    if (cached !== undefined) {
      const headers = new Headers(cached.headers);
      headers.set("age", "7");
      return new Response(await cached.clone().text(), { status: cached.status, headers });
    }
    const response = await globalThis.fetch(url, init);
    if (asked.startsWith("GET") && asked.includes("/v1/products ")) kept.set(asked, response.clone());
    return response;
  };
  const { doubts } = await judge({ fetch });
  expect(doubts).toEqual([expect.stringMatching(/^a cache answers: .*X-RateLimit-Remaining/)]);
});

it("instances that count separately are the only cause that is named", async () => {
  const { judge } = await started({ mutant: "limit-by-pinned-instance" });
  const { report, failed, doubts } = await judge({});
  expect(doubts).toEqual([expect.stringContaining("two instances")]);
  expect(failed).toContain("limit.remaining-falls");
  expect(report.results.filter(({ message }) => message.includes("nearer to the server"))).toEqual([]);
  expect(report.results.filter(({ actual }) => /counter|lock/.test(actual ?? ""))).toEqual([]);
});

describe("a wrong `expired`", () => {
  const expired = { expired: true };

  it("of a valid key is reported with the entry to change, beside the failure", async () => {
    const { target, judge } = await started();
    const { doubts, failed, exitCode } = await judge({ credentials: changed(target.credentials, 1, expired) });
    expect(doubts).toEqual([
      '$KEY_2 (credentials[1]) is declared as expired, and was served. Is it still valid? Then take "expired": true out of credentials[1]; else fix the server',
    ]);
    expect({ failed, exitCode }).toEqual({ failed: ["auth.expired-key"], exitCode: 1 });
  });

  it("that is left out of an expired key is reported with the entry to change, and blamed on nobody", async () => {
    const { target, judge } = await started();
    const at = target.credentials.findIndex((credential) => credential.expired);
    const { doubts, failed, exitCode } = await judge({
      credentials: changed(target.credentials, at, { expired: false }),
    });
    expect(doubts).toEqual([expect.stringContaining(`Or has it expired ("expired": true in credentials[${at}])?`)]);
    expect({ failed, exitCode }).toEqual({ failed: [], exitCode: 3 });
  });

  it("is not suspected where the target answers 401 to the key on another endpoint", async () => {
    const { target, judge } = await started();
    const tokenOf = (isExpired: boolean) =>
      target.credentials.find(({ expired: is = false }) => is === isExpired)?.token ?? "";
    const fetch = async (...[url, init]: Parameters<typeof globalThis.fetch>) => {
      const headers = new Headers(init?.headers);
      const isServed = String(url).endsWith("/v1/me") && headers.get("authorization")?.includes(tokenOf(true));
      if (isServed) headers.set("authorization", `Bearer ${tokenOf(false)}`);
      return globalThis.fetch(url, { ...init, headers });
    };
    const { doubts, failed } = await judge({ fetch });
    expect({ doubts, failed }).toEqual({ doubts: [], failed: ["auth.expired-key"] });
  });
});

describe("a wrong kind", () => {
  it.each([
    ["a key declared as a session", 0, "session", "declared as a session, but its token has the form of an API key"],
    ["a session declared as a key", 2, "api-key", "declared as an API key, but its token has another form"],
  ] as const)("%s, beside keys that show it, is judged as what it is", async (_, at, kind, sentence) => {
    const { target, judge } = await started();
    const { doubts, failed, exitCode } = await judge({ credentials: changed(target.credentials, at, { kind }) });
    expect(doubts).toEqual([expect.stringContaining(sentence)]);
    expect(doubts[0]).toContain("This run treats it as a");
    expect({ failed, exitCode }).toEqual({ failed: [], exitCode: 3 });
  });

  it.each([
    [0, "session", "Is it an API key (kind: api-key)?"],
    [2, "api-key", "Is it a session (kind: session)?"],
  ] as const)("of credential %i alone is asked for, and judged as declared", async (at, kind, question) => {
    const { target, judge } = await started();
    const { doubts, exitCode } = await judge({ credentials: [{ token: "", ...target.credentials[at], kind }] });
    expect(doubts).toEqual([expect.stringContaining(question)]);
    expect(exitCode).toBe(0);
  });

  it("of a session is asked for, where sessions have an installation, too", async () => {
    const { target, judge } = await started();
    const authorization = `Bearer ${target.credentials[0]?.token}`;
    const fetch: typeof globalThis.fetch = (url, init) =>
      String(url).endsWith("/installations/me") &&
      JSON.stringify(init?.headers).includes(target.credentials[2]?.token ?? "")
        ? globalThis.fetch(url, { ...init, headers: { authorization } })
        : globalThis.fetch(url, init);
    const credentials = changed(target.credentials, 2, { kind: "api-key" });
    const { doubts } = await judge({ credentials, fetch });
    expect(doubts).toEqual([
      expect.stringContaining("other keys have the form <prefix>_key_…, and it has not. Is it a session"),
    ]);
  });
});
