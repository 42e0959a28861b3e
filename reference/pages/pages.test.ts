import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { organizationId } from "../seed/ids.ts";
import { type Started, started } from "../start.test.support.ts";
import { type Visit, visitTo, withPages } from "./pages.test.support.ts";

const acme = `/settings/organizations/${organizationId("acme")}`;
const globex = `/settings/organizations/${organizationId("globex")}`;
const ada = "ada@acme.example.com";

/** Creates a key, and reads its value from the page. */
async function createKey(visit: Visit, name: string, expires = ""): Promise<string> {
  expect((await visit.submit(acme, `${acme}/keys`, { name, expires })).location).toBe(acme);
  return /fpk_key_[\w-]{32}/.exec((await visit.get(acme)).html)?.[0] ?? "";
}

const statusWith = async (reference: Started, token: string) =>
  (await reference.send(undefined, "/v1/products", { headers: { authorization: `Bearer ${token}` } })).status;

/** The status of a page for a request with these headers, which fetch would not send. */
const statusFor = (reference: Started, path: string, headers: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(new URL(path, reference.baseUrl), { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject).end();
  });

describe("the pages", () => {
  it("leave the API as it is, and count against no limit", async () => {
    const [plain, reference] = [await started(), await withPages({ limit: 2 })];
    for (const path of ["", "/", "/v1", "/v1/me", "/v1/products/x", "/settings", "/v2"]) {
      const expected = await plain.send("key", path);
      const actual = await reference.send(undefined, path, { headers: { accept: "text/html" } });
      expect([actual.status, actual.json.error], path).toEqual([401, "A valid bearer token is needed."]);
      expect([...actual.headers.keys()], path).toEqual(
        expect.arrayContaining([...expected.headers.keys()].filter((name) => /^(x-|content-type)/.test(name))),
      );
    }
    const visit = visitTo(reference);
    await visit.signIn(ada);
    for (const path of ["/", "/docs", "/docs/openapi.json", acme, "/assets/style.css"])
      expect((await visit.get(path)).status, path).toBe(200);
    expect((await reference.send("key", "/v1/me")).headers.get("x-ratelimit-remaining")).toBe("1");
    expect((await visit.get("/nothing")).status).toBe(404);
    expect((await visit.get("/settings/organizations/%ff")).status).toBe(400);
  });

  it("begin with the base URL, a first request, and the way to documentation and keys", async () => {
    const reference = await withPages({ limit: 7 });
    const { html } = await visitTo(reference).get("/");
    for (const text of [
      `<code>${reference.baseUrl}</code>`,
      `${reference.baseUrl}/v1/products</code>`,
      "7 requests in 60 s",
    ])
      expect(html).toContain(text);
    for (const path of ["/docs", "/settings"]) expect(html).toContain(`href="${path}"`);
  });

  it("are not there unless they are asked for", async () => {
    const { baseUrl } = await started();
    expect((await fetch(new URL("/", baseUrl), { headers: { accept: "text/html" } })).status).toBe(401);
  });

  it("load nothing from elsewhere, and cannot be framed", async () => {
    const { headers, html } = await visitTo(await withPages()).get("/");
    const policy = headers.get("content-security-policy");
    for (const directive of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(directive);
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|style="| on\w+=/);
  });
});

describe("the sign-in", () => {
  it("takes those who are there, with a new cookie that scripts and the API do not see", async () => {
    const visit = visitTo(await withPages());
    const before = (await visit.get("/settings/sign-in")).headers.getSetCookie()[0];
    const { status, location, headers } = await visit.signIn(ada);
    expect([status, location]).toEqual([303, "/settings"]);
    const [cookie = ""] = headers.getSetCookie();
    expect(cookie).toMatch(
      /^fpk_session_\d+=[\w-]+; Max-Age=43200; Path=\/settings; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect(cookie.split(";")[0]).not.toBe(before?.split(";")[0]);
    expect((await visit.get("/settings")).location).toBe(acme);
    await visit.submit(acme, "/settings/sign-out", {});
    expect((await visit.get(acme)).location).toBe("/settings/sign-in");
  });

  it("is to one reference of several on a host", async () => {
    const names = async () => {
      const visit = visitTo(await withPages());
      return (await visit.get("/settings/sign-in")).headers.getSetCookie().map((cookie) => cookie.split("=")[0]);
    };
    expect(await names()).not.toEqual(await names());
  });

  it("marks the cookie as secure where the connection is", async () => {
    const visit = visitTo(await withPages());
    const { headers } = await visit.post("/settings/sign-in", {}, { "x-forwarded-proto": "https" });
    expect(headers.getSetCookie()[0]).toMatch(/; Secure/);
  });

  it("refuses others, and a form without its token", async () => {
    const visit = visitTo(await withPages());
    const { status, html } = await visit.signIn("nobody@example.com");
    expect([status, html]).toEqual([403, expect.stringContaining("Nobody here has this address.")]);
    expect((await visit.post("/settings/sign-in", { email: ada })).status).toBe(403);
    expect((await visit.get("/settings")).location).toBe("/settings/sign-in");
  });

  it("without a password is for this machine only, not for who comes through a proxy or by another site's name", async () => {
    const reference = await withPages();
    expect(await statusFor(reference, "/settings/sign-in", {})).toBe(200);
    expect(await statusFor(reference, "/settings/sign-in", { host: "localhost" })).toBe(200);
    expect(await statusFor(reference, "/settings/sign-in", { host: "rebound.example.com" })).toBe(403);
    expect(await statusFor(reference, "/settings/sign-in", { "x-forwarded-for": "203.0.113.9" })).toBe(403);
  });

  it("asks for the password where there is one, and then shows nobody's address", async () => {
    const reference = await withPages({ pages: { password: "correct horse" } });
    expect(await statusFor(reference, "/settings/sign-in", { host: "settings.example.com" })).toBe(200);
    const visit = visitTo(reference);
    expect((await visit.get("/settings/sign-in")).html).not.toContain("example.com");
    const signIn = (fields: Readonly<Record<string, string>>) =>
      visit.submit("/settings/sign-in", "/settings/sign-in", fields);
    expect((await signIn({ email: ada })).status).toBe(403);
    expect((await signIn({ as: ada, password: "wrong" })).status).toBe(403);
    expect((await signIn({ email: ada, password: "correct horse" })).status).toBe(303);
  });
});

describe("the settings", () => {
  it("create a key whose value is shown once, show its last use, and revoke it", async () => {
    const reference = await withPages();
    const visit = visitTo(reference);
    await visit.signIn(ada);
    const token = await createKey(visit, "Nightly <b>run</b>");
    expect(await statusWith(reference, token)).toBe(200);
    const { html } = await visit.get(acme);
    expect(html).not.toContain(token);
    expect(html).toContain(`${token.slice(0, 12)}…`);
    expect(html).toContain("Nightly &lt;b&gt;run&lt;/b&gt;");
    expect(html.match(/Last used/g)).toHaveLength(1);
    const { json } = await reference.send(undefined, "/v1/installations/me", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(json.orgId).toBe(organizationId("acme"));
    const revoke = /\/settings\/organizations\/\w+\/keys\/\w+\/revoke/.exec(html)?.[0] ?? "";
    expect((await visit.post(revoke, {})).status).toBe(403);
    expect(await statusWith(reference, token)).toBe(200);
    await visit.submit(acme, revoke, {});
    expect(await statusWith(reference, token)).toBe(401);
  });

  it("create keys that expire when their day is over", async () => {
    const reference = await withPages();
    const visit = visitTo(reference);
    await visit.signIn(ada);
    const today = new Date(reference.clock.now()).toISOString().slice(0, 10);
    const token = await createKey(visit, "Today", today);
    expect(await statusWith(reference, token)).toBe(200);
    await reference.clock.sleep(86_400_000);
    expect(await statusWith(reference, token)).toBe(401);
    await visit.signIn(ada);
    expect(await statusWith(reference, await createKey(visit, "Long ago", "2020-02-29"))).toBe(401);
    for (const fields of [
      { name: " " },
      { name: "x", expires: "2027-02-30" },
      { name: "x", expires: "soon" },
      { name: "x".repeat(101) },
    ])
      expect((await visit.submit(acme, `${acme}/keys`, fields)).status).toBe(400);
  });

  it("are for members, and keys and invitations for owners and admins", async () => {
    const reference = await withPages();
    const [owner, member, stranger] = [visitTo(reference), visitTo(reference), visitTo(reference)];
    await owner.signIn(ada);
    await member.signIn("chen@acme.example.com");
    await stranger.signIn("emmy@globex.example.com");
    expect((await stranger.get(acme)).status).toBe(404);
    expect((await stranger.submit(globex, `${acme}/keys`, { name: "theirs" })).status).toBe(404);
    expect((await member.get(acme)).html).not.toMatch(/fpk_key_|Create key|Invite/);
    expect((await member.submit(acme, `${acme}/keys`, { name: "mine" })).status).toBe(403);
    // Ada is a viewer at Globex.
    expect((await owner.submit(acme, `${globex}/keys`, { name: "mine" })).status).toBe(403);
    const theirs = /keys\/\w+\/revoke/.exec((await owner.get(acme)).html)?.[0] ?? "";
    await stranger.submit(globex, `${globex}/${theirs}`, {});
    expect((await owner.get(acme)).html).toContain(theirs);
  });

  it("invite people, who are members once they accept", async () => {
    const reference = await withPages();
    const visit = visitTo(reference);
    await visit.signIn(ada);
    await reference.send("key", `/v1/organizations/${organizationId("acme")}/invite`, {
      body: { email: "zed@example.com" },
    });
    const { html } = await visit.get(acme);
    expect(html).toContain("pending");
    const link = /\/settings\/invitations\/[\w-]+/.exec(html)?.[0] ?? "";
    const guest = visitTo(reference);
    expect((await guest.submit(link, link, { firstName: "Zed" })).status).toBe(400);
    expect((await guest.post(link, { firstName: "Zed", lastName: "Shaw" })).status).toBe(403);
    await guest.submit(link, link, { firstName: "Zed", lastName: "Shaw" });
    expect((await guest.get(link)).html).toContain("is a member now");
    const { json } = await reference.send("key", `/v1/organizations/${organizationId("acme")}/members`);
    expect(json.at(-1)).toMatchObject({ firstName: "Zed", lastName: "Shaw", email: "zed@example.com", role: "member" });
    expect((await visit.get(acme)).html).toContain("accepted");
    expect((await guest.signIn("zed@example.com")).status).toBe(303);
    expect((await visit.submit(acme, `${acme}/invitations`, { email: "Zed@example.com" })).status).toBe(400);
    await visit.submit(acme, `${acme}/invitations`, { email: "later@example.com" });
    const later = /\/settings\/invitations\/[\w-]+/.exec((await visit.get(acme)).html)?.[0] ?? "";
    await visit.submit(acme, `${acme}/invitations/withdraw`, { email: "later@example.com" });
    expect((await guest.get(later)).status).toBe(404);
  });

  it("are kept in a data file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pages-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const dataFile = join(folder, "data");
    const first = await withPages({ dataFile });
    const visit = visitTo(first);
    await visit.signIn(ada);
    const token = await createKey(visit, "Kept");
    await first.close();
    const second = await withPages({ dataFile });
    expect(await statusWith(second, token)).toBe(200);
    const again = visitTo(second);
    await again.signIn(ada);
    expect((await again.get(acme)).html).toContain("Kept");
  });
});
