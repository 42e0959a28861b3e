/** A disk that fails: nothing that was acknowledged is lost, and what was refused was not done. */

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { firstProduct, type Started, started } from "../start.test.support.ts";
import { openDataFile } from "./data-file.ts";
import { type Database, openDatabase } from "./database.ts";
import { type FileSystem, type OpenFile, realFileSystem } from "./file-system.ts";
import { schemaVersion } from "./schema.ts";

const folder = mkdtempSync(join(tmpdir(), "failing-disk-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Work = keyof FileSystem | keyof OpenFile;

/** A file system on which some work fails, once it is set to; a write that fails has written half. */
function failingFileSystem() {
  const codes = new Map<Work, string>();
  const counts = new Map<Work, number>();
  let calls = 0;
  let isFailingCall: (call: number, work: Work) => boolean = () => false;
  let failsWhenDone = false;
  const failing = (work: Work) => {
    counts.set(work, (counts.get(work) ?? 0) + 1);
    calls += 1;
    const code = isFailingCall(calls, work) ? "EIO" : codes.get(work);
    return code === undefined ? undefined : Object.assign(new Error(`${work} failed`), { code });
  };
  const guard =
    <A extends unknown[], R>(work: Work, does: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const error = failing(work);
      if (error === undefined) return does(...args);
      if (failsWhenDone && work !== "open") await does(...args);
      throw error;
    };
  const files: FileSystem = {
    open: guard("open", async (path, flags) => {
      const file = await realFileSystem.open(path, flags);
      return {
        async write(bytes, position) {
          const error = failing("write");
          if (error === undefined) return file.write(bytes, position);
          await file.write(failsWhenDone ? bytes : bytes.subarray(0, bytes.length / 2), position);
          throw error;
        },
        flush: guard("flush", () => file.flush()),
        truncate: guard("truncate", (length) => file.truncate(length)),
        close: () => file.close(),
      };
    }),
    read: guard("read", (path) => realFileSystem.read(path)),
    rename: guard("rename", (from, to) => realFileSystem.rename(from, to)),
    flushName: guard("flushName", (path) => realFileSystem.flushName(path)),
    remove: guard("remove", (path) => realFileSystem.remove(path)),
  };
  return {
    files,
    count: (work: Work) => counts.get(work) ?? 0,
    fail: (code: string, ...works: readonly Work[]) => {
      for (const work of works) codes.set(work, code);
    },
    /** From now on the calls fail that are chosen by their number, the next is 1; with `whenDone`, after they have done their work. */
    failCalls: (isFailing: (call: number, work: Work) => boolean, whenDone: boolean) => {
      calls = 0;
      isFailingCall = isFailing;
      failsWhenDone = whenDone;
    },
    calls: () => calls,
    heal: () => {
      codes.clear();
      isFailingCall = () => false;
    },
  };
}

const submit = async (reference: Started, productId: string, text = "x") =>
  reference.send("key", "/v1/feedback", { body: { productId, content: { body: text } } });

const firstNameOf = async (reference: Started) => (await reference.send("session", "/v1/me")).json.firstName;

it.each<[number, string, readonly Work[]]>([
  [507, "ENOSPC", ["write"]],
  [507, "EDQUOT", ["flush"]],
  [503, "EIO", ["flush"]],
  [503, "EIO", ["write", "truncate"]],
  [503, "EIO", ["write", "flush", "truncate", "open", "rename", "read"]],
])("%i where %s comes from %j", async (status, code, works) => {
  const disk = failingFileSystem();
  const dataFile = join(folder, `${status} ${works.join(" ")}`);
  const options = { dataFile, fileSystem: disk.files, limit: 1000 };
  const reference = await started(options);
  const productId = await firstProduct(reference, "key");
  const accepted = (await submit(reference, productId)).json.feedbackId;
  disk.fail(code, ...works);
  for (let sent = 0; sent < 3; sent += 1) {
    const together = [1, 2, 3].map(() => submit(reference, productId));
    const update = reference.send("session", "/v1/me", { method: "PUT", body: { firstName: "Lost" } });
    for (const answer of await Promise.all([...together, update])) {
      expect(answer.status).toBe(status);
      expect(answer.json).toEqual({ error: expect.any(String) });
      expect(answer.headers.get("x-ratelimit-remaining")).toMatch(/^\d+$/);
    }
  }
  const health = async () => (await fetch(new URL("/healthz", reference.baseUrl))).status;
  expect(await health()).toBe(503);
  disk.heal();
  // There is room again, which nobody has used yet.
  expect(await health()).toBe(200);
  expect(await firstNameOf(reference)).toBe("Ada");
  const later = (await submit(reference, productId)).json.feedbackId;
  await reference.close();
  const again = await started({ ...options, knownCredentials: reference.target.credentials });
  for (const id of [accepted, later]) expect((await again.send("key", `/v1/feedback/${id}/status`)).status).toBe(200);
  expect(await firstNameOf(again)).toBe("Ada");
});

it("is healthy again once a write is stored", async () => {
  const disk = failingFileSystem();
  const reference = await started({ dataFile: join(folder, "healthy"), fileSystem: disk.files, limit: 1000 });
  const productId = await firstProduct(reference, "key");
  disk.fail("ENOSPC", "write");
  expect((await submit(reference, productId, "x".repeat(10_000))).status).toBe(507);
  disk.heal();
  expect((await submit(reference, productId)).status).toBe(202);
  disk.fail("ENOSPC", "write");
  expect((await fetch(new URL("/healthz", reference.baseUrl))).status).toBe(200);
});

/** A small database, of which a snapshot is soon taken. */
async function smallDatabase(dataFile: string, files: FileSystem) {
  const create = async () => {
    const database = await openDatabase();
    database.script(`PRAGMA user_version = ${schemaVersion}; CREATE TABLE written (id INTEGER PRIMARY KEY, text TEXT)`);
    return database;
  };
  return (await openDataFile(dataFile, files, { create, reset: false, minChangesLength: 10_000 })).database;
}

const rowsIn = (database: Database) => database.all("SELECT id FROM written ORDER BY id").map(({ id }) => id);

/** Writes, in the middle of which a snapshot replaces the file; resolves to those that were acknowledged. */
async function write(database: Database): Promise<number[]> {
  const acknowledged: number[] = [];
  for (let id = 1; id <= 8; id += 1) {
    const text = "x".repeat(id <= 3 ? 5000 : 9 - id);
    database.transaction(() => database.run("INSERT INTO written VALUES (?, ?)", id, text));
    await database.flushed()?.then(
      () => acknowledged.push(id),
      () => {},
    );
  }
  return acknowledged;
}

/** Writes on a disk whose calls fail, and finds what is there after the next start. */
async function writeOnFailing(isFailing: (call: number, work: Work) => boolean, whenDone = false) {
  const dataFile = join(mkdtempSync(join(folder, "calls-")), "data");
  const disk = failingFileSystem();
  const database = await smallDatabase(dataFile, disk.files);
  disk.failCalls(isFailing, whenDone);
  const acknowledged = await write(database);
  const calls = disk.calls();
  const renames = disk.count("rename");
  disk.heal();
  await database.close();
  const again = await smallDatabase(dataFile, realFileSystem);
  const rows = rowsIn(again);
  await again.close();
  rmSync(dirname(dataFile), { recursive: true });
  return { acknowledged, rows, calls, renames };
}

it("each call fails in turn, or reports to have failed when it is done: what is acknowledged, and nothing else, is there", async () => {
  const whole = await writeOnFailing(() => false);
  expect(whole).toMatchObject({ acknowledged: [1, 2, 3, 4, 5, 6, 7, 8], rows: [1, 2, 3, 4, 5, 6, 7, 8], renames: 2 });
  for (const whenDone of [false, true]) {
    for (let at = 1; at <= whole.calls; at += 1) {
      const { acknowledged, rows } = await writeOnFailing((call) => call === at, whenDone);
      expect(rows, `call ${at}`).toEqual(acknowledged);
      expect(acknowledged.length).toBeGreaterThan(6);
      // There is no room for another snapshot, so that the file that is there then goes on.
      const later = await writeOnFailing((call, work) => call === at || (call > at && work === "open"), whenDone);
      expect(later.rows, `call ${at}, and no snapshot after it`).toEqual(later.acknowledged);
      // The disk does not come back: what was refused last may be there, and what was acknowledged must.
      const onward = await writeOnFailing((call) => call >= at, whenDone);
      expect(onward.rows, `call ${at} and all after it`).toEqual(expect.arrayContaining(onward.acknowledged));
    }
  }
});

it("parallel writers share a flush", async () => {
  const disk = failingFileSystem();
  const reference = await started({ dataFile: join(folder, "shared"), fileSystem: disk.files, limit: 1000 });
  const productId = await firstProduct(reference, "key");
  const before = disk.count("flush");
  await Promise.all(Array.from({ length: 50 }, () => submit(reference, productId)));
  expect(disk.count("flush") - before).toBeLessThan(40);
});

it("a server that is closed answers the requests under way, and keeps what they wrote", async () => {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let reached: () => void = () => {};
  const isFlushing = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const fileSystem: FileSystem = {
    ...realFileSystem,
    async open(path, flags) {
      const file = await realFileSystem.open(path, flags);
      const flush = () => {
        reached();
        return released.then(() => file.flush());
      };
      // A file that is there is opened so.
      return flags === "r+" ? { ...file, flush } : file;
    },
  };
  const dataFile = join(folder, "closing");
  const first = await started({ dataFile });
  await first.close();
  const knownCredentials = first.target.credentials;
  const reference = await started({ dataFile, fileSystem, knownCredentials });
  const productId = await firstProduct(reference, "key");
  const submission = submit(reference, productId);
  await isFlushing;
  const closed = reference.close();
  release();
  const { status, json, headers } = await submission;
  expect([status, headers.get("connection")]).toEqual([202, "close"]);
  await closed;
  const again = await started({ dataFile, knownCredentials });
  expect((await again.send("key", `/v1/feedback/${json.feedbackId}/status`)).status).toBe(200);
});

it("a snapshot replaces the changes when they are long, if there is room for it", async () => {
  const disk = failingFileSystem();
  const dataFile = join(folder, "snapshots");
  const reference = await started({ dataFile, fileSystem: disk.files, limit: 1000 });
  const productId = await firstProduct(reference, "key");
  const ids: string[] = [];
  const submitMegabytes = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1) {
      const { json, status } = await submit(reference, productId, "x".repeat(1_000_000));
      expect(status).toBe(202);
      ids.push(json.feedbackId);
    }
  };
  const before = disk.count("rename");
  disk.fail("ENOSPC", "rename");
  await submitMegabytes(7);
  const failed = disk.count("rename") - before;
  expect(failed).toBeGreaterThan(0);
  expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  disk.heal();
  await submitMegabytes(3);
  expect(disk.count("rename") - before - failed).toBe(1);
  await reference.close();
  const again = await started({ dataFile, limit: 1000, knownCredentials: reference.target.credentials });
  for (const id of ids) expect((await again.send("key", `/v1/feedback/${id}/status`)).status).toBe(200);
});
