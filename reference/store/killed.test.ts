/** `kill -9` at any moment: every write that was acknowledged is there. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { type Child, kill, serveInChild } from "./child.test.support.ts";

const folder = mkdtempSync(join(tmpdir(), "killed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const seed = Number(process.env.FPK_SEED ?? Date.now() % 2 ** 31);
const rounds = 15;
const writers = 6;

it(`in ${rounds} rounds (FPK_SEED=${seed})`, async () => {
  const targetFile = join(folder, "target.json");
  const args = ["--data", join(folder, "data"), "--write-target", targetFile, "--limit", "1000000"];
  let child = await serveInChild(...args);
  const key = JSON.parse(readFileSync(targetFile, "utf8")).credentials[0].token;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const send = async ({ baseUrl }: Child, path: string, init: RequestInit = {}) => {
    const response = await fetch(baseUrl + path, { headers, ...init });
    return { status: response.status, json: JSON.parse(await response.text()) };
  };
  const productId = (await send(child, "/v1/products")).json.data[0].id;
  const acknowledged: string[] = [];

  /** Submits until the server is gone. Calls `afterEach` for each acceptance. */
  async function submitUntilKilled(server: Child, afterEach: () => void): Promise<void> {
    for (;;) {
      const body = JSON.stringify({ productId, content: { body: "x".repeat(1 + acknowledged.length) } });
      const answer = await send(server, "/v1/feedback", { method: "POST", body }).catch(() => undefined);
      if (answer === undefined) return;
      expect(answer.status, JSON.stringify(answer.json)).toBe(202);
      acknowledged.push(answer.json.feedbackId);
      afterEach();
    }
  }

  for (const writesBeforeKill of fc.sample(fc.integer({ min: 1, max: 60 }), { seed, numRuns: rounds })) {
    const last = child;
    const first = acknowledged.length;
    let killed: Promise<void> | undefined;
    const afterEach = () => {
      if (acknowledged.length >= first + writesBeforeKill) killed ??= kill(last);
    };
    await Promise.all(Array.from({ length: writers }, () => submitUntilKilled(last, afterEach)));
    await killed;
    child = await serveInChild(...args);
    for (const id of acknowledged.slice(first)) {
      expect((await send(child, `/v1/feedback/${id}/status`)).status).toBe(200);
    }
  }
  expect(JSON.parse(readFileSync(targetFile, "utf8")).credentials[0].token).toBe(key);
  for (const id of acknowledged) expect((await send(child, `/v1/feedback/${id}/status`)).status).toBe(200);
  // The queue went on while the server was away: what was accepted first is processed.
  expect((await send(child, `/v1/feedback/${acknowledged[0]}/status`)).json.status).toBe("processed");
  await kill(child);
});
