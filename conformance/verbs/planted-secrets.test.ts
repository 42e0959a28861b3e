import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { run } from "./check.ts";
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
