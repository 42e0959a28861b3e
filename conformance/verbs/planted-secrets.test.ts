import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { virtualClock } from "../../clock.ts";
import { startReference } from "../../reference/start.ts";
import { run } from "./check.ts";
import { capture } from "./context.test.support.ts";
import { heldIn, plantedRun } from "./planted.test.support.ts";

const tokens = ["fpk_key_p1anted+/secret=Aa", "fpk_key_other-secret.Bb<&>'\"", "1|session~secret-Cc"];
const [key = "", other = "", session = ""] = tokens;
/** What the target issues itself: a session in a cookie, which it encodes, and a token in a header. */
const issued = ["s:1ssued-Session.0123456789+/=", "1|issued~token-0123456789"];
const [sid = "", fresh = ""] = issued;

/** The caller's token in every form, and in every place of an answer that a report repeats. */
function echo(request: IncomingMessage, response: ServerResponse): void {
  const token = (request.headers.authorization ?? key).replace(/^Bearer /, "");
  const base64 = Buffer.from(`Bearer ${token}`).toString("base64");
  const forms = [
    token,
    encodeURIComponent(token),
    base64,
    JSON.stringify(token),
    Buffer.from(token).toString("base64url"),
    Buffer.from(token).toString("hex"),
  ];
  const echoed = issued.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64"),
    `before ${secret} after`,
  ]);
  const item = {
    echoed,
    id: token,
    slug: base64,
    name: forms.join(" "),
    orgId: token,
    userId: token,
    [token]: token,
    createdAt: token,
  };
  const url = request.url ?? "";
  response.setHeader("X-Echo", forms.join(","));
  response.setHeader("Set-Cookie", [
    `session=${encodeURIComponent(token)}; Path=/${base64}`,
    `connect.sid=${encodeURIComponent(sid)}; HttpOnly`,
    "lang=products; Path=/",
  ]);
  response.setHeader("X-Auth-Token", fresh);
  response.setHeader(`X-${Buffer.from(token).toString("hex")}`, "1");
  response.setHeader("Location", `/${encodeURIComponent(token)}?token=${encodeURIComponent(token)}`);
  response.setHeader("X-RateLimit-Limit", "100");
  response.setHeader("X-RateLimit-Remaining", token);
  if (url.endsWith("/contexts")) {
    response.setHeader("Content-Type", "image/png");
    return void response.end(`\u0000\u0001${token}`);
  }
  if (url.endsWith("/releases")) {
    response.writeHead(502, { "Content-Type": "text/html" });
    return void response.end(`<!doctype html><title>${token}</title><p>${forms.join(" ")}`);
  }
  if (url.endsWith("/actors")) {
    response.writeHead(401, { "WWW-Authenticate": `Bearer realm="${encodeURIComponent(token)}", of="${base64}"` });
    return void response.end(JSON.stringify({ error: forms.join(" ") }));
  }
  response.statusCode = url.includes("feedback") ? 500 : 200;
  response.setHeader("Content-Type", `application/json; token="${base64}"`);
  const isList = /organizations$|members$/.test(url);
  const body = url.includes("feedback")
    ? { error: token, issues: [{ code: token, message: base64, path: [token] }] }
    : item;
  const wrapped = /products$|problems$/.test(url) ? { data: [item] } : body;
  response.end(JSON.stringify(isList ? [item] : wrapped));
}

const held = (text: string) => heldIn(text, [...tokens, ...issued]);

it("a token or a session that the target echoes is in no output, in no format, encoded or not", async () => {
  const server = createServer(echo).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const { folder, report, env, outputs } = plantedRun();
  const output: string[] = [];
  const stream = { write: (text: string) => output.push(text) };
  const clock = virtualClock(Date.now());
  const target = {
    baseUrl: `http://127.0.0.1:${port}/api`,
    credentials: [{ token: key }, { token: other }, { token: session, kind: "session" }],
  };
  const code = await run(
    undefined,
    { embedded: true, seed: "1", report, verbose: true },
    {
      stdout: stream,
      stderr: stream,
      env,
      clock,
      signal: new AbortController().signal,
      embedded: async () => ({ name: `the server at ${port}`, target, clock, close: async () => {} }),
      mutants: async () => [],
      variants: async () => [],
    },
  );
  server.close();
  expect(code).toBe(1);
  expect(held(output.join(""))).toEqual([]);
  for (const [path, text] of Object.entries(await outputs())) {
    expect([path, held(text)]).toEqual([path, []]);
    if (![...report, "fpk show"].includes(path)) continue;
    expect(text).toContain("$KEY_1");
    // A cookie that is not a secret hides nothing.
    expect(text).toContain("products");
  }
  const { log } = JSON.parse(readFileSync(join(folder, "report.har"), "utf8"));
  const encoded = log.entries
    .map(({ response }: { response: { content: { text?: string; encoding?: string } } }) => response.content)
    .filter(({ encoding }: { encoding?: string }) => encoding === "base64");
  expect(encoded.length).toBeGreaterThan(0);
  for (const { text } of encoded) expect(held(Buffer.from(text, "base64").toString())).toEqual([]);
});

it("a token that differs a little from an issued one is in no output, where the target repeats what it rejects", async () => {
  const clock = virtualClock(Date.now());
  const reference = await startReference({ clock });
  const rejected: string[] = [];
  const front = createServer(async (request, response) => {
    const authorization = request.headers.authorization ?? "";
    const sent = await fetch(new URL(request.url ?? "", reference.baseUrl), {
      method: request.method ?? "GET",
      headers: { authorization },
    });
    const body = await sent.text();
    if (sent.status !== 401) return void response.writeHead(sent.status, [...sent.headers].flat()).end(body);
    const token = authorization.replace(/^Bearer /, "");
    rejected.push(token);
    const forms = [
      token,
      encodeURIComponent(token),
      ...(["base64", "hex"] as const).map((e) => Buffer.from(token).toString(e)),
    ];
    response.writeHead(401, { "Content-Type": "application/json", "X-Echo": encodeURIComponent(token) });
    response.end(JSON.stringify({ error: `Invalid token: ${forms.join(" ")}` }));
  }).listen(0, "127.0.0.1");
  await once(front, "listening");
  onTestFinished(async () => {
    front.close();
    await reference.close();
  });
  const { port } = front.address() as AddressInfo;
  const target = {
    ...reference.target,
    baseUrl: `http://127.0.0.1:${port}${new URL(reference.target.baseUrl).pathname}`,
  };
  const { report, env, outputs } = plantedRun();
  const embedded = async () => ({ name: "the server", target, clock, close: async () => {} });
  const { io, printed } = capture({ env, clock, embedded });
  await run(undefined, { embedded: true, seed: "1", report, verbose: true, only: ["auth.unknown-token"] }, io);
  const issuedTokens = target.credentials.map(({ token }) => token);
  expect(rejected.some((token) => issuedTokens.some((known) => token === known.slice(0, -1)))).toBe(true);
  const all = { ...(await outputs()), printed: printed.stdout + printed.stderr };
  for (const [name, text] of Object.entries(all)) expect([name, heldIn(text, issuedTokens)]).toEqual([name, []]);
});
