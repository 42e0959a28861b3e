import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { started } from "../start.test.support.ts";
import { openDatabase } from "./database.ts";
import { type FileSystem, realFileSystem } from "./file-system.ts";

const folder = mkdtempSync(join(tmpdir(), "data-file-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy with one bit changed. */
function changedAt(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

describe("a data file", () => {
  it("keeps what was written, and the keys of an earlier start", async () => {
    const dataFile = join(folder, "keeps");
    const first = await started({ dataFile });
    await first.send("session", "/v1/me", { method: "PUT", body: { firstName: "Kept\0🦉" } });
    await first.close();
    const second = await started({ dataFile });
    const headers = { authorization: `Bearer ${first.credential("key").token}` };
    expect((await second.send(undefined, "/v1/me", { headers })).json.firstName).toBe("Kept\0🦉");
    expect(second.target.credentials).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect(statSync(dataFile).mode & 0o077).toBe(0);
  });

  it("leaves no file of a process that was killed while it wrote a snapshot", async () => {
    const own = mkdtempSync(join(folder, "killed-"));
    const dataFile = join(own, "data");
    const first = await started({ dataFile });
    await first.close();
    const snapshots: string[] = [];
    const open: FileSystem["open"] = (path, flags) => {
      if (flags === "w") snapshots.push(path);
      return realFileSystem.open(path, flags);
    };
    for (const _ of ["again", "and again"]) {
      const next = await started({ dataFile, reset: true, fileSystem: { ...realFileSystem, open } });
      await next.close();
      writeFileSync(snapshots.at(-1) ?? "", "the half of a snapshot");
    }
    expect(new Set(snapshots).size).toBe(1);
    const last = await started({ dataFile, reset: true });
    await last.close();
    expect(readdirSync(own)).toEqual(["data"]);
  });

  it("starts afresh with reset", async () => {
    const dataFile = join(folder, "reset");
    const first = await started({ dataFile });
    await first.send("key", "/v1/me", { method: "PUT", body: { firstName: "Gone" } });
    await first.close();
    const second = await started({ dataFile, reset: true });
    expect((await second.send("key", "/v1/me")).json.firstName).toBe("Ada");
  });

  it("issues credentials on existing data only if asked, and lists those of an earlier start again", async () => {
    const dataFile = join(folder, "credentials");
    const first = await started({ dataFile });
    await first.close();
    const again = await started({ dataFile, knownCredentials: first.target.credentials, issuesCredentials: true });
    expect(again.target.credentials).toEqual(first.target.credentials);
    await again.close();
    const asked = await started({ dataFile, issuesCredentials: true });
    expect((await asked.send("key", "/v1/me")).status).toBe(200);
    expect(asked.credential("key").token).not.toBe(first.credential("key").token);
  });

  it("whose end is torn or damaged loses no more than the last batch, says so, and keeps the bytes in a file beside", async () => {
    const dataFile = join(folder, "torn");
    const first = await started({ dataFile });
    const sizes: number[] = [];
    for (const firstName of ["One", "Two"]) {
      await first.send("key", "/v1/me", { method: "PUT", body: { firstName } });
      sizes.push(statSync(dataFile).size);
    }
    await first.close();
    const bytes = readFileSync(dataFile);
    const [one = 0, two = 0] = sizes;
    const headers = { authorization: `Bearer ${first.credential("key").token}` };
    const tails: readonly (readonly [Uint8Array, string, at: number])[] = [
      [bytes.subarray(0, two - 1), "One", one],
      [bytes.subarray(0, one + 1), "One", one],
      [changedAt(bytes, one + 40), "One", one],
      [Buffer.concat([bytes.subarray(0, one), Buffer.alloc(5000)]), "One", one],
      [Buffer.concat([bytes, Buffer.alloc(1)]), "Two", two],
    ];
    for (const [index, [content, firstName, at]] of tails.entries()) {
      writeFileSync(dataFile, content);
      const warnings: string[] = [];
      const again = await started({ dataFile, warn: (sentence) => warnings.push(sentence) });
      const rest = content.subarray(at);
      const kept = `${dataFile}.rest-${index + 1}`;
      expect(warnings).toEqual([
        expect.stringMatching(
          `the last ${rest.length} bytes of ${dataFile}, from byte ${at} on, .* kept in ${kept}\\.$`,
        ),
      ]);
      expect(readFileSync(kept).equals(rest)).toBe(true);
      expect((await again.send(undefined, "/v1/me", { headers })).json.firstName).toBe(firstName);
      await again.send(undefined, "/v1/me", { method: "PUT", body: { lastName: "Kept" }, headers });
      await again.close();
      const last = await started({ dataFile, warn: (sentence) => warnings.push(sentence) });
      expect(warnings).toHaveLength(1);
      expect((await last.send(undefined, "/v1/me", { headers })).json).toMatchObject({ firstName, lastName: "Kept" });
      await last.close();
    }
  });

  it("is refused where records follow a damaged one", async () => {
    const dataFile = join(folder, "middle");
    const first = await started({ dataFile });
    const sizes: number[] = [];
    for (const firstName of ["One", "Two", "Three"]) {
      await first.send("key", "/v1/me", { method: "PUT", body: { firstName } });
      sizes.push(statSync(dataFile).size);
    }
    await first.close();
    const bytes = readFileSync(dataFile);
    const [one = 0] = sizes;
    // Its content, its length, and its checksum.
    for (const at of [one + 40, one, one + 8]) {
      const damaged = changedAt(bytes, at);
      writeFileSync(dataFile, damaged);
      await expect(started({ dataFile })).rejects.toThrow(`is damaged from byte ${one} on: it was not changed`);
      expect(readFileSync(dataFile).equals(damaged)).toBe(true);
    }
  });

  it("stays as it is where the bytes at its end cannot be kept in a file beside", async () => {
    const dataFile = join(folder, "no room");
    await (await started({ dataFile })).close();
    const torn = Buffer.concat([readFileSync(dataFile), Buffer.from("torn")]);
    writeFileSync(dataFile, torn);
    const noRoom = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    const open: FileSystem["open"] = async (path, flags) => ({
      ...(await realFileSystem.open(path, flags)),
      write: () => Promise.reject(noRoom),
    });
    const options = { dataFile, fileSystem: { ...realFileSystem, open } };
    await expect(started(options)).rejects.toThrow(`${dataFile}.rest-1 cannot be written: no space left on device.`);
    expect(readFileSync(dataFile).equals(torn)).toBe(true);
    expect(existsSync(`${dataFile}.rest-1`)).toBe(false);
  });

  it("that is a directory is refused with a sentence that says what to do", async () => {
    await expect(started({ dataFile: folder })).rejects.toThrow(
      `${folder} is a directory: choose a file in it, such as ${join(folder, "data")}.`,
    );
    expect(existsSync(`${folder}.lock`)).toBe(false);
  });

  it("may be empty at first", async () => {
    const dataFile = join(folder, "empty");
    writeFileSync(dataFile, "");
    await started({ dataFile });
    expect(statSync(dataFile).size).toBeGreaterThan(0);
  });

  it("of another program is refused and left untouched, also with reset", async () => {
    const other = await openDatabase();
    other.script("CREATE TABLE t (x)");
    const whole = join(folder, "whole");
    await (await started({ dataFile: whole })).close();
    const bytes = readFileSync(whole);
    const contents: readonly (readonly [string, Uint8Array, RegExp?])[] = [
      ["text", Buffer.from("Dear diary")],
      ["other", other.bytes()],
      ["header", Buffer.from("SQLite format 3\0")],
      ["other line", Buffer.from("fpk date 1\n")],
      ["cut", bytes.subarray(0, bytes.length / 2), /is damaged from byte 11 on/],
      [
        "changed",
        Buffer.concat([bytes.subarray(0, 1000), Buffer.alloc(10, 1), bytes.subarray(1010)]),
        /is damaged from byte/,
      ],
      ["newer", Buffer.concat([Buffer.from("fpk data 2\n"), bytes.subarray(11)]), /was written by another version/],
    ];
    for (const [name, content, problem = /is not a database of the reference/] of contents) {
      const dataFile = join(folder, name);
      writeFileSync(dataFile, content);
      for (const reset of [false, true]) {
        await expect(started({ dataFile, reset }), name).rejects.toThrow(problem);
        expect(readFileSync(dataFile).equals(content), name).toBe(true);
      }
    }
  });

  it("belongs to one process at a time", async () => {
    const dataFile = join(folder, "shared");
    const first = await started({ dataFile });
    await expect(started({ dataFile })).rejects.toThrow(`${dataFile} is in use by process ${process.pid}.`);
    await first.close();
    expect(existsSync(`${dataFile}.lock`)).toBe(false);
    // A process that is gone holds nothing: no system gives out this id, an earlier one had ours, another has its id now.
    for (const gone of ["4194305", `${process.pid}`, `${process.ppid} 1`, "", "x"]) {
      writeFileSync(`${dataFile}.lock`, gone);
      await (await started({ dataFile })).close();
    }
    writeFileSync(`${dataFile}.lock`, `${process.ppid}`);
    await expect(started({ dataFile })).rejects.toThrow(`${dataFile} is in use by process ${process.ppid}.`);
  });

  it("in a missing folder is refused with a sentence", async () => {
    const dataFile = join(folder, "nowhere", "data");
    await expect(started({ dataFile })).rejects.toThrow(`${dataFile} cannot be written: no such file or directory.`);
    expect(existsSync(dataFile)).toBe(false);
  });
});
