import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { started } from "../start.test.support.ts";
import { openDatabase } from "./database.ts";
import { type FileSystem, realFileSystem } from "./file-system.ts";

const folder = mkdtempSync(join(tmpdir(), "data-file-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

  it("loses no more than a batch that was never acknowledged, if the end is torn", async () => {
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
    const tails: readonly (readonly [Uint8Array, string])[] = [
      [bytes.subarray(0, two - 1), "One"],
      [bytes.subarray(0, one + 1), "One"],
      [Buffer.concat([bytes.subarray(0, one), Buffer.alloc(5000)]), "One"],
      [Buffer.concat([bytes, Buffer.alloc(1)]), "Two"],
    ];
    for (const [content, firstName] of tails) {
      writeFileSync(dataFile, content);
      const again = await started({ dataFile });
      expect((await again.send(undefined, "/v1/me", { headers })).json.firstName).toBe(firstName);
      await again.send(undefined, "/v1/me", { method: "PUT", body: { lastName: "Kept" }, headers });
      await again.close();
      const last = await started({ dataFile });
      expect((await last.send(undefined, "/v1/me", { headers })).json).toMatchObject({ firstName, lastName: "Kept" });
      await last.close();
    }
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
