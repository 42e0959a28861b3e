/** A disk that fails: nothing that was acknowledged is lost, and what was refused was not done. */

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { firstProduct, type Started, started } from "../start.test.support.ts";
import { type FileSystem, type OpenFile, realFileSystem } from "./file-system.ts";

const folder = mkdtempSync(join(tmpdir(), "failing-disk-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Work = keyof FileSystem | keyof OpenFile;

/** A file system on which some work fails, once it is set to; a write that fails has written half. */
function failingFileSystem() {
  const codes = new Map<Work, string>();
  const counts = new Map<Work, number>();
  const failing = (work: Work) => {
    counts.set(work, (counts.get(work) ?? 0) + 1);
    const code = codes.get(work);
    return code === undefined ? undefined : Object.assign(new Error(`${work} failed`), { code });
  };
  const guard =
    <A extends unknown[], R>(work: Work, does: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const error = failing(work);
      if (error === undefined) return does(...args);
      throw error;
    };
  const files: FileSystem = {
    open: guard("open", async (path, flags) => {
      const file = await realFileSystem.open(path, flags);
      return {
        async write(bytes, position) {
          const error = failing("write");
          if (error === undefined) return file.write(bytes, position);
          await file.write(bytes.subarray(0, bytes.length / 2), position);
          throw error;
        },
        flush: guard("flush", () => file.flush()),
        truncate: guard("truncate", (length) => file.truncate(length)),
        close: () => file.close(),
      };
    }),
    read: guard("read", (path) => realFileSystem.read(path)),
    rename: guard("rename", (from, to) => realFileSystem.rename(from, to)),
    remove: guard("remove", (path) => realFileSystem.remove(path)),
  };
  return {
    files,
    count: (work: Work) => counts.get(work) ?? 0,
    fail: (code: string, ...works: readonly Work[]) => {
      for (const work of works) codes.set(work, code);
    },
    heal: () => codes.clear(),
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
  const health = await fetch(new URL("/healthz", reference.baseUrl));
  expect(health.status).toBe(works.includes("read") ? 503 : 200);
  disk.heal();
  // The first write after a disk that could not even be read may still fail.
  await submit(reference, productId);
  expect(await firstNameOf(reference)).toBe("Ada");
  const later = (await submit(reference, productId)).json.feedbackId;
  await reference.close();
  const again = await started({ ...options, knownCredentials: reference.target.credentials });
  for (const id of [accepted, later]) expect((await again.send("key", `/v1/feedback/${id}/status`)).status).toBe(200);
  expect(await firstNameOf(again)).toBe("Ada");
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
