import { expect, it } from "vitest";
import { realClock } from "../../clock.ts";
import { overNetwork } from "../../conformance/client/sender.ts";
import type { Sender, WireRequest } from "../../conformance/client/wire.ts";
import { inProcessSender } from "../matrix/in-process-sender.ts";
import type { Parts } from "../parts/parts.ts";
import type { SendJson } from "../parts/response-writer.ts";
import { started } from "../start.test.support.ts";
import type { ReferenceOptions } from "../start.ts";

type Sent = Partial<Omit<WireRequest, "url">> & { readonly path: string };

async function received(sender: Sender, request: WireRequest) {
  const { status, headers, body } = await sender.send(request, new AbortController().signal);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { status, headers: headers.filter(([name]) => !isOfConnection(name)), body: Buffer.concat(chunks) };
}

/** The time, and what becomes of the connection: undici ends it after HEAD. */
const isOfConnection = (name: string) => ["Date", "Connection", "Keep-Alive"].includes(name);

/** The response of two equal references: to a request over a socket, and without. */
async function bothWays({ path, method = "GET", headers = [], body }: Sent, options: ReferenceOptions = {}) {
  const responses = [];
  for (const isInProcess of [false, true]) {
    const reference = await started({ tokenSeed: "the same tokens", ...options });
    const sender = isInProcess
      ? inProcessSender(reference, { socket: false })
      : overNetwork({ clock: realClock }, 5_000);
    const authorization = ["authorization", `Bearer ${reference.credential("key").token}`] as const;
    const url = `${reference.baseUrl}${path}`;
    const sent = { url, method, headers: [authorization, ...headers], ...(body === undefined ? {} : { body }) };
    responses.push(await received(sender, sent).finally(() => sender.close()));
  }
  return responses;
}

const json = [["content-type", "application/json"]] as const;

it.each<[what: string, status: number, request: Sent]>([
  ["a list", 200, { path: "/v1/products" }],
  ["HEAD", 200, { path: "/v1/products", method: "HEAD" }],
  ["a query and an unknown path", 404, { path: "/v1/nothing?a=%2F&b" }],
  ["a path of percent-encoded bytes", 404, { path: "/v1/products/%E2%82%AC%00" }],
  ["a body that is not JSON", 400, { path: "/v1/feedback", method: "POST", headers: json, body: "{" }],
  ["an empty body", 400, { path: "/v1/feedback", method: "POST", headers: json, body: "" }],
  [
    "bytes that are not UTF-8",
    400,
    { path: "/v1/feedback", method: "POST", headers: json, body: new Uint8Array([34, 255]) },
  ],
  [
    "another media type",
    415,
    { path: "/v1/feedback", method: "POST", headers: [["content-type", "text/plain"]], body: "x" },
  ],
  ["a wrong method", 405, { path: "/v1/products", method: "DELETE" }],
])("answers %s without a socket as over one", async (_what, status, request) => {
  const [overSocket, without] = await bothWays(request);
  expect(overSocket?.status).toBe(status);
  expect(without).toEqual(overSocket);
});

it.each(["json-chunked", "json-compressed", "json-gzip-members"])(
  "answers as over a socket what %s writes",
  async (variant) => {
    const [overSocket, without] = await bothWays({ path: "/v1/products" }, { variants: [variant] });
    expect(without).toEqual(overSocket);
  },
);

const anyMutant = { id: "any", clause: "body.json", fault: "Any" };

it.each<[what: string, send: SendJson]>([
  ["the application closes the connection", (response) => void response.destroy()],
  [
    "an informational response precedes the final one",
    (response) => {
      response.writeProcessing();
      response.end();
    },
  ],
  ["Content-Length is not the length of the body", (response) => void response.set("Content-Length", "1").end("{}")],
])("gives no answer where %s", async (_what, send) => {
  const change = (parts: Parts): Parts => ({ ...parts, responseWriter: { ...parts.responseWriter, send } });
  const reference = await started({ mutant: { ...anyMutant, change } });
  const request = { method: "GET", target: "/api/v1/products", headers: {}, body: undefined };
  expect(await reference.answer(request)).toBeUndefined();
});
