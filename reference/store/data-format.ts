/**
 * The bytes of a data file: a line with the format's version, a record with a snapshot (a SQLite file), and a record for each batch
 * of changes since. A record is its length, the checksum of its content, the checksum of these two (32 bits each), and its content.
 * A file that was cut where a record ends is whole: it is what a process leaves that is killed before its next write, and no marker
 * behind the last record could tell the two apart.
 */

import { crc32 } from "node:zlib";
import type { Transaction } from "./journal.ts";

const magic = "fpk data ";
const version = 1;
const headerLength = 12;

/** What `contentsOf` finds. */
type Contents =
  | {
      readonly snapshot: Uint8Array;
      readonly transactions: readonly Transaction[];
      /** How many bytes are whole; those behind them are the last batch, which was not written whole, or is damaged. */
      readonly length: number;
    }
  | { readonly problem: "foreign" | "otherVersion" }
  | { readonly problem: "damaged"; readonly at: number };

/** A new file's bytes. */
export const snapshotBytes = (snapshot: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${magic}${version}\n`), record(snapshot)]);

/** What a batch of changes adds to the file. */
export const batchBytes = (transactions: readonly Transaction[]): Buffer =>
  record(Buffer.from(JSON.stringify(transactions)));

function record(content: Uint8Array): Buffer {
  const header = Buffer.alloc(headerLength);
  header.writeUInt32LE(content.length, 0);
  header.writeUInt32LE(crc32(content), 4);
  header.writeUInt32LE(crc32(header.subarray(0, 8)), 8);
  return Buffer.concat([header, content]);
}

/** Reads a data file. Only the last batch may be torn: each was on the disk before the next was written. */
export function contentsOf(bytes: Buffer): Contents {
  const lineEnd = bytes.subarray(0, 32).indexOf("\n");
  if (!bytes.toString("latin1", 0, magic.length).startsWith(magic) || lineEnd < 0) return { problem: "foreign" };
  if (bytes.toString("latin1", magic.length, lineEnd) !== String(version)) return { problem: "otherVersion" };
  const snapshot = contentAt(bytes, lineEnd + 1);
  if (typeof snapshot === "string") return { problem: "damaged", at: lineEnd + 1 };
  const transactions: Transaction[] = [];
  let at = lineEnd + 1 + headerLength + snapshot.length;
  while (at < bytes.length) {
    const batch = contentAt(bytes, at);
    if (batch === "torn") break;
    if (batch === "damaged") return { problem: "damaged", at };
    transactions.push(...(JSON.parse(batch.toString()) as Transaction[]));
    at += headerLength + batch.length;
  }
  return { snapshot, transactions, length: at };
}

/** The content of the record that begins at `at`. It is torn if the file ends within it, or is zeros from there on. */
function contentAt(bytes: Buffer, at: number): Buffer | "torn" | "damaged" {
  const header = bytes.subarray(at, at + headerLength);
  if (header.length < headerLength) return "torn";
  if (crc32(header.subarray(0, 8)) !== header.readUInt32LE(8)) {
    return bytes.subarray(at).every((byte) => byte === 0) ? "torn" : "damaged";
  }
  const end = at + headerLength + header.readUInt32LE(0);
  const content = bytes.subarray(at + headerLength, end);
  if (end <= bytes.length && crc32(content) === header.readUInt32LE(4)) return content;
  return end >= bytes.length ? "torn" : "damaged";
}
