import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { expect, it, onTestFinished } from "vitest";
import type { Report } from "../model/report.ts";
import { checked } from "../verbs/check.test.support.ts";
import { renderHar } from "./har.ts";
import { sampleReport } from "./sample.test.report.ts";

const require = createRequire(import.meta.url);
const schemas: Record<string, object> = require("har-schema");
const ajv = new Ajv({ strict: false, schemas: Object.values(schemas), meta: false, validateSchema: false });
addFormats.default(ajv);
const validate = ajv.getSchema("har.json#");

const logOf = (report: Report) => logIn(renderHar(report));

const logIn = (text: string) => {
  const archive = JSON.parse(text);
  expect(validate?.(archive), JSON.stringify(validate?.errors)).toBe(true);
  return archive.log;
};
const [first] = sampleReport.exchanges;
const withResponse = (body: string, isUtf8 = true): Report => {
  const response = { status: 200, headers: [["content-type", "image/png"]] as const, body, isUtf8, isCut: false };
  return { ...sampleReport, exchanges: first === undefined ? [] : [{ ...first, response }] };
};

it("is valid by HAR's schema, with an entry for each exchange", () => {
  expect(logOf(sampleReport).entries).toHaveLength(sampleReport.exchanges.length);
});

it("is valid by HAR's schema for a whole run, which sends malformed paths too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fpk-har-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const report = join(folder, "run.har");
  await checked({}, { report: [report] });
  const { entries } = logIn(readFileSync(report, "utf8"));
  expect(entries.length).toBeGreaterThan(300);
  expect(entries.filter(({ request }: { request: { comment?: string } }) => request.comment !== undefined)).not.toEqual(
    [],
  );
});

it("has what went over the wire, with the credential's name in place of the token", () => {
  const { entries } = logOf(sampleReport);
  expect(entries[0]).toMatchObject({
    startedDateTime: new Date(first?.sentAt ?? 0).toISOString().replace("Z", "000Z"),
    time: 80,
    request: { method: "GET", url: "https://dev.example.com/api/v1/products" },
    response: {
      status: 200,
      statusText: "OK",
      content: { text: '{"data":[]}', mimeType: "application/json", size: 11 },
    },
    comment: expect.stringContaining("shown by limit.shared-by-keys (fail)"),
  });
  expect(entries[0].request.headers).toContainEqual({ name: "Authorization", value: "Bearer $KEY_A" });
  expect(entries[3].request.postData).toMatchObject({
    mimeType: "application/json",
    text: expect.stringContaining("🦊"),
  });
});

it.each([
  ["a path that is not percent-encoded", "/products/%zz/contexts", "/products/%25zz/contexts"],
  [
    "brackets, a space and what is not ASCII",
    "/products?a[]=x y&b=é🦊|",
    "/products?a%5B%5D=x%20y&b=%C3%A9%F0%9F%A6%8A%7C",
  ],
  ["braces", "/products/{id}", "/products/%7Bid%7D"],
  ["two fragments", "/products#a#b", "/products#a%23b"],
])("has a URI for %s, and what was sent", (_, sent, written) => {
  const [exchange] = sampleReport.exchanges;
  if (exchange === undefined) throw new Error("the sample has exchanges");
  const base = "https://dev.example.com/api/v1";
  const request = { ...exchange.request, url: base + sent };
  expect(logOf({ ...sampleReport, exchanges: [{ ...exchange, request }] }).entries[0].request).toMatchObject({
    url: base + written,
    comment: `sent: ${base}${sent}`,
  });
});

it("has status 0 and the reason if no response came", () => {
  expect(logOf(sampleReport).entries[3].response).toMatchObject({ status: 0, _error: "timed out after 30 s" });
});

it("has the parameters of the query", () => {
  const [exchange] = sampleReport.exchanges;
  if (exchange === undefined) throw new Error("the sample has exchanges");
  const request = { ...exchange.request, url: `${exchange.request.url}?a=1&b=%20x&a=2` };
  expect(logOf({ ...sampleReport, exchanges: [{ ...exchange, request }] }).entries[0].request.queryString).toEqual([
    { name: "a", value: "1" },
    { name: "b", value: " x" },
    { name: "a", value: "2" },
  ]);
});

it("has what is not text in base64", () => {
  const contentOf = (report: Report) => logOf(report).entries[0].response.content;
  const content = contentOf(withResponse("\u0089PNG\u0000\u0001"));
  expect(content).toMatchObject({ encoding: "base64" });
  expect(Buffer.from(content.text, "base64").toString()).toBe("\u0089PNG\u0000\u0001");
  expect(contentOf(withResponse("line\n\ttab\r\n🦊"))).toMatchObject({ text: "line\n\ttab\r\n🦊" });
  expect(contentOf(withResponse("bad \ufffd", false))).toMatchObject({
    encoding: "base64",
    comment: "bytes that are not UTF-8 were replaced",
    _isUtf8: false,
  });
});
