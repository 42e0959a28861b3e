/**
 * Compares `fpk proxy` with httpxy alone, in requests a second, each on its own thread; and `fpk judge` with a process that only parses
 * the same file, in seconds and megabytes.
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { createProxyServer } from "httpxy";
import { Pool } from "undici";
import { median } from "../cli/median.ts";
import { LiveJudge } from "../conformance/proxy/live-judge.ts";
import { startProxy } from "../conformance/proxy/start-proxy.ts";
import { parseTarget } from "../conformance/target-file/parse.ts";
import { loadContract } from "../spec/contract.ts";

const token = "bench_key_0123456789abcdef";
const headers = { authorization: `Bearer ${token}` };
const concurrency = 16;
/** The length of one measurement of a proxy, and the number of times that both sides are measured in turn. */
const measuredMs = 3000;
const rounds = 5;

/** The body of a list of products. Another `count` makes another list. */
function products(count: number): string {
  const time = "2026-01-01T00:00:00.000Z";
  const item = (at: number) => ({
    id: `prd_${count}_${at}`,
    slug: `p${at}`,
    name: "Product",
    createdAt: time,
    updatedAt: time,
  });
  return JSON.stringify({ data: Array.from({ length: 5 }, (_, at) => item(at)) });
}

const limitHeaders = { "x-ratelimit-limit": "100", "x-ratelimit-remaining": "99", "x-ratelimit-reset": "60" };

async function startUpstream(): Promise<string> {
  let count = 0;
  const server = createServer((_request, response) => {
    count += 1;
    response.writeHead(200, { "content-type": "application/json", ...limitHeaders }).end(products(count));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startBare(target: string): Promise<string> {
  const proxy = createProxyServer({ target, changeOrigin: true });
  const server = createServer((request, response) => void proxy.web(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startJudging(baseUrl: string): Promise<string> {
  const target = parseTarget({ baseUrl, credentials: [{ token }] }, {}, "the bench");
  const progress = { found: (line: string) => void process.stderr.write(`${line}\n`) };
  const judge = new LiveJudge({
    target,
    contract: loadContract(),
    strict: false,
    failFast: false,
    isRecording: false,
    progress,
    again: "",
  });
  const onExchange = judge.add.bind(judge);
  const proxy = await startProxy({ baseUrl, port: undefined, insecure: false, onExchange });
  return proxy.baseUrl;
}

const roles = { upstream: startUpstream, bare: startBare, judging: startJudging };

async function startThread(role: keyof typeof roles, target = "") {
  const worker = new Worker(new URL(import.meta.url), { workerData: { role, target } });
  const [url] = (await once(worker, "message")) as [string];
  return { url, stop: () => worker.terminate() };
}

async function requestsPerSecond(url: string): Promise<number> {
  const pool = new Pool(url, { connections: concurrency });
  const end = performance.now() + measuredMs;
  let count = 0;
  const send = async () => {
    while (performance.now() < end) {
      const { body } = await pool.request({ path: "/v1/products", method: "GET", headers });
      await body.dump();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, send));
  await pool.close();
  return (count * 1000) / measuredMs;
}

async function measureProxy(): Promise<void> {
  const upstream = await startThread("upstream");
  const bare = await startThread("bare", upstream.url);
  const judging = await startThread("judging", upstream.url);
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const [alone, judged] = [await requestsPerSecond(bare.url), await requestsPerSecond(judging.url)];
    // The first round warms up.
    if (round > 0) ratios.push(judged / alone);
    console.log(
      `proxy: httpxy alone ${alone.toFixed(0)}/s, judging ${judged.toFixed(0)}/s, ${(judged / alone).toFixed(2)}`,
    );
  }
  console.log(`proxy: median ${median(ratios).toFixed(2)} of httpxy alone (at least 0.7)`);
  for (const thread of [judging, bare, upstream]) await thread.stop();
}

/** What a browser sends besides the token, and a server besides the limit. */
const browserHeaders = {
  accept: "*/*",
  "accept-encoding": "gzip, deflate, br, zstd",
  "accept-language": "en-US,en;q=0.9",
  connection: "keep-alive",
  host: "api.test",
  referer: "https://app.test/products",
  "sec-fetch-dest": "empty",
  "sec-fetch-mode": "cors",
  "sec-fetch-site": "same-site",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
};
const serverHeaders = { connection: "keep-alive", date: "Thu, 01 Jan 2026 00:00:00 GMT", "keep-alive": "timeout=75" };

/** As a browser records a page that reads the list of products again and again, each time another. */
function recording(count: number): string {
  const pairs = (of: object) => Object.entries(of).map(([name, value]) => ({ name, value }));
  const entries = Array.from({ length: count }, (_, at) => ({
    startedDateTime: new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString(),
    time: 12.5,
    request: {
      method: "GET",
      url: "https://api.test/v1/products",
      httpVersion: "HTTP/1.1",
      headers: pairs({ ...browserHeaders, ...headers }),
      cookies: [],
      queryString: [],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status: 200,
      statusText: "OK",
      httpVersion: "HTTP/1.1",
      headers: pairs({ "content-type": "application/json", ...serverHeaders, ...limitHeaders }),
      cookies: [],
      content: { size: -1, mimeType: "application/json", text: products(at) },
      redirectURL: "",
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0.1, wait: 12, receive: 0.4 },
  }));
  return JSON.stringify({ log: { version: "1.2", creator: { name: "bench", version: "1" }, entries } });
}

function measureJudge(): void {
  const folder = mkdtempSync(join(tmpdir(), "fpk-bench-"));
  const file = join(folder, "traffic.har");
  writeFileSync(file, recording(20_000));
  const cli = new URL("../cli.js", import.meta.url).pathname;
  const parse = `JSON.parse(require("node:fs").readFileSync(${JSON.stringify(file)}, "utf8"))`;
  const usage = `process.on("exit", () => { const { userCPUTime: u, systemCPUTime: s, maxRSS: m } = process.resourceUsage(); console.error("USAGE", (u + s) / 1e6, m / 1024) })`;
  const measured = (args: readonly string[]) => {
    const startedAt = performance.now();
    spawnSync(process.execPath, args);
    const seconds = (performance.now() - startedAt) / 1000;
    const { stderr } = spawnSync(
      process.execPath,
      ["--import", `data:text/javascript,${encodeURIComponent(usage)}`, ...args],
      { encoding: "utf8" },
    );
    const [, processor = 0, megabytes = 0] = (/USAGE (\S+) (\S+)/.exec(stderr) ?? []).map(Number);
    return { seconds, processor, megabytes };
  };
  const size = statSync(file).size / 1024 ** 2;
  const ratios: number[] = [];
  const ofProcessor: number[] = [];
  const megabytes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [bare, judged] = [measured(["-e", parse]), measured([cli, "judge", file])];
    ratios.push(judged.seconds / bare.seconds);
    ofProcessor.push(judged.processor / bare.processor);
    megabytes.push(judged.megabytes);
    console.log(
      `judge: 20,000 exchanges, ${size.toFixed(1)} MB: ${judged.seconds.toFixed(2)} s, JSON.parse ${bare.seconds.toFixed(2)} s, ${(judged.seconds / bare.seconds).toFixed(1)}`,
    );
  }
  rmSync(folder, { recursive: true });
  console.log(
    `judge: median ${median(ratios).toFixed(1)} times JSON.parse (at most 4); of processor time ${median(ofProcessor).toFixed(1)} times`,
  );
  console.log(`judge: ${median(megabytes).toFixed(0)} MB, ${(median(megabytes) / size).toFixed(1)} times the file`);
}

if (isMainThread) {
  measureJudge();
  await measureProxy();
} else {
  const { role, target } = workerData as { readonly role: keyof typeof roles; readonly target: string };
  parentPort?.postMessage(await roles[role](target));
}
