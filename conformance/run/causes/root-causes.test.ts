import { describe, expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import type { Mutant } from "../../../reference/changes/mutants/index.ts";
import { replace } from "../../../reference/changes/seams/replace.ts";
import { productLists, replaceRoute, replaceRoutes, withoutTenancy } from "../../../reference/changes/seams/routes.ts";
import type { RouteRequest } from "../../../reference/parts/route.ts";
import { startReference } from "../../../reference/start.ts";
import { text } from "../../../reference/store/row.ts";
import { loadContract, operationIds } from "../../../spec/contract.ts";
import { conform } from "../../index.ts";
import { isObject, type JsonObject } from "../../model/body.ts";
import { exchangeWith, samples } from "../../model/exchange.test.support.ts";
import { standardTier } from "../../model/rate-limit.ts";
import type { Result } from "../../model/report.ts";
import { validateReport } from "../../reports/schema.ts";
import { rootCauses } from "./root-causes.ts";

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
  /** Sent in place of `body`. */
  readonly text?: string;
}

/** What a run finds on the reference, whose answers `change` turns into those of a first version; it is declared to have the limit of 100. */
async function causesWith(
  change: (answer: Answer, path: string, method: string, sent: string, authorization: string | null) => Partial<Answer>,
  {
    mutant,
    limit = 100,
    seed = 1,
  }: { readonly mutant?: string | Mutant; readonly limit?: number; readonly seed?: number } = {},
) {
  const clock = virtualClock();
  const { target, close } = await startReference({ clock, limit, ...(mutant === undefined ? {} : { mutant }) });
  const altered: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const text = await response.text();
    const headers = new Headers(response.headers);
    for (const name of ["content-length", "content-encoding"]) headers.delete(name);
    headers.set("content-type", "application/json");
    const answer = { status: response.status, body: text === "" ? undefined : JSON.parse(text), headers };
    const sent = await new Response(init?.body ?? null).text();
    const authorization = new Headers(init?.headers).get("authorization");
    const changed = change(answer, new URL(response.url).pathname, init?.method ?? "GET", sent, authorization);
    const {
      body,
      text: sentText = body === undefined ? null : JSON.stringify(body),
      ...rest
    } = { ...answer, ...changed };
    return new Response(sentText, rest);
  };
  try {
    const report = await conform({ ...target, rateLimit: standardTier, fetch: altered, clock, seed });
    expect(validateReport(report)).toEqual([]);
    return report.causes ?? [];
  } finally {
    await close();
  }
}

const isError = ({ status }: Answer) => status >= 400;

/** The request as if another member of the caller's organization had sent it. */
function ofOtherMember(request: RouteRequest): RouteRequest {
  const { store, caller } = request;
  const row = store.first("SELECT userId FROM members WHERE orgId = ? AND userId <> ?", caller.orgId, caller.userId);
  return { ...request, caller: { ...caller, userId: text(row ?? {}, "userId") } };
}

function withReset(headers: Headers, reset: string): Headers {
  const changed = new Headers(headers);
  changed.set("x-ratelimit-reset", reset);
  return changed;
}

/** Each object of a body, changed. */
function each(value: unknown, change: (object: JsonObject) => JsonObject): unknown {
  if (Array.isArray(value)) return value.map((item) => each(item, change));
  if (!isObject(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, each(inner, change)])));
}

describe("the causes of a run's failures", () => {
  it("are none where all holds", async () => {
    expect(await causesWith(() => ({}))).toEqual([]);
  });

  it("are one for lists that are not wrapped, with all that was skipped because of it, and one for each other fault", async () => {
    const causes = await causesWith((answer, path) => {
      if (path.endsWith("/invite") && !isError(answer)) return { status: 500, body: { error: "boom" } };
      if (isError(answer)) return { body: { detail: "no" } };
      const body = each(answer.body, (object) => ("createdAt" in object ? { ...object, createdAt: null } : object));
      return { body: isObject(body) && Array.isArray(body.data) ? body.data : body };
    });
    expect(causes.map(({ cause }) => cause)).toEqual([
      "listProducts: a bare array; expected an object with an array `data`",
      "500 is answered to inviteMember",
      "error responses do not have the body of section 2.14",
      expect.stringMatching(/^createdAt is null in /),
    ]);
    const [lists, invitation, errors] = causes;
    expect(lists?.checks).toEqual(["resource.lists-wrapped"]);
    expect(lists?.hides).toEqual(
      expect.arrayContaining([
        "product.field-types",
        "answers.getProduct",
        "submission.hazards",
        "feedback.unique-ids",
        "feedback.status-still-there",
        "auth.denied-caller",
        "limit.shared-by-methods",
      ]),
    );
    expect(invitation?.hides).toContain("invitation.refused");
    expect(errors?.checks).toEqual(
      expect.arrayContaining(["error.names-error", "error.declared-shape", "error.undeclared-requests"]),
    );
  });

  it("are one for fields that are written in another way in every resource", async () => {
    const snakeCase = (name: string) => name.replace(/At$/, "_at");
    const causes = await causesWith(({ body }) => ({
      body: each(body, (object) =>
        Object.fromEntries(Object.entries(object).map(([name, value]) => [snakeCase(name), value])),
      ),
    }));
    expect(causes.map(({ cause }) => cause)).toEqual([
      expect.stringMatching(
        /^fields have other names: created_at for createdAt, updated_at for updatedAt, joined_at for joinedAt in Product, /,
      ),
    ]);
    expect(causes[0]?.checks).toContain("installation.all-fields");
  });

  it("are one for a status that every rejection has, and one for headers that are missing on it", async () => {
    const causes = await causesWith((answer) => {
      if (answer.status !== 401) return {};
      const kept = [...answer.headers].filter(([name]) => !name.startsWith("x-ratelimit"));
      return { status: 403, headers: new Headers(kept) };
    });
    expect(causes.map(({ cause }) => cause)).toEqual([
      "403 is answered to requests without valid credentials by listProducts, getProduct, listFeatures, listProblems, getProblem and 13 more",
      "the rate limit headers are missing on some responses with 403, of listProducts, getProduct, listFeatures, listProblems, getProblem and 13 more",
    ]);
    expect(causes[0]?.checks).toEqual(expect.arrayContaining(["auth.no-credentials", "auth.expired-key"]));
  });

  it("begin with what is served without credentials, apart from another status of the other rejections, and from an expired key", async () => {
    const causes = await causesWith(
      ({ status }, path) => {
        if (status !== 401) return {};
        return path.endsWith("/contexts") ? { status: 200, body: { data: [] } } : { status: 403 };
      },
      { mutant: "expired-key-accepted" },
    );
    expect(causes.map(({ cause }) => cause)).toEqual([
      expect.stringMatching(/^200 is answered to requests without valid credentials by listContexts;/),
      expect.stringMatching(/^403 is answered to requests without valid credentials by .* and \d+ more$/),
      "200 is answered to an expired API key by listProducts",
    ]);
    expect(causes[0]?.checks).toEqual(["auth.no-credentials"]);
  });

  it("are one for a caller who is not permitted and answered 401, whichever checks see it", async () => {
    const causes = await causesWith(({ status }) => (status === 403 ? { status: 401 } : {}));
    const sentence =
      "401 is answered to the API keys KEY_4, KEY_1 by listFeatures, inviteMember: 403 is for callers without permission";
    const unauthorized = causes.filter(({ cause }) => cause === sentence);
    expect(unauthorized).toMatchObject([{ checks: expect.arrayContaining(["auth.denied-caller"]) }]);
    expect(unauthorized[0]?.checks).toContain("auth.rejected-though-served");
    expect(causes.filter(({ cause }) => cause.includes("401"))).toHaveLength(1);
  });

  it("ask whether only keys are looked up, where all sessions are answered 401 that are no session of the profile", async () => {
    const causes = await causesWith(({ status, headers }, path, _method, _sent, authorization) => {
      const isRejected = authorization?.includes("_session_") && !path.endsWith("/v1/me");
      return isRejected && status < 300 ? { status: 401, body: { error: "Unauthorized" }, headers } : {};
    });
    expect(causes).toEqual([
      {
        cause: expect.stringMatching(
          /^401 is answered to the session SESSION_1 by [\w, ]+ \(are only API keys looked up there\?\): 403 is for callers without permission$/,
        ),
        checks: expect.arrayContaining(["auth.session-on-every-read", "auth.rejected-though-served"]),
        hides: expect.any(Array),
      },
    ]);
  });

  it("are one for all requests that crash the handler", async () => {
    const causes = await causesWith(({ status }, path, _method, _sent, authorization) => {
      if (authorization === null || (path.endsWith("/invite") && status === 400)) throw new Error("closed");
      return {};
    });
    expect(causes.map(({ cause }) => cause)).toEqual([
      "the connection is closed before a whole response to requests without valid credentials, inviteMember: does the handler crash? The server's log may say why",
    ]);
    expect(causes[0]?.checks).toEqual(expect.arrayContaining(["auth.no-credentials", "auth.authentication-first"]));
  });

  it("name a list whose JSON is cut for what it hides, and an expired key that is served by itself", async () => {
    const causes = await causesWith(
      ({ body, status }, path) =>
        path.endsWith("/products") && status === 200 ? { text: JSON.stringify(body).slice(0, -1) } : {},
      { mutant: "expired-key-accepted" },
    );
    expect(causes.map(({ cause }) => cause)).toEqual([
      expect.stringMatching(/^a success of listProducts has no JSON body/),
      "200 is answered to an expired API key by listProducts",
    ]);
    expect(causes[0]?.hides).toEqual(
      expect.arrayContaining(["feature.field-types", "submission.hazards", "resource.lists-wrapped"]),
    );
  });

  it.each([
    ["status-of-all", "another organization's identifiers are accepted: getFeedbackStatus answers 200"],
    ["limit-by-key", "each key has a limit of its own"],
  ])(
    "say of %s what the server does, not how it answered a request that it was compared with",
    async (mutant, cause) => {
      expect(await causesWith(() => ({}), { mutant })).toEqual([expect.objectContaining({ cause })]);
    },
  );

  it("are one for an acceptance without a body, or with a number as its feedbackId, and hide what needs the feedbackId", async () => {
    const acceptances = (change: (body: unknown) => unknown) => (answer: Answer, path: string) =>
      path.endsWith("/feedback") && answer.status < 300 ? { body: change(answer.body) } : {};
    const hides = expect.arrayContaining([
      "answers.getFeedbackStatus",
      "feedback.status-by-id",
      "scope.foreign-feedback-status",
    ]);
    expect(await causesWith(acceptances(() => undefined))).toEqual([
      {
        cause: "a success of submitFeedback has no JSON body; actual: 202 with an empty body",
        checks: expect.arrayContaining(["body.is-json", "feedback.acceptance"]),
        hides,
      },
    ]);
    const numbered = await causesWith(acceptances((body) => (isObject(body) ? { ...body, feedbackId: 1 } : body)));
    expect(numbered).toEqual([
      {
        cause: "identifiers are numbers, not strings: feedbackId in FeedbackAcceptance",
        checks: expect.arrayContaining(["resource.identifier-strings", "feedback.acceptance"]),
        hides,
      },
    ]);
  });

  it("hide what needs the own list of products, where one organization is shown another's", async () => {
    const [cached] = await causesWith(() => ({}), { mutant: "cache-of-lists-by-path" });
    expect(cached?.cause).toBe("items are shown to two organizations by listProducts");
    expect(cached?.hides).toEqual(
      expect.arrayContaining(["scope.foreign-products", "scope.foreign-references", "scope.items-disjoint"]),
    );
  });

  it("say what follows from a list that shows another organization's products", async () => {
    const causes = await causesWith(() => ({}), { mutant: "products-of-all" });
    expect(causes.map(({ cause }) => cause)).toEqual([
      "items are shown to two organizations by listProducts",
      expect.stringMatching(/^404 is answered to getProduct.*; probably a consequence of scope\.lists-disjoint$/),
      expect.stringMatching(/^404 is answered to listFeatures.*; probably a consequence of scope\.lists-disjoint$/),
    ]);
  });

  it("say so of a submission for such a product, and of what is below it, where that is shown, too", async () => {
    const open = new Set(["listProducts", "getProduct", ...productLists]);
    const mutant: Mutant = {
      id: "test",
      clause: "auth.scope",
      fault: "All that is read of products is shown to everybody",
      change: replaceRoutes(
        [...operationIds].filter((id) => open.has(id)),
        (route) => (request) => route(withoutTenancy(request)),
      ),
    };
    const causes = await causesWith(() => ({}), { mutant, seed: 2 });
    expect(causes.slice(1).map(({ cause }) => cause)).toEqual([
      "404 is answered to getProblem; probably a consequence of scope.lists-disjoint",
      "404 is answered to submitFeedback; probably a consequence of scope.lists-disjoint",
    ]);
  });

  it("do not call independent faults a consequence of a list that shows another organization's products", async () => {
    const causes = await causesWith(
      ({ body, headers }, path) => {
        if (isObject(body) && "feedbackId" in body && "url" in body)
          return { body: { ...body, url: "https://example.com/feedback" } };
        if (/\/problems\/[^/]+$/.test(path) && isObject(body) && "statementFormat" in body)
          return { body: { ...body, statementFormat: body.statementFormat === "html" ? "text" : "html" } };
        const counted = new Headers(headers);
        if (counted.has("x-ratelimit-remaining")) counted.set("x-ratelimit-remaining", "50");
        return { headers: counted };
      },
      { mutant: "cache-of-lists-by-path" },
    );
    expect(causes.flatMap(({ checks }) => checks)).toEqual(
      expect.arrayContaining(["consistency.list-and-detail", "feedback.unique-ids", "limit.remaining-falls"]),
    );
    const consequences = causes.filter(({ cause }) => cause.includes("consequence of scope.lists-disjoint"));
    expect(consequences.map(({ checks }) => checks)).toEqual([["scope.listed-products"]]);
  });

  it("are one for identifiers that are numbers everywhere, and hide what needs a product", async () => {
    const numbered = ([name, value]: readonly [string, unknown]) =>
      [name, /(^i|I)d$/.test(name) && typeof value === "string" ? value.length : value] as const;
    const [numbers] = await causesWith(({ body }) => ({
      body: each(body, (object) => Object.fromEntries(Object.entries(object).map(numbered))),
    }));
    expect(numbers?.cause).toMatch(/^identifiers are numbers, not strings: id in .*Product.*; integrationId in Inst/);
    expect(numbers?.hides).toEqual(
      expect.arrayContaining(["answers.getProduct", "feature.field-types", "submission.all-fields"]),
    );
  });

  it("say that only an expired key is served, or that only the errors for unknown paths have another body", async () => {
    const [expired] = await causesWith(() => ({}), { mutant: "expired-key-accepted" });
    expect(expired?.cause).toBe("200 is answered to an expired API key by listProducts");
    const [unknown] = await causesWith((answer, path) =>
      isError(answer) && path.endsWith("%22") ? { body: { detail: "Not Found" } } : {},
    );
    expect(unknown?.cause).toBe(
      "error responses to requests outside the contract do not have the body of section 2.14",
    );
  });

  it("name what is wrong with the issues of an error, and the endpoint of a request that a case has changed", async () => {
    const [issues] = await causesWith(({ body }) => ({
      body: each(body, (object) => ("code" in object ? { ...object, code: 422 } : object)),
    }));
    expect(issues?.cause).toBe("code has the wrong type in Issue");
    const crash = await causesWith((answer, path, method) =>
      answer.status === 400 && method === "POST" && path.endsWith("/feedback") ? { status: 500 } : {},
    );
    expect(crash.map(({ cause }) => cause)).toEqual(["500 is answered to submitFeedback"]);
  });

  it("are one for a status that shows its feedbackId under another name", async () => {
    const causes = await causesWith((answer, path) => {
      if (!path.endsWith("/status") || isError(answer) || !isObject(answer.body)) return {};
      const { feedbackId: id, ...status } = answer.body;
      return { body: { ...status, id } };
    });
    expect(causes.map(({ cause }) => cause)).toEqual(["feedbackId is missing in FeedbackStatus"]);
  });

  it("are one for errors of plain text, and say the actual value where nothing else fails with a check", async () => {
    const causes = await causesWith((answer) =>
      isError(answer) ? { body: "Unauthorized" } : { headers: withReset(answer.headers, "60s") },
    );
    expect(causes.map(({ cause }) => cause)).toEqual([
      "error responses do not have the body of section 2.14",
      'X-RateLimit-Reset: "60s"; expected X-RateLimit-Reset to be a number',
    ]);
  });

  it("distinguish a field that is null from the first read on from a null that was accepted, and name all fields that are left out", async () => {
    const causes = await causesWith(({ body }) => ({
      body: each(body, (object) => {
        if ("preferences" in object) return { ...object, preferences: null };
        if (!("releaseId" in object)) return object;
        const { slug: _, parentId: __, ...feature } = object;
        return feature;
      }),
    }));
    expect(causes.map(({ cause }) => cause)).toEqual(
      expect.arrayContaining(["preferences is null in User", "slug is missing in Feature, and so is parentId"]),
    );
  });

  it("are one for a null that an update accepts, and the profile shows, and name the operation that accepts it", async () => {
    let isNull = false;
    const causes = await causesWith(({ status, body }, path, method, sent) => {
      if (!path.endsWith("/v1/me") || status === 401) return {};
      if (method === "PUT") isNull = sent.includes('"firstName":null');
      if (!isNull) return {};
      return { status: 200, body: method === "PUT" || !isObject(body) ? {} : { ...body, firstName: null } };
    });
    expect(causes).toMatchObject([
      {
        cause: "values of another type are accepted by updateMe, and shown again: firstName of User",
        checks: expect.arrayContaining(["user.field-types", "profile.stays-readable"]),
      },
    ]);
  });

  it("name the resource of each field, the write since which it is wrong, and the statuses of the errors that are", async () => {
    const hasUpdated = { picture: false };
    const causes = await causesWith(({ body, status }, path, method) => {
      hasUpdated.picture ||= method === "PUT" && status < 300;
      if (status === 401) return { body: { detail: "no" } };
      const changed = each(body, (object) => {
        if ("preferences" in object && hasUpdated.picture) return { ...object, preferences: null };
        if ("integrationId" in object) return { ...object, id: 42 };
        return path.endsWith("/status") && "feedbackId" in object ? { ...object, feedbackId: 7 } : object;
      });
      return { body: changed };
    });
    expect(causes.map(({ cause }) => cause)).toEqual(
      expect.arrayContaining([
        "error responses with 401 do not have the body of section 2.14",
        expect.stringMatching(/^preferences is null in User, since PUT \/v1\/me with \w+.* \(exchange \d+\)$/),
        "identifiers are numbers, not strings: id in Installation; feedbackId in FeedbackStatus",
      ]),
    );
  });

  it.each([
    ["one for requests beyond the limit, which are served with less than 0 remaining", 0, 1],
    ["two where 429s report less than 0, too, as they will when no request beyond the limit is served", -5, 2],
  ])("are %s", async (_, remainingOf429, count) => {
    const counting = ({ status, headers }: Answer) => {
      const changed = new Headers(headers);
      const remaining = headers.get("x-ratelimit-remaining");
      if (remaining === null) return {};
      changed.set("x-ratelimit-limit", "100");
      changed.set("x-ratelimit-remaining", String(status === 429 ? remainingOf429 : Number(remaining) - 5));
      return { headers: changed };
    };
    const causes = await causesWith(counting, { limit: 105 });
    const checks = ["limit.refused-when-exceeded", "limit.remaining-in-range"];
    expect(causes.map((each) => each.checks.toSorted())).toEqual(count === 1 ? [checks] : checks.map((id) => [id]));
    expect(causes[0]?.cause).toBe("more requests are served than the limit allows");
  });

  it("name an invitation of what is no address before the list of members that shows it", async () => {
    const causes = await causesWith(() => ({}), { mutant: "invited-before-looked-at" });
    expect(causes).toMatchObject([
      { checks: ["invitation.refused-adds-nobody"] },
      {
        cause: expect.stringMatching(
          /^listMembers: "Fpk<.*; probably a consequence of invitation.refused-adds-nobody$/,
        ),
        checks: ["member.email-addresses"],
      },
    ]);
  });

  it("are one for a date without a time, which has no zone either, and say what a rejected submission was expected to be", async () => {
    const causes = await causesWith(
      ({ body }) => ({
        body: each(body, (object) => ("releaseDate" in object ? { ...object, releaseDate: "2026-01-01" } : object)),
      }),
      { mutant: "metadata-of-texts-only" },
    );
    expect(causes).toMatchObject([
      {
        cause: "releaseDate is a date without a time in Release",
        checks: ["resource.date-times", "resource.zoned-date-times"],
      },
      {
        cause:
          "400 is answered to submitFeedback; expected a 2xx for a submission with every field set, as for the same without metadata",
        checks: ["submission.all-fields"],
      },
    ]);
  });

  it("say of a date with a space in place of T what is wrong with it", async () => {
    const causes = await causesWith(({ body }) => ({
      body: each(body, ({ joinedAt, ...rest }) =>
        typeof joinedAt === "string" ? { ...rest, joinedAt: joinedAt.replace("T", " ") } : { ...rest },
      ),
    }));
    expect(causes).toMatchObject([
      {
        cause: "joinedAt has a space in place of the T of an ISO 8601 date-time in Member",
        checks: ["resource.date-times", "resource.zoned-date-times"],
      },
    ]);
  });

  it("name what keeps a date-time from being one of RFC 3339", async () => {
    const causes = await causesWith(({ body }) => ({
      body: each(body, (object) => ({
        ...object,
        ...("joinedAt" in object ? { joinedAt: "2026-11-28T19:15:34+0000" } : {}),
        ...("releaseDate" in object ? { releaseDate: "2025-03-04T05:06Z" } : {}),
      })),
    }));
    expect(causes).toHaveLength(1);
    expect(causes[0]?.cause).toContain("joinedAt has a time zone without a colon in Member");
    expect(causes[0]?.cause).toContain("releaseDate has no seconds in Release");
  });

  it("are two for values that are not listed of two fields with one name", async () => {
    const causes = await causesWith(({ body }) => ({
      body: each(body, (object) => {
        if ("feedbackId" in object && "url" in object) return { ...object, status: "accepted" };
        return "descriptionFormat" in object || "statementFormat" in object ? { ...object, status: "LIVE" } : object;
      }),
    }));
    expect(causes.map(({ cause }) => cause).toSorted()).toEqual([
      "status has a value that is not listed in Feature, Problem",
      "status has a value that is not listed in FeedbackAcceptance",
    ]);
  });

  it("are one for headers that are sent twice", async () => {
    const causes = await causesWith(({ headers }) => {
      for (const name of ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"])
        headers.append(name, headers.get(name) ?? "");
      return { headers };
    });
    expect(causes.map(({ cause, checks }) => [cause, checks.toSorted()])).toEqual([
      [
        expect.stringMatching(/^each rate limit header is sent twice, /),
        ["limit.limit-integer", "limit.remaining-integer", "limit.reset-numeric"],
      ],
    ]);
  });

  it.each(["limit-by-instance", "limit-by-pinned-instance"])(
    "are one for instances that count separately (%s), whatever follows from it",
    async (mutant) => {
      expect(await causesWith(() => ({}), { mutant })).toEqual([
        {
          cause: expect.stringMatching(/^X-RateLimit-Remaining changes as if instances of the server count separately/),
          checks: expect.arrayContaining(["limit.remaining-falls"]),
          hides: expect.any(Array),
        },
      ]);
    },
  );

  it("are one where the remaining requests are the used ones, and nothing is said of instances or of early 429s", async () => {
    const causes = await causesWith(() => ({}), { mutant: "remaining-is-used" });
    expect(causes.map(({ cause }) => cause)).toEqual([
      "X-RateLimit-Remaining counts up, as the number of requests used does: it must be the number of requests left in the window",
    ]);
    expect(causes[0]?.checks).not.toContain("limit.not-early");
  });

  it("call limits of disguised requests, and early 429s, consequences of a limit for each address", async () => {
    const mutant = {
      id: "limit-by-client-address",
      clause: "limit.per-organization",
      fault: "The limit is per client address, also of one that a proxy names",
      change: replace("limiter", {
        bucketOf: (caller, _operation, { headers, socket }) =>
          caller && String(headers["x-forwarded-for"] ?? socket.remoteAddress),
      }),
    };
    const [shared, ...others] = await causesWith(() => ({}), { mutant });
    expect(shared?.checks).toEqual(["limit.other-organization"]);
    expect(others.flatMap(({ checks }) => checks)).toEqual(
      expect.arrayContaining(["limit.shared-by-methods", "limit.whole-limit-served"]),
    );
    for (const { cause } of others) expect(cause).toMatch(/; probably a consequence of limit\.other-organization$/);
  });

  it("name the limiter's fault before what follows from it, and a scenario's check with the law of its clause", () => {
    const failed = (id: string, clause: string, level = "stated") =>
      ({ id, clause, section: "8", level, claim: id, verdict: "fail", message: "", exchanges: [] }) as Result;
    const early = failed("limit.whole-limit-served", "error.429");
    const results = [
      early,
      failed("limit.not-early", "error.429-only", "implied"),
      failed("load.never-refused", "error.429"),
    ];
    const causesOf = (...more: readonly Result[]) =>
      rootCauses([...results, ...more], new Map(), [], {
        contract: loadContract(),
        target: { credentials: [], rateLimit: standardTier },
      });
    const checksOf = (...more: readonly Result[]) => causesOf(...more).map(({ checks }) => checks);
    const ofEarly429s = results.map(({ id }) => id);
    expect(checksOf(failed("limit.remaining-falls", "limit.remaining"))[0]).toEqual(ofEarly429s);
    for (const [id, clause] of [
      ["limit.other-organization", "limit.per-organization"],
      ["limit.window-ends", "limit.per-minute"],
      ["limit.recovers", "limit.per-minute"],
      ["limit.shared-by-methods", "limit.per-organization"],
    ] as const) {
      expect(checksOf(failed(id, clause), failed("feedback.unique-ids", "feedback.identifier"))).toEqual([
        [id],
        ["feedback.unique-ids"],
        ofEarly429s,
      ]);
    }
    const other = failed("limit.other-organization", "limit.per-organization");
    const early429s = "429 comes before the organization has used its whole limit";
    expect(causesOf(other).at(-1)?.cause).toBe(`${early429s}; probably a consequence of limit.other-organization`);
    // Either may be a consequence, too, as where requests are rejected at random.
    const methods = failed("limit.shared-by-methods", "limit.per-organization");
    expect(causesOf(other, methods).at(-1)?.cause).toBe(early429s);
    const address = [
      failed("limit.window-ends", "limit.per-minute"),
      failed("limit.other-organization", "limit.other"),
    ];
    expect(checksOf(...address)[0]).toEqual(["limit.other-organization"]);
    const renewed = ["limit.window-ends", "limit.recovers"].map((id) => failed(id, "limit.per-minute"));
    expect(checksOf(...renewed)[0]).toEqual(["limit.window-ends"]);
  });

  it("begin with answers that may be another caller's", () => {
    const exchange = exchangeWith({ operation: "getOrganization", json: samples.Organization });
    const failed = (id: string, clause: string) =>
      ({
        id,
        clause,
        section: "5.2",
        level: "stated",
        claim: id,
        verdict: "fail",
        message: "",
        exchanges: [0],
      }) as Result;
    const [first] = rootCauses(
      [
        failed("limit.other-organization", "limit.per-organization"),
        failed("scope.foreign-organization", "scope.organization"),
      ],
      new Map(),
      [exchange],
      {
        contract: loadContract(),
        target: { credentials: [], rateLimit: standardTier },
        answeredOtherwise: new Map([["scope.foreign-organization", exchangeWith({ index: 1, status: 404 })]]),
      },
    );
    expect(first?.cause).toMatch(
      /^answers depend on the connection, on other requests, .*; do requests share the caller or the answer, or/,
    );
  });

  it("do not ask who shares an answer where a server error comes now and then", () => {
    const exchange = exchangeWith({ index: 0, operation: "listReleases", kind: "none", status: 500 });
    const failed = { id: "auth.no-credentials", clause: "auth.unauthorized", section: "5.8", level: "stated" };
    const results = [{ ...failed, claim: "", verdict: "fail", message: "", exchanges: [0] }] as readonly Result[];
    const [first] = rootCauses(results, new Map(), [exchange], {
      contract: loadContract(),
      target: { credentials: [], rateLimit: standardTier },
      answeredOtherwise: new Map([["auth.no-credentials", exchangeWith({ index: 1, status: 401 })]]),
    });
    expect(first?.cause).not.toContain("answers depend");
  });

  it("are one for a check and for the threshold of a load script that names it", () => {
    const result = (id: string, section: string, actual: string) =>
      ({ id, clause: id, section, level: "implied", claim: id, actual, verdict: "fail", exchanges: [] }) as unknown;
    const results = [
      result("load.claim", "", "feedback.unique-ids, which the document implies, does not hold"),
      result("feedback.unique-ids", "4", 'feedbackId "fb_19" for two submissions'),
    ] as readonly Result[];
    const options = { contract: loadContract(), target: { credentials: [], rateLimit: standardTier } };
    expect(rootCauses(results, new Map(), [], options)).toEqual([
      {
        cause: 'this does not hold: feedback.unique-ids; actual: feedbackId "fb_19" for two submissions',
        checks: ["feedback.unique-ids", "load.claim"],
        hides: [],
      },
    ]);
    const long = [result("profile.kept-long", "4", "x".repeat(200))] as readonly Result[];
    expect(rootCauses(long, new Map(), [], options).map(({ cause }) => cause)).toEqual([
      "this does not hold: profile.kept-long",
    ]);
  });

  it("ask whether `org` is wrong where a key is shown nothing of the organization that is declared for it", () => {
    const actual = "GET /v1/products: 1 for KEY_B, none of KEY_A's: is its `org` right?";
    const expected = "2 products, as many as KEY_A of the same organization is shown";
    const of = { id: "scope.listed-products", clause: "", section: "5.2", level: "stated", claim: "", exchanges: [0] };
    const results = [{ ...of, verdict: "fail", actual, expected }] as unknown as readonly Result[];
    const options = { contract: loadContract(), target: { credentials: [], rateLimit: standardTier } };
    const shown = exchangeWith({ index: 0, credential: "KEY_B", json: { data: [] } });
    expect(rootCauses(results, new Map(), [shown], options).map(({ cause }) => cause)).toEqual([
      `${actual}; expected ${expected}; or is \`org\` of $KEY_B wrong in the target file?`,
    ]);
  });

  it.each([50, 150])("are one for a limit of %i where 100 are declared", async (limit) => {
    expect(await causesWith(() => ({}), { limit })).toEqual([
      {
        cause: `X-RateLimit-Limit is ${limit}, and another limit is declared: which is right?`,
        checks: expect.arrayContaining(["limit.limit-declared"]),
        hides: expect.any(Array),
      },
    ]);
  });

  it("begin with errors that come with status 200, and with unknown identifiers that are answered 200", async () => {
    const [errors] = await causesWith((answer) => (isError(answer) ? { status: 200 } : {}));
    expect(errors).toMatchObject({
      cause: expect.stringMatching(/^errors come with a 2xx: 200 (?:with {"error":"[^…]*"}|to GET \S+)$/),
      checks: expect.arrayContaining(["auth.no-credentials", "resource.lists-wrapped", "error.unknown-ids"]),
      hides: expect.arrayContaining(["error.is-object", "error.names-error"]),
    });
    const otherwise = await causesWith((answer) => (isError(answer) ? { status: 200, body: { detail: "no" } } : {}));
    expect(otherwise).toMatchObject([
      {
        cause: 'errors come with a 2xx: 200 with {"detail":"no"}',
        checks: expect.arrayContaining(["auth.no-credentials", "organization.has-identifier", "error.malformed-json"]),
      },
    ]);
    const renaming = await causesWith((answer) => {
      if (isError(answer)) return { status: 200 };
      const renamed = ({ createdAt, ...rest }: JsonObject) => ({ ...rest, created_at: createdAt });
      return { body: each(answer.body, (object) => ("createdAt" in object ? renamed(object) : object)) };
    });
    expect(renaming.map(({ cause }) => cause)).toEqual([
      errors?.cause,
      expect.stringMatching(/^fields have other names: created_at for createdAt in [\w, ]+$/),
    ]);
    expect(renaming[0]?.checks).toContain("auth.head");
    const nobody = { id: null, name: null, slug: null, createdAt: null, updatedAt: null };
    const [unknown] = await causesWith(({ status }) => (status === 404 ? { status: 200, body: nobody } : {}));
    expect(unknown).toMatchObject({
      cause: expect.stringMatching(/^unknown identifiers are answered as if they existed, with a 2xx, by \w+/),
      checks: expect.arrayContaining(["product.field-types", "resource.identifier-strings", "error.unknown-ids"]),
    });
    const nothing = await causesWith(({ status }) => (status === 404 ? { status: 200, body: null } : {}));
    expect(nothing[0]).toMatchObject({
      cause: expect.stringMatching(/^unknown identifiers are answered as if they existed/),
      checks: expect.arrayContaining(["product.field-types", "error.odd-identifiers"]),
    });
    expect(nothing.map(({ cause }) => cause).filter((cause) => cause.includes("Product"))).toEqual([]);
  });

  it("explain by a list that has lost its items why there is no product to create anything for", async () => {
    let lists = 0;
    const causes = await causesWith(({ body }, path) => {
      if (!path.endsWith("/v1/products")) return {};
      lists += 1;
      return lists > 8 ? { body: { data: [] } } : { body };
    });
    const lost = causes.find(({ checks }) => checks.includes("consistency.items-stay-listed"));
    expect(lost?.hides.length).toBeGreaterThan(0);
  });

  it("put reads that fail now and then, and faulty requests that do, into one cause", async () => {
    let requests = 0;
    const causes = await causesWith((_answer, _path, method) => {
      requests += 1;
      return method === "GET" && requests % 12 === 0 ? { status: 500, body: { error: "pool" } } : {};
    });
    const unsteady = causes.find(({ checks }) => checks.includes("answers.steady"));
    expect(unsteady?.cause).toMatch(/^reads are answered with an error now and then/);
    for (const other of causes.filter((each) => each !== unsteady))
      expect(other.checks).not.toContain("error.never-5xx");
  });

  it("blame the limits of the keys for no more requests than several keys send", async () => {
    const unreadable = (headers: Headers) => {
      const changed = new Headers(headers);
      changed.set("x-ratelimit-limit", "160/minute");
      return changed;
    };
    const causes = await causesWith(({ headers }) => ({ headers: unreadable(headers) }), {
      mutant: "limit-by-key",
      limit: 160,
    });
    const sentences = causes.map(({ cause }) => cause);
    expect(sentences).toContain("each key has a limit of its own");
    expect(sentences).toContain("more requests are served than the limit allows");
  });

  it("blame the organization that a query names only where the product is not shown without it", async () => {
    const causesOf = async (mutant: string) => (await causesWith(() => ({}), { mutant })).map(({ cause }) => cause);
    expect(await causesOf("product-of-all")).toContain(
      "another organization's identifiers are accepted: getProduct answers 200",
    );
    expect(await causesOf("organization-of-the-query")).toEqual([
      expect.stringMatching(/identifiers are accepted: GET \/v1\/products\/\w+ with a query answers 200/),
    ]);
  });

  it.each([
    ["features-of-all", /accepted: listFeatures answers 200; items are shown to two organizations by listFeatures$/],
    ["products-of-all", /^items are shown to two organizations by listProducts$/],
    [
      "cache-of-what-is-hot",
      /^items are at times shown to two organizations by listProducts: do requests share the caller/,
    ],
    ["error-true", /^error responses do not have the body of section 2\.14$/],
    ["issues-null", /^issues is null in Error$/],
    ["status-of-the-release", /^status is null in Feature$/],
    [
      "unknown-token-5xx",
      /^503 is answered to requests without valid credentials by listProducts, getProduct, listOrganizations, listFeatures, listProblems and 13 more$/,
    ],
    ["creation-before-credentials", /^400 or 415 is answered to requests without valid credentials by createOrg/],
  ])("begin, for %s, with one sentence for all that it leads to", async (mutant, sentence) => {
    const causes = (await causesWith(() => ({}), { mutant })).map(({ cause }) => cause);
    expect(causes[0]).toMatch(sentence);
    // Later causes are about other statuses, or other resources.
    for (const cause of causes.slice(1))
      expect(cause).not.toMatch(/two organizations|section 2\.14|is null|credentials/);
  });

  it("are one for an endpoint that looks for what it is asked without credentials, whether it finds it or not", async () => {
    const accepted = new Set<unknown>();
    const causes = await causesWith(({ status, body }, path, method) => {
      if (method === "POST" && isObject(body)) accepted.add(body.feedbackId);
      if (!path.endsWith("/status") || status !== 401) return {};
      const feedbackId = path.split("/").at(-2);
      const found = { status: 200, body: { feedbackId, status: "queued", resultUrl: "https://example.com/f" } };
      return accepted.has(feedbackId) ? found : { status: 404 };
    });
    expect(causes).toMatchObject([
      {
        cause: expect.stringMatching(
          /^200 or 404 is answered to requests without valid credentials by getFeedbackStatus/,
        ),
        checks: expect.arrayContaining(["auth.no-credentials", "auth.malformed-credentials"]),
      },
    ]);
  });

  it("explain by a problem that is found below every product that another organization finds it, too", async () => {
    const [own, foreign, ...others] = await causesWith(() => ({}), { mutant: "problem-through-any-product" });
    expect(own).toMatchObject({
      cause: expect.not.stringContaining("consequence"),
      checks: ["consistency.own-problems"],
    });
    expect(foreign).toMatchObject({
      cause: expect.stringMatching(/; probably a consequence of consistency\.own-problems$/),
      checks: ["scope.foreign-products"],
    });
    expect(others).toEqual([]);
  });

  it("name a profile that a cache keeps for all callers first, and then what these read of their own", async () => {
    const [shared, ...others] = await causesWith(() => ({}), { mutant: "profile-kept-until-an-update" });
    expect(shared).toMatchObject({ cause: expect.stringContaining("by getMe"), checks: ["scope.always-own"] });
    expect(others).not.toEqual([]);
    for (const { cause } of others) expect(cause).toMatch(/; probably a consequence of scope\.always-own$/);
  });

  it("are one for a write and the reads of the same that fail since then", async () => {
    let isBroken = false;
    const causes = await causesWith(({ status }, path, method) => {
      if (!path.endsWith("/v1/me") || !["GET", "PUT"].includes(method) || status === 401) return {};
      isBroken ||= method === "PUT";
      return isBroken ? { status: 500, body: { error: "boom" } } : {};
    });
    expect(causes.map(({ cause }) => cause)).toEqual([
      expect.stringMatching(/^500 is answered to updateMe, and since then to getMe(?:, undeclared paths or methods)?$/),
    ]);
  });

  it("name a list of another shape before a created organization that is in it, and not found", async () => {
    const causes = await causesWith(({ body, status }, path, method) =>
      status === 200 && method === "GET" && path.endsWith("/v1/organizations") ? { body: { data: body } } : {},
    );
    expect(causes).toMatchObject([
      { checks: ["resource.lists-bare"] },
      {
        cause: expect.stringMatching(/; probably a consequence of resource\.lists-bare$/),
        checks: ["organization.creation-listed"],
      },
    ]);
  });

  it("name an update that is written to another user before the caller's profile, which stays as it was", async () => {
    const mutant = {
      id: "update-of-another-user",
      clause: "profile.own-only",
      fault: "PUT /v1/me updates the organization's other member",
      change: replaceRoute("updateMe", (route) => (request) => route(ofOtherMember(request))),
    };
    const causes = await causesWith(() => ({}), { mutant });
    expect(causes).toMatchObject([
      { checks: ["profile.others-unchanged"] },
      {
        cause: expect.stringMatching(/; probably a consequence of profile\.others-unchanged$/),
        checks: expect.arrayContaining(["profile.update-kept"]),
      },
    ]);
  });

  it("say that the profile shows another user than the update was answered with", async () => {
    const first = { id: "user_first", email: "first@example.com", firstName: "Ida", lastName: "F", preferences: {} };
    const causes = await causesWith(({ body, status }, path, method) =>
      status === 200 && method === "GET" && path.endsWith("/v1/me") ? { body: { ...Object(body), ...first } } : {},
    );
    const cause = causes.find(({ checks }) => checks.includes("profile.update-kept"))?.cause;
    expect(cause).toMatch(
      /^GET \/v1\/me shows id "user_first" \(exchange \d+\), and PUT \/v1\/me with the same credentials showed id "\w+" \(exchange \d+\): are they of two users\?$/,
    );
  });

  it("do not call a profile that is cached a consequence of an update that is written to other users, too", async () => {
    const mutant = {
      id: "update-of-all-users",
      clause: "profile.own-only",
      fault: "PUT /v1/me updates the organization's other member, too",
      change: replaceRoute("updateMe", (route) => (request) => {
        route(ofOtherMember(request));
        return route(request);
      }),
    };
    const profiles = new Map<string | null, unknown>();
    const causes = await causesWith(
      ({ body, status }, path, method, _sent, authorization) => {
        if (status !== 200 || method !== "GET" || !path.endsWith("/v1/me")) return {};
        if (!profiles.has(authorization)) profiles.set(authorization, body);
        return { body: profiles.get(authorization) };
      },
      { mutant },
    );
    expect(causes.flatMap(({ checks }) => checks)).toEqual(
      expect.arrayContaining(["profile.others-unchanged", "profile.update-kept"]),
    );
    expect(causes.map(({ cause }) => cause).join()).not.toContain("probably a consequence of");
  });

  it("name a resource that is wrapped, and fields that are missing elsewhere apart from it", async () => {
    const causes = await causesWith(({ body, status }, path, method) => {
      if (status !== 200 || method !== "GET") return {};
      if (/products\/[^/]+$/.test(path)) return { body: { data: body } };
      if (!path.endsWith("/features") || !isObject(body)) return {};
      return { body: { data: (body.data as JsonObject[]).map(({ slug: _, ...feature }) => feature) } };
    });
    const sentences = causes.map(({ cause }) => cause);
    expect(sentences).toContain("Product is wrapped in `data`: the document shows it as the body itself");
    expect(sentences).toContain("slug is missing in Feature");
  });

  it("do not call what a response has wrong by itself a consequence of a list that shows another organization's products", async () => {
    const causes = await causesWith(
      ({ body, status }, path) =>
        status === 200 && path.endsWith("/releases") && isObject(body)
          ? { body: { data: (body.data as JsonObject[]).map((release) => ({ ...release, isProd: 1 })) } }
          : {},
      { mutant: "products-of-all" },
    );
    expect(causes.some(({ cause }) => /^isProd has the wrong type in Release$/.test(cause))).toBe(true);
  });

  it("are one for the text of a framework's handler for unknown paths, which lacks the rate limit headers, too", async () => {
    const isUnknown = (path: string) => path.endsWith("%22") || path.includes("%2F");
    const causes = await causesWith(({ status, headers }, path) =>
      status === 404 && isUnknown(path)
        ? {
            text: "404 page not found\n",
            headers: new Headers([...headers].filter(([name]) => !name.startsWith("x-ratelimit"))),
          }
        : {},
    );
    expect(causes).toMatchObject([
      {
        cause:
          "error responses with 404 do not have the body of section 2.14, nor the rate limit headers: does the framework's handler for unknown paths answer them?",
        checks: expect.arrayContaining(["error.is-object", "error.undeclared-requests", "limit.headers-present"]),
      },
    ]);
  });

  it("are one for the text of a limiter that writes 429s itself, without the rate limit headers", async () => {
    const causes = await causesWith(({ status }) =>
      status === 429 ? { text: "rate limit exceeded\n", headers: new Headers() } : {},
    );
    expect(causes.map(({ cause }) => cause)).toEqual([
      "error responses with 429 do not have the body of section 2.14, nor the rate limit headers: does the rate limiter itself, or a gateway, answer them?",
    ]);
  });

  it("are two for a limiter's text and a framework's, and one where a gateway writes both", async () => {
    const isUnknown = (status: number, path: string) => status === 404 && path.endsWith("%22");
    const two = await causesWith(({ status }, path) => {
      if (status === 429) return { text: "rate limit exceeded\n" };
      return isUnknown(status, path) ? { text: "404 page not found\n" } : {};
    });
    expect(two.map(({ cause, checks }) => [cause, checks])).toEqual([
      ["error responses with 429 do not have the body of section 2.14", ["error.is-object"]],
      [
        "error responses to requests outside the contract do not have the body of section 2.14",
        ["error.undeclared-requests"],
      ],
    ]);
    const one = await causesWith(({ status }, path) =>
      status === 429 || isUnknown(status, path) ? { body: { message: "no" } } : {},
    );
    expect(one.map(({ cause }) => cause)).toEqual([
      "error responses with 429, and to requests outside the contract, do not have the body of section 2.14",
    ]);
  });

  it("name the headers that are missing, and the operations whose responses all lack them", async () => {
    const causes = await causesWith(({ headers }, path) =>
      path.endsWith("/releases")
        ? { headers: new Headers([...headers].filter(([name]) => name !== "x-ratelimit-reset")) }
        : {},
    );
    expect(causes.map(({ cause }) => cause)).toEqual(["X-RateLimit-Reset is missing on all responses of listReleases"]);
  });

  it("are one for headers that are missing everywhere, and hide what would judge them", async () => {
    const causes = await causesWith(({ headers }) => ({
      headers: new Headers([...headers].filter(([name]) => !name.startsWith("x-ratelimit"))),
    }));
    expect(causes[0]).toMatchObject({
      cause: "the rate limit headers are missing on every response",
      hides: expect.arrayContaining(["limit.remaining-integer"]),
    });
  });
});
