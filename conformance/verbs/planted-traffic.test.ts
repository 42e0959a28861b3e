/** No output of `fpk judge` and `fpk proxy` holds a secret of the traffic, wherever and however the target repeats it. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { entry, harOf } from "../traffic/har.test.support.ts";
import { capture } from "./context.test.support.ts";
import { run as judge } from "./judge.ts";
import { type Answer, answersWith, heldIn, plantedRun } from "./planted.test.support.ts";
import { run as proxy } from "./proxy.ts";

const key = "acme_key_planted0123456789abcDEF";
const session = "1|planted~session/Cc+dd=";
const basic = "cGxhbnRlZDpiYXNpYy1wYXNzd29yZA";
const cookie = "s:plant3d-Cookie.0123456789";
const apiKey = "planted.api.key-7777";
const ofUrl = "planted-token-in-url-42";
const digits = "90817263544536271809";
const issued = "plant3d-issued-0123456789";
const secrets = [key, session, basic, cookie, apiKey, ofUrl, digits, issued];

/** Requests that carry each of them in its own place, for the same answer. */
const senders: readonly { readonly query?: string; readonly sent: Readonly<Record<string, string>> }[] = [
  { sent: { authorization: `Bearer ${key}` } },
  { sent: { authorization: `Bearer ${session}` } },
  { sent: { authorization: `Bearer ${digits}` } },
  { sent: { authorization: `Basic ${basic}` } },
  { sent: { authorization: `Bearer ${key}`, cookie: `sid=${encodeURIComponent(cookie)}` } },
  { sent: { authorization: `Bearer ${key}`, "x-api-key": apiKey } },
  { sent: { authorization: `Bearer ${key}` }, query: `?access_token=${ofUrl}` },
];
const issuing: Answer = {
  status: 200,
  statusText: "OK",
  headers: [
    ["Content-Type", "application/json"],
    ["Set-Cookie", `session=${issued}; HttpOnly`],
  ],
  body: `{"data":[{"id":${digits}}],"of":{"${digits}":${digits}}}`,
};
const answers = [...answersWith(secrets), ...senders.map(() => issuing)];
const senderOf = (at: number) => senders[at % senders.length] ?? { sent: {} };

const pairs = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(([name, value]) => ({ name, value }));

/** With what recorders write beside the headers: cookies, the query, a form. */
function recordedEntry({ status, statusText, headers, body }: Answer, at: number) {
  const { query = "", sent } = senderOf(at);
  const made = entry({ url: `https://api.test/v1/products${query}`, authorization: undefined, sent });
  const form = { mimeType: "text/plain", text: key, params: pairs({ password: cookie, token: ofUrl }) };
  return {
    ...made,
    request: { ...made.request, cookies: pairs({ sid: cookie }), queryString: pairs({ token: ofUrl }), postData: form },
    response: {
      status,
      statusText,
      headers: headers.map(([name, value]) => ({ name, value })),
      cookies: pairs({ session: issued }),
      redirectURL: ofUrl,
      content: { text: body },
    },
  };
}

it("fpk judge", async () => {
  const { report, env, outputs } = plantedRun();
  const { io, printed } = capture({ env });
  const code = await judge([harOf(...answers.map(recordedEntry))], { report, verbose: true }, io);
  expect(code).toBe(1);
  const all = { ...(await outputs()), printed: printed.stdout + printed.stderr };
  for (const [name, text] of Object.entries(all)) expect([name, heldIn(text, secrets)]).toEqual([name, []]);
});

/** Answers request n with the nth answer, in pieces of a few bytes, and says it once more in a trailer. */
async function startTarget(): Promise<string> {
  const server = createServer((request, response) => {
    const { status, statusText, headers, body } = answers[Number(request.headers["x-number"])] ?? issuing;
    response.writeHead(status, statusText, [...headers.flat(), "Trailer", "X-End"]);
    for (let at = 0; at < body.length; at += 7) response.write(body.slice(at, at + 7));
    response.addTrailers({ "X-End": headers.at(-1)?.[1] ?? "" });
    response.end();
  });
  server.on("upgrade", (_, socket) => socket.end(`${key}\r\n\r\n`));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

it("fpk proxy, also in what it has recorded before it knew the secret", { timeout: 60_000 }, async () => {
  const { folder, report, env, outputs } = plantedRun();
  const record = join(folder, "recorded.har");
  const end = new AbortController();
  const { io, printed } = capture({ env, signal: end.signal });
  const target = {
    baseUrl: await startTarget(),
    credentials: [{ token: key }],
    rateLimit: null,
    feedbackGraceSeconds: 5,
  };
  const embedded = async () => ({ name: "the target", target, clock: io.clock, close: async () => {} });
  const code = proxy(undefined, { embedded: true, report, record, verbose: true }, { ...io, embedded });
  await expect.poll(() => printed.stdout).toMatch(/^http:.*\n/);
  const url = printed.stdout.split("\n")[0] ?? "";
  for (const at of answers.keys()) {
    const { query = "", sent } = senderOf(at);
    const path = at % 5 === 0 ? "/login" : "/v1/products";
    const response = await fetch(url + path + query, {
      headers: { ...sent, "x-number": String(at) },
      redirect: "manual",
    });
    await response.arrayBuffer();
  }
  end.abort();
  expect(await code).toBe(1);
  const recorded = readFileSync(record, "utf8");
  expect(JSON.parse(recorded).log.entries).toHaveLength(answers.length);
  const all = { ...(await outputs()), recorded, printed: printed.stdout + printed.stderr };
  for (const [name, text] of Object.entries(all)) expect([name, heldIn(text, secrets)]).toEqual([name, []]);
});
