/** What several recorded answers show together, though others were not recorded; and what they leave open. */
import { describe, expect, it } from "vitest";
import type { Report } from "../model/report.ts";
import { credential, type EntryOptions, entry, harOf, judged, key } from "./har.test.support.ts";

const otherKey = "acme_key_fedcba9876543210";
const expiredKey = "acme_key_0000000000000000";
const session = "session.of.a.user.0123456789";
const credentials = [
  credential({ org: "org_1" }),
  credential({ label: "KEY_B", token: otherKey, org: "org_2" }),
  credential({ label: "KEY_X", token: expiredKey, org: "org_1", expired: true }),
  credential({ label: "SESSION", token: session, kind: "session", org: "org_1" }),
];
const declared = { baseUrl: "https://api.test", credentials };
const time = "2026-01-01T00:00:00Z";
const product = (id: string, name = "Bike") => ({ id, slug: "bike", name, createdAt: time, updatedAt: time });
const organization = (id: string) => ({ ...product(id), avatarType: "none" });

type Sent = readonly [path: string, body: unknown, more?: EntryOptions];
const [ofA, ofB, ofX, ofS, ofNobody] = [key, otherKey, expiredKey, session, undefined].map(
  (token) =>
    ([path, body, more = {}]: Sent): EntryOptions => ({
      url: `https://api.test/v1${path}`,
      content: { text: JSON.stringify(body) },
      authorization: token && `Bearer ${token}`,
      ...more,
    }),
) as [Send, Send, Send, Send, Send];
type Send = (sent: Sent) => EntryOptions;

const recording = (exchanges: readonly EntryOptions[]) =>
  harOf(
    ...exchanges.map((each, at) => entry({ at: new Date(Date.UTC(2026, 10, 22) + at * 1000).toISOString(), ...each })),
  );
const failed = ({ results }: Report) =>
  results.filter(({ verdict }) => verdict === "fail" || verdict === "warn").map(({ id }) => id);
const passed = ({ results }: Report) => results.filter(({ verdict }) => verdict === "pass").map(({ id }) => id);

const random = "9f1c2e7a-0b";
const products = (...all: readonly object[]): Sent => ["/products", { data: all }];
const problem = (id: string) => ({ ...product(id), statement: "s", statementFormat: "text", status: "draft" });
const context = { id: random, name: "n", description: "d" };
const submission = { method: "POST", body: JSON.stringify({ productId: "p1", content: { body: "b" } }), status: 202 };
const accepted: Sent = ["/feedback", { feedbackId: "fb_1", url: "https://a.test/1", status: "queued" }, submission];
const status = (feedbackId: string, more: EntryOptions = {}): Sent => [
  "/feedback/fb_1/status",
  { feedbackId, status: "queued", resultUrl: "" },
  more,
];
const error = (code: number): EntryOptions => ({ status: code, content: { text: '{"error":"no"}' } });

describe("fails for", () => {
  it.each<readonly [string, readonly EntryOptions[], readonly string[]]>([
    [
      "a product in the lists of two organizations' keys",
      [ofA(products(product("prd_1"))), ofB(products(product("prd_1")))],
      ["traffic.foreign-items"],
    ],
    [
      "a product that is read though only another organization lists it",
      [ofA(products(product("prd_1"))), ofB(products()), ofB(["/products/prd_1", product("prd_1")])],
      ["traffic.foreign-items"],
    ],
    [
      "a problem below another organization's product",
      [
        ofA(products(product("prd_1"))),
        ofA(["/products/prd_1/problems", { data: [problem("1")] }]),
        ofB(products(product("prd_2", "Car"))),
        ofB(["/products/prd_1/problems/1", problem("1")]),
      ],
      ["traffic.foreign-items"],
    ],
    [
      "a context that is listed for two organizations",
      [ofA(["/products/a/contexts", { data: [context] }]), ofB(["/products/b/contexts", { data: [context] }])],
      ["scope.contexts-disjoint"],
    ],
    [
      "another organization in a key's list",
      [ofA(["/organizations", [organization("org_1"), organization("org_2")]])],
      ["traffic.foreign-organization"],
    ],
    [
      "another organization that is read",
      [ofA(["/organizations/org_2", organization("org_2")])],
      ["traffic.foreign-organization"],
    ],
    [
      "the installation of another key's organization",
      [
        ofA([
          "/installations/me",
          { id: "i", integrationId: "n", orgId: "org_2", config: {}, status: "pending", createdAt: time },
        ]),
      ],
      ["traffic.installation-of-calling-key"],
    ],
    [
      "a status with another feedbackId than the accepted one that was asked for",
      [ofA(accepted), ofA(status("fb_2"))],
      ["traffic.status-by-id"],
    ],
    [
      "a product with another identifier than the listed one that was asked for",
      [ofA(["/products/prd_1", product("prd_2")]), ofA(products(product("prd_1")))],
      ["traffic.asked-for-product"],
    ],
    [
      "a problem with another identifier",
      [
        ofA(["/products/p/problems/1", problem("2")]),
        ofA(["/products/p/problems", { data: [problem("1"), problem("2")] }]),
      ],
      ["traffic.asked-for-problem"],
    ],
    [
      "an organization with another identifier",
      [ofA(["/organizations/org_1", organization("x")]), ofA(["/organizations", [organization("org_1")]])],
      ["traffic.asked-for-organization"],
    ],
    [
      "400 to a valid read without credentials",
      [ofA(products()), ofNobody(["/products", {}, error(400)])],
      ["traffic.credentials-first"],
    ],
    ["422 to a valid read with an expired key", [ofX(["/me", {}, error(422)])], ["traffic.credentials-first"]],
    [
      "400 to a write without credentials that was accepted with them",
      [ofA(accepted), ofNobody(["/feedback", {}, { ...submission, ...error(400) }])],
      ["traffic.credentials-first"],
    ],
    [
      "a redirect to a login, where the same request was served",
      [ofA(products()), ofNobody(["/products", "", { status: 302, headers: { location: "/login" } }])],
      ["traffic.credentials-first"],
    ],
    [
      "a status that is 404 within minutes after it was shown",
      [ofA(status("fb_1")), ofA(status("", error(404)))],
      ["traffic.status-kept"],
    ],
  ])("%s", async (_what, exchanges, ids) => {
    const report = await judged([recording(exchanges)], declared);
    expect(failed(report)).toEqual(ids);
    expect(passed(report)).not.toContain("scope.always-own");
  });
});

describe("blames no legal server for", () => {
  it.each<readonly [string, readonly EntryOptions[], RegExp | undefined]>([
    [
      "copies of one sample with their slugs as identifiers",
      [ofA(products(product("bike"))), ofB(products(product("bike")))],
      /two organizations are shown "bike"/,
    ],
    [
      "different products with one short identifier",
      [ofA(products(product("1"))), ofB(products(product("1", "Car"))), ofB(["/products/1", product("1", "Car")])],
      undefined,
    ],
    [
      "a short identifier, if the reader's own products are not known",
      [ofA(products(product("prd_1"))), ofB(["/products/prd_1", product("prd_1")])],
      /two organizations are shown "prd_1"/,
    ],
    [
      "items of two keys of one organization",
      [ofA(products(product(random))), { ...ofB(products(product(random))), authorization: `Bearer ${key}` }],
      undefined,
    ],
    [
      "a product that is asked for by its slug",
      [ofA(["/products/bike", product("prd_1")]), ofA(products(product("prd_1")))],
      /1 response with another identifier than the path's/,
    ],
    [
      "a key that is always shown its own organization, though a session lists others",
      [
        ofA(["/organizations/org_3", organization("org_1")]),
        ofS(["/organizations", [organization("org_1"), organization("org_3")]]),
      ],
      /1 response with another identifier than the path's/,
    ],
    [
      "a problem that was merged into another after it was listed",
      [
        ofA(["/products/p/problems", { data: [problem("1")] }]),
        ofA(["/products/p/problems/1", problem("2")]),
        ofA(["/products/p/problems", { data: [problem("2")] }]),
      ],
      /1 response with another identifier than the path's/,
    ],
    [
      "an error to a wrong request without credentials",
      [ofA(products()), ofNobody(["/feedback", {}, { ...submission, ...error(422) }])],
      /1 request without valid credentials .*: 422$/,
    ],
    [
      "a creation that is rejected when it is sent again",
      [
        ofA(["/organizations", organization("x"), { method: "POST", body: '{"name":"n","slug":"s"}', status: 201 }]),
        ofNobody(["/organizations", {}, { method: "POST", body: '{"name":"n","slug":"s"}', ...error(422) }]),
      ],
      /1 request without valid credentials .*: 422$/,
    ],
    [
      "a redirect of all to another host",
      [
        ofA(products()),
        ofNobody(["/products", "", { status: 308, headers: { location: "https://eu.api.test/v1/products" } }]),
      ],
      /1 answered by a redirect/,
    ],
    [
      "a redirect whose Location is not among its headers",
      [ofA(products()), ofA(["/products", ""])].map((each, at) =>
        at === 0 ? each : { ...each, status: 302, bare: "https://login.test/" },
      ),
      /1 answered by a redirect/,
    ],
    [
      "a status that is 404 before it was ever shown",
      [ofA(accepted), ofA(status("", error(404)))],
      /1 read of the status/,
    ],
    [
      "a status that is no longer kept after hours",
      [ofA(status("fb_1")), ofA(status("", { ...error(404), at: "2026-11-22T07:00:00Z" }))],
      undefined,
    ],
    [
      "a 5xx to what may be valid",
      [ofA(products()), ofA(["/products", {}, error(500)])],
      /1 response with 5xx.*: listProducts 500$/,
    ],
    [
      "two organizations of which nothing was recorded",
      [ofA(products(product(random)))],
      /^not judged: that organizations are kept apart: nothing that can be compared/,
    ],
  ])("%s", async (_what, exchanges, note) => {
    const report = await judged([recording(exchanges)], declared);
    expect(failed(report)).toEqual([]);
    if (note !== undefined) expect(report.notes.filter((each) => note.test(each))).toHaveLength(1);
  });
});

describe("doubts the target file", () => {
  it.each<readonly [string, readonly EntryOptions[], RegExp]>([
    [
      "a valid key that is always answered 401",
      [ofA(["/products", {}, error(401)])],
      /^\$KEY_A was answered 401\. Is the token right\?/,
    ],
    [
      "a key whose installation and list name another organization",
      [
        ofA([
          "/installations/me",
          { id: "i", integrationId: "n", orgId: "org_3", config: {}, status: "pending", createdAt: time },
        ]),
        ofA(["/organizations", [organization("org_3")]]),
      ],
      /^\$KEY_A is declared to be of org_1, but GET \/v1\/installations\/me and GET \/v1\/organizations name org_3/,
    ],
  ])("%s", async (_what, exchanges, doubt) => {
    const report = await judged([recording(exchanges)], declared);
    expect(failed(report)).toEqual([]);
    expect(report.doubts).toEqual([expect.stringMatching(doubt)]);
  });
});
