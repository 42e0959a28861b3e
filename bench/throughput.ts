/**
 * Measures the requests for each second of processor time of four servers: the reference; Express with express-openapi-validator that does
 * the same work (authentication, limiter, SQL, validation of requests and responses); the same that only validates and answers a constant
 * body; and bare Express with that body. The servers are measured in turn, so that other work on the machine slows all of them.
 *
 * `node dist/bench/throughput.js [REQUESTS]`; with REQUESTS, the reference alone serves that number, and its memory is printed.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { median } from "../cli/median.ts";

interface Server {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly productId: string;
  readonly body: string;
}

async function start(kind: string): Promise<Server> {
  const child = fork(fileURLToPath(new URL("throughput-server.js", import.meta.url)), [kind]);
  const [started] = await once(child, "message");
  return { child, ...started };
}

async function usage({
  child,
}: Server): Promise<{ readonly cpuSeconds: number; readonly rss: number; readonly heapUsed: number }> {
  child.send("usage");
  const [used] = await once(child, "message");
  return used;
}

const work = {
  "GET  a list of features": ({ productId, headers }: Server) => ({
    method: "GET" as const,
    path: `/api/v1/products/${productId}/features`,
    headers,
  }),
  "POST a submission": ({ headers, body }: Server) => ({
    method: "POST" as const,
    path: "/api/v1/feedback",
    headers,
    body,
  }),
};

/** Sends `count` requests, and resolves to how many the server answers in a second of processor time. */
async function rate(server: Server, request: Parameters<Pool["request"]>[0], count: number): Promise<number> {
  // New connections: the server may be closing those of an earlier turn.
  const pool = new Pool(new URL(server.baseUrl).origin, { connections: 16 });
  const before = await usage(server);
  let remaining = count;
  const sendAll = async () => {
    while (remaining-- > 0) {
      const { statusCode, body } = await pool.request(request);
      await body.dump();
      if (statusCode >= 300) throw new Error(`answered ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, sendAll));
  const { cpuSeconds } = await usage(server);
  await pool.close();
  return count / (cpuSeconds - before.cpuSeconds);
}

async function compare(): Promise<void> {
  const kinds = ["reference", "sameWork", "validator", "bare"] as const;
  const servers = await Promise.all(kinds.map(start));
  for (const [name, requestOf] of Object.entries(work)) {
    const rates = servers.map((): number[] => []);
    for (let round = 0; round < 6; round += 1) {
      for (const [at, server] of servers.entries()) {
        const measured = await rate(server, requestOf(server), 2000);
        // In the first round the engine still compiles.
        if (round > 0) rates[at]?.push(measured);
      }
    }
    const [reference = 0, ...others] = rates.map(median);
    const [sameWork, validator, bare] = others.map((rate) => `${rate.toFixed(0)}/s (${(reference / rate).toFixed(2)})`);
    console.log(
      `${name.padEnd(24)} reference ${reference.toFixed(0)}/s (its ratio to the others)  ` +
        `express-openapi-validator with the same work ${sameWork}  without ${validator}  bare Express ${bare}`,
    );
  }
  for (const { child } of servers) child.kill();
}

async function memory(requests: number): Promise<void> {
  const server = await start("reference");
  const requestOf = work["GET  a list of features"];
  for (let part = 0; part <= 10; part += 1) {
    if (part > 0) await rate(server, requestOf(server), requests / 10);
    const { rss, heapUsed } = await usage(server);
    const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
    console.log(
      `${String((part * requests) / 10).padStart(9)} requests  memory ${megabytes(rss)}  heap ${megabytes(heapUsed)}`,
    );
  }
  server.child.kill();
}

const [requests] = process.argv.slice(2).map(Number);
await (requests === undefined ? compare() : memory(requests));
process.exit(0);
