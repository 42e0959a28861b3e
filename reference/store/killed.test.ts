/** `kill -9` at random moments, whatever the server is doing then: every write that was acknowledged is there. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { seededDatabase } from "../seed/seed.ts";
import { type Child, kill, serveInChild } from "./child.test.support.ts";
import { openDataFile } from "./data-file.ts";
import { realFileSystem } from "./file-system.ts";
import { allInvitations } from "./invitations.ts";

const folder = mkdtempSync(join(tmpdir(), "killed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const seed = Number(process.env.FPK_SEED ?? Date.now() % 2 ** 31);
const rounds = 14;

/** How long the server may write, in milliseconds, and how long its texts are: with long ones it writes snapshots meanwhile. */
const life = fc.record({ ms: fc.integer({ min: 0, max: 600 }), textLength: fc.constantFrom(1, 100, 400_000) });

it(`in ${rounds} rounds (FPK_SEED=${seed})`, async () => {
  const targetFile = join(folder, "target.json");
  const args = ["--data", join(folder, "data"), "--write-target", targetFile, "--limit", "1000000"];
  let child = await serveInChild(...args);
  /** A session, because a key does not show the organizations that it creates. */
  const { token, org } = JSON.parse(readFileSync(targetFile, "utf8")).credentials[2];
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const send = async ({ baseUrl }: Child, path: string, init: RequestInit = {}) => {
    const response = await fetch(baseUrl + path, { headers, ...init });
    const text = await response.text();
    return { status: response.status, json: text === "" ? undefined : JSON.parse(text) };
  };
  const productId = (await send(child, "/v1/products")).json.data[0].id;
  const firstSubmission = { method: "POST", body: JSON.stringify({ productId, content: { body: "First" } }) };
  const first: string = (await send(child, "/v1/feedback", firstSubmission)).json.feedbackId;
  const submissions: string[] = [first];
  const organizations: string[] = [];
  const invited: string[] = [];
  /** The number of the last profile update that was acknowledged, and of the last that was sent. */
  const profile = { acknowledged: 0, sent: 0 };
  let names = 0;
  let total = 0;

  /** Sends what `next` makes until the server is gone, and passes on what is acknowledged. */
  async function writeUntilKilled(
    server: Child,
    next: () => { method: string; path: string; body: unknown },
    acknowledge: (json: { readonly id: string; readonly feedbackId: string }) => void,
  ): Promise<void> {
    for (;;) {
      const { method, path, body } = next();
      const answer = await send(server, path, { method, body: JSON.stringify(body) }).catch(() => undefined);
      if (answer === undefined) return;
      expect(answer.status, JSON.stringify(answer.json)).toBeLessThan(300);
      acknowledge(answer.json);
      total += 1;
    }
  }

  const writers = (server: Child, textLength: number): Promise<void>[] => {
    const text = "x".repeat(textLength);
    const submission = { method: "POST", path: "/v1/feedback", body: { productId, content: { body: text } } };
    const submit = () =>
      writeUntilKilled(
        server,
        () => submission,
        ({ feedbackId }) => submissions.push(feedbackId),
      );
    const create = () => {
      names += 1;
      return { method: "POST", path: "/v1/organizations", body: { name: "New", slug: `new-${names}` } };
    };
    const update = () => {
      profile.sent += 1;
      return { method: "PUT", path: "/v1/me", body: { lastName: String(profile.sent) } };
    };
    let email = "";
    const invite = () => {
      names += 1;
      email = `new-${names}@example.com`;
      return { method: "POST", path: `/v1/organizations/${org}/invite`, body: { email } };
    };
    return [
      submit(),
      submit(),
      submit(),
      writeUntilKilled(server, create, ({ id }) => organizations.push(id)),
      writeUntilKilled(server, invite, () => invited.push(email)),
      writeUntilKilled(server, update, () => {
        profile.acknowledged = profile.sent;
      }),
    ];
  };

  const expectKept = async (ids: readonly string[], pathOf: (id: string) => string) => {
    for (const id of ids) expect((await send(child, pathOf(id))).status, id).toBe(200);
  };
  const statusOf = (id: string) => `/v1/feedback/${id}/status`;
  const organizationOf = (id: string) => `/v1/organizations/${id}`;

  for (const { ms, textLength } of fc.sample(life, { seed, numRuns: rounds })) {
    const writing = Promise.all(writers(child, textLength));
    await delay(ms);
    await kill(child);
    await writing;
    child = await serveInChild(...args);
    // Updates since the last that was acknowledged may have been stored, and their answers lost.
    const lastName = (await send(child, "/v1/me")).json.lastName;
    if (profile.acknowledged > 0) {
      expect(Number(lastName)).toBeGreaterThanOrEqual(profile.acknowledged);
      expect(Number(lastName)).toBeLessThanOrEqual(profile.sent);
    }
  }
  expect(total).toBeGreaterThan(0);
  expect(JSON.parse(readFileSync(targetFile, "utf8")).credentials[2].token).toBe(token);
  await expectKept(submissions, statusOf);
  await expectKept(organizations, organizationOf);
  // The queue went on while the server was away: what was accepted first is processed.
  expect((await send(child, statusOf(first))).json.status).toBe("processed");
  await kill(child);
  // No endpoint shows invitations.
  expect(invited).not.toEqual([]);
  const options = { create: seededDatabase, reset: false };
  const { database } = await openDataFile(join(folder, "data"), realFileSystem, options);
  expect(allInvitations(database, org).map(({ email }) => email)).toEqual(expect.arrayContaining(invited));
  await database.close();
});
