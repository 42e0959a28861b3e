import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadVariants } from "../../reference/changes/variants/index.ts";
import { loadContract } from "../../spec/contract.ts";
import { parseTarget } from "../target-file/parse.ts";
import { judgeFiles } from "../traffic/judge-files.ts";
import { startedProxy } from "./proxy.test.support.ts";

const folder = mkdtempSync(join(tmpdir(), "fpk-proxy-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("names the fault of a mutant when it passes, and fails", async () => {
  const { get, until, end, printed } = await startedProxy({ mutant: "body-with-byte-order-mark" });
  const response = await get("/v1/products");
  expect(response.status).toBe(200);
  await until("stderr", /✗ body\.is-json §[\d.]*: GET \/v1\/products → 200: expected a JSON body in UTF-8/);
  expect(await end()).toBe(1);
  expect(printed.stdout).toContain("✗ body.is-json");
  expect(printed.stdout).toContain("1 exchange judged: listProducts 1");
});

it("is silent about the reference as it is", async () => {
  const { get, end, printed } = await startedProxy({});
  for (const path of ["/v1/products", "/v1/organizations", "/v1/installations/me"]) await get(path);
  await get("/v1/products", {});
  expect(await end()).toBe(0);
  expect(printed.stderr).not.toMatch(/[✗⚠]/);
  expect(printed.stdout).toContain("✓ nothing found in 4 exchanges · ");
});

/** What a client of a team's own does: it reads what there is, submits feedback, and asks for what is not there. */
async function actAsClient({ get, post }: Awaited<ReturnType<typeof startedProxy>>) {
  const { data } = JSON.parse(await (await get("/v1/products")).text());
  const product = `/v1/products/${encodeURIComponent(data[0].id)}`;
  for (const list of ["features", "problems", "releases", "contexts", "actors"]) await get(`${product}/${list}`);
  await get(product);
  const content = { title: "Slow", body: "It is slow", bodyFormat: "markdown" };
  const submission = await post("/v1/feedback", { productId: data[0].id, content, feedbackType: "bug" });
  const { feedbackId } = JSON.parse(await submission.text());
  if (submission.ok) await get(`/v1/feedback/${encodeURIComponent(feedbackId)}/status`);
  for (const path of ["/v1/me", "/v1/organizations", "/v1/installations/me"]) await get(path);
  await get("/v1/products/none");
  await get("/v1/products", {});
}

it.each([
  "json-gzip-members",
  "headers-lower-case",
  "headers-further",
  "connection-informs",
  "dates-offset",
  "ids-odd",
  "fields-further",
  "values-at-the-edge",
  "success-others",
  "queue-other-words",
  "me-closed-to-keys",
])("is silent about a legal choice: %s", async (id) => {
  const variants = (await loadVariants()).filter((variant) => variant.id === id);
  expect(variants).toHaveLength(1);
  const proxy = await startedProxy({ variants });
  await actAsClient(proxy);
  expect(await proxy.end()).toBe(0);
  expect(proxy.printed.stderr).not.toMatch(/[✗⚠]/);
  expect(proxy.printed.stdout).toMatch(/✓ nothing found in /);
});

it("ends at the first failure with --fail-fast", async () => {
  const { get, code, target } = await startedProxy({ mutant: "expired-key-accepted" }, { failFast: true });
  const expired = target.credentials.find((credential) => credential.expired === true);
  await get("/v1/products", { authorization: `Bearer ${expired?.token}` });
  expect(await code).toBe(1);
});

it("records what passes, without the tokens, so that it can be judged again", async () => {
  const record = join(folder, "traffic.har");
  const { get, end, target } = await startedProxy({}, { record });
  await get("/v1/products");
  await end();
  const text = readFileSync(record, "utf8");
  expect(JSON.parse(text).log.entries).toHaveLength(1);
  for (const { token } of target.credentials) expect(text).not.toContain(token);
  const again = await judgeFiles({
    files: [record],
    target: parseTarget(target, {}, "the reference"),
    contract: loadContract(),
    strict: true,
    replayOf: () => "",
  });
  expect(again).toMatchObject({ exitCode: 0, requests: { total: 1 } });
  expect(again.exchanges[0]).toMatchObject({ operation: "listProducts", credential: "KEY_1", kind: "api-key" });
});

it("also records exchanges that are not judged, with the name of the key", async () => {
  const record = join(folder, "all.har");
  const { get, end, target, printed } = await startedProxy({}, { record });
  const [{ token } = { token: "" }] = target.credentials;
  await get("/v1/none", { authorization: `Bearer ${token}` });
  await get("/v1/products", { "x-api-key": token });
  await end();
  expect(printed.stdout).toContain("1 exchange judged");
  const text = readFileSync(record, "utf8");
  expect(text).not.toContain(token);
  const sent = JSON.parse(text).log.entries.map(({ request, response }: HarEntry) => [
    new URL(request.url).pathname,
    response.status,
    request.headers.filter(({ value }) => value.includes("$")),
  ]);
  expect(sent).toEqual([
    ["/api/v1/none", 404, [{ name: "Authorization", value: "Bearer $KEY_1" }]],
    ["/api/v1/products", 401, [{ name: "x-api-key", value: "$KEY_1" }]],
  ]);
});

interface HarEntry {
  readonly request: { readonly url: string; readonly headers: readonly { name: string; value: string }[] };
  readonly response: { readonly status: number };
}

it("records, says at once and counts what was not answered, which is not judged again either", async () => {
  const record = join(folder, "unanswered.har");
  const { get, end, until, stopTarget, printed } = await startedProxy({}, { record });
  await get("/v1/products");
  await stopTarget();
  for (const path of ["/v1/products", "/v1/me"]) await get(path);
  await until(
    "stderr",
    /GET \S+\/v1\/products: the target did not answer: [\s\S]*GET \S+\/v1\/me: the target did not answer: /,
  );
  await end();
  expect(printed.stdout).toContain("not judged: 2 without an answer");
  expect(printed.stdout).toMatch(/✓ nothing found in 1 exchange .* · 2 exchanges without a whole response/);
  const { entries } = JSON.parse(readFileSync(record, "utf8")).log;
  expect(entries.map(({ response }: NotJudgeable) => [response.status, response._error?.slice(0, 25)])).toEqual([
    [200, undefined],
    [0, "the target did not answer"],
    [0, "the target did not answer"],
  ]);
  const again = await judgeFiles({
    files: [record],
    target: parseTarget({ baseUrl: new URL(entries[0].request.url).origin.concat("/api") }, {}, "the reference"),
    contract: loadContract(),
    strict: true,
    replayOf: () => "",
  });
  expect(again.notes).toContain("not judged: 2 without an answer");
});

interface NotJudgeable {
  readonly response: { readonly status: number; readonly _error?: string };
}

it("overwrites no file that is not a recording", async () => {
  const record = join(folder, "precious.har");
  writeFileSync(record, '{"a":1}');
  await expect(startedProxy({}, { record })).rejects.toThrow(`${record} already exists and is not a report`);
  expect(readFileSync(record, "utf8")).toBe('{"a":1}');
});

describe("says why nothing was judged:", () => {
  it("no request came", async () => {
    const { end, printed } = await startedProxy({});
    expect(await end()).toBe(3);
    expect(printed.stdout).toContain("? inconclusive: no request came: give the base URL of the proxy to the client;");
  });

  it("no request was one of the contract's", async () => {
    const { get, end, printed } = await startedProxy({});
    await get("/v1/none");
    expect(await end()).toBe(3);
    expect(printed.stdout).toContain("not judged: 1 outside the contract");
    expect(printed.stdout).toContain(
      "? inconclusive: no response of this API's operations could be judged: the notes say why",
    );
  });

  it("the target did not answer", async () => {
    const { get, end, stopTarget, printed } = await startedProxy({});
    await stopTarget();
    expect((await get("/v1/products")).status).toBe(502);
    expect(await end()).toBe(3);
    expect(printed.stdout).toMatch(
      /\? inconclusive: GET \S+\/v1\/products: the target did not answer: connect ECONNREFUSED .* · 1 exchange without a whole response/,
    );
  });
});
