import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createRecorder } from "../../conformance/client/recorder.ts";
import { readConsole } from "./read-console.ts";

const folder = mkdtempSync(join(tmpdir(), "fpk-console-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("a response is of a valid request, unless its line says another intent", async () => {
  const line = {
    fpk: "response",
    operation: "listFeatures",
    credential: "KEY_B",
    request: { method: "GET", url: "https://dev.example.com/api/v1/products/p/features", headers: [], body: "" },
    sentAt: 1,
    receivedAt: 2,
    status: 404,
    headers: {},
    bodyName: "1-1",
    body: "{}",
  };
  const path = join(folder, "intents");
  const lines = [line, { ...line, intent: "foreign-id" }, { ...line, intent: "another" }];
  writeFileSync(path, lines.map((each) => `${JSON.stringify(each)}\n`).join(""));
  const { records, unreadable } = await readConsole(path, createRecorder([]));
  expect(records.map(({ intent }) => intent)).toEqual(["valid", "foreign-id"]);
  expect(unreadable).toBe(1);
});

it("keeps no cookie that the target set, also where a body repeats it", async () => {
  const sent = {
    operation: "listProducts",
    credential: "KEY_A",
    request: { method: "GET", url: "https://dev.example.com/api/v1/products", headers: [], body: "" },
    sentAt: 1,
    receivedAt: 2,
  };
  const session = "0123456789abcdefghij/";
  const body = JSON.stringify([session, encodeURIComponent(session)]);
  const cookie = { "Set-Cookie": `sid=${session}; HttpOnly` };
  const response = { status: 200, headers: Object.entries(cookie), body, isUtf8: true, isCut: false };
  const lines = [
    { fpk: "response", ...sent, status: 200, headers: cookie, bodyName: "1-1", body },
    { fpk: "exchange", ...sent, kind: "api-key", intent: "valid", organization: "A", response },
  ];
  const path = join(folder, "console");
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const { records, unreadable } = await readConsole(path, createRecorder([]));
  expect(unreadable).toBe(0);
  expect(records.map((record) => record.response?.headers)).toEqual([
    [["Set-Cookie", "[redacted]"]],
    [["Set-Cookie", "[redacted]"]],
  ]);
  const redacted = '["$COOKIE_1","$COOKIE_1"]';
  expect(records.map((record) => record.response?.body)).toEqual([redacted, redacted]);
});
