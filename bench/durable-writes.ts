/**
 * Measures what a write costs as the data grows: 16 connections submit feedback to a reference with a data file, which is then started
 * again on that file. `node dist/bench/durable-writes.js [SUBMISSIONS]`; 100,000 by default.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import { startReference } from "../reference/start.ts";

const total = Number(process.argv[2] ?? 100_000);
const folder = mkdtempSync(join(tmpdir(), "fpk-bench-"));
const options = { dataFile: join(folder, "data"), limit: 1_000_000_000 };

const reference = await startReference(options);
const authorization = `Bearer ${reference.target.credentials[0]?.token}`;
const headers = { authorization, "content-type": "application/json" };
const pool = new Pool(new URL(reference.baseUrl).origin, { connections: 16 });
const products = await pool.request({ method: "GET", path: "/api/v1/products", headers });
const productId = JSON.parse(await products.body.text()).data[0].id;
const body = JSON.stringify({ productId, content: { body: "It squeaks.", title: "Squeak", bodyFormat: "markdown" } });

/** Sends submissions. Resolves to how long each of them took, in milliseconds, the shortest first. */
async function submit(count: number): Promise<number[]> {
  const times: number[] = [];
  let remaining = count;
  const submitAll = async () => {
    while (remaining-- > 0) {
      const sentAt = performance.now();
      const response = await pool.request({ method: "POST", path: "/api/v1/feedback", headers, body });
      await response.body.dump();
      if (response.statusCode !== 202) throw new Error(`answered ${response.statusCode}`);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: 16 }, submitAll));
  return times.sort((a, b) => a - b);
}

await submit(1000);
for (let part = 1; part <= 10; part += 1) {
  const { user, system } = process.cpuUsage();
  const times = await submit(total / 10);
  const spent = process.cpuUsage({ user, system });
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1).padStart(6);
  const perWrite = (spent.user + spent.system) / 1000 / times.length;
  console.log(
    `${String((part * total) / 10).padStart(7)} submissions  processor ${perWrite.toFixed(2)} ms each  median ${at(0.5)} ms  ` +
      `99 % ${at(0.99)} ms  longest ${at(1)} ms  file ${(statSync(options.dataFile).size / 1e6).toFixed(0)} MB`,
  );
}
await pool.close();
await reference.close();
const startedAt = performance.now();
const again = await startReference(options);
console.log(`a start on this file: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
await again.close();
rmSync(folder, { recursive: true });
process.exit(0);
