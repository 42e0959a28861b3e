import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { started } from "../start.test.support.ts";
import { type Child, kill, serveInChild } from "./child.test.support.ts";
import { openDatabase } from "./database.ts";

const folder = mkdtempSync(join(tmpdir(), "data-file-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a data file", () => {
  it("keeps what was written, and the keys of an earlier start", async () => {
    const dataFile = join(folder, "keeps");
    const first = await started({ dataFile });
    await first.send("session", "/v1/me", { method: "PUT", body: { firstName: "Kept\0🦉" } });
    await first.close();
    const second = await started({ dataFile });
    for (const who of [first.credential("key"), second.credential("key")]) {
      const { json } = await second.send(undefined, "/v1/me", { headers: { authorization: `Bearer ${who.token}` } });
      expect(json.firstName).toBe("Kept\0🦉");
    }
    // What follows an export still keeps foreign keys: prepared statements and pragmas were made again.
    expect((await second.send("key", "/v1/products")).status).toBe(200);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect(statSync(dataFile).mode & 0o077).toBe(0);
  });

  it("starts afresh with reset", async () => {
    const dataFile = join(folder, "reset");
    const first = await started({ dataFile });
    await first.send("key", "/v1/me", { method: "PUT", body: { firstName: "Gone" } });
    await first.close();
    const second = await started({ dataFile, reset: true });
    expect((await second.send("key", "/v1/me")).json.firstName).toBe("Ada");
  });

  it("may be empty at first", async () => {
    const dataFile = join(folder, "empty");
    writeFileSync(dataFile, "");
    await started({ dataFile });
    expect(statSync(dataFile).size).toBeGreaterThan(0);
  });

  it("that is none of ours is refused and left untouched, with reset too", async () => {
    const other = await openDatabase();
    other.script("CREATE TABLE t (x)");
    const whole = join(folder, "whole");
    await (await started({ dataFile: whole })).close();
    const bytes = readFileSync(whole);
    const contents: readonly (readonly [string, Uint8Array])[] = [
      ["text", Buffer.from("Dear diary")],
      ["other", other.bytes()],
      ["cut", bytes.subarray(0, bytes.length / 2)],
      ["header", Buffer.from("SQLite format 3\0")],
    ];
    for (const [name, content] of contents) {
      const dataFile = join(folder, name);
      writeFileSync(dataFile, content);
      for (const reset of [false, true]) {
        await expect(started({ dataFile, reset }), name).rejects.toThrow(
          `${dataFile} is not a database of the reference`,
        );
        expect(readFileSync(dataFile).equals(content), name).toBe(true);
      }
    }
  });

  it("is one process's at a time", async () => {
    const dataFile = join(folder, "shared");
    const first = await started({ dataFile });
    await expect(started({ dataFile })).rejects.toThrow(`${dataFile} is in use by process ${process.pid}.`);
    await first.close();
    expect(existsSync(`${dataFile}.lock`)).toBe(false);
    // A process that is gone holds nothing; no system gives out this id.
    writeFileSync(`${dataFile}.lock`, "4194305");
    await started({ dataFile });
  });

  it("in a folder that is not there is refused in a sentence", async () => {
    const dataFile = join(folder, "nowhere", "data");
    await expect(started({ dataFile })).rejects.toThrow(`${dataFile} cannot be written: `);
    expect(existsSync(dataFile)).toBe(false);
  });
});

describe("after kill -9", () => {
  it("everything that was acknowledged is there", { timeout: 60_000 }, async () => {
    const targetFile = join(folder, "target.json");
    const args = ["--data", join(folder, "killed"), "--write-target", targetFile];
    let child = await serveInChild(...args);
    const key = JSON.parse(readFileSync(targetFile, "utf8")).credentials[0].token;
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const send = ({ baseUrl }: Child, path: string, init: RequestInit = {}) =>
      fetch(baseUrl + path, { headers, ...init });
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails if it is missing
    const json = async (response: Response): Promise<any> => response.json();
    const productId = (await json(await send(child, "/v1/products"))).data[0].id;
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const body = JSON.stringify({ productId, content: { body: `round ${round}` } });
      // The first of several answers decides when the process dies; the others may be under way.
      const answers = Array.from({ length: 5 }, async () => {
        const { feedbackId } = await json(await send(child, "/v1/feedback", { method: "POST", body }));
        acknowledged.push(feedbackId);
      });
      const settled = Promise.allSettled(answers);
      await Promise.race(answers);
      await kill(child);
      await settled;
      child = await serveInChild(...args);
      for (const id of acknowledged) expect((await send(child, `/v1/feedback/${id}/status`)).status).toBe(200);
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(3);
    await kill(child);
  });
});
