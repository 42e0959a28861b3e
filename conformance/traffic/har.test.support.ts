/** HARs for tests. By default an entry is a conforming response of listProducts. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { loadContract } from "../../spec/contract.ts";
import { standardTier } from "../model/rate-limit.ts";
import type { Credential, Target } from "../target-file/target.ts";
import { judgeFiles } from "./judge-files.ts";

/** Writes a file that is deleted when the test ends; returns its path. */
export function file(text: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), "fpk-har-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "traffic.har");
  writeFileSync(path, text);
  return path;
}

export const harOf = (...entries: readonly unknown[]) => file(JSON.stringify({ log: { version: "1.2", entries } }));

export const key = "acme_key_0123456789abcdef";

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

export interface EntryOptions {
  readonly method?: string;
  readonly url?: string;
  readonly at?: string;
  readonly authorization?: string | undefined;
  readonly sent?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: object;
  /** The response has only this `redirectURL`, and no headers. */
  readonly bare?: string;
}

const limitHeaders = { "X-RateLimit-Limit": "100", "X-RateLimit-Remaining": "99", "X-RateLimit-Reset": "60" };
const product = {
  id: "prd_1a2b",
  slug: "p",
  name: "P",
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
};

export const products = JSON.stringify({ data: [product] });

export function entry(options: EntryOptions = {}) {
  const {
    method = "GET",
    url = "https://api.test/v1/products",
    at = "2026-11-22T10:00:00.000Z",
    sent = {},
    body,
  } = options;
  const { status = 200, headers = {}, content = { text: products } } = options;
  const authorization = "authorization" in options ? options.authorization : `Bearer ${key}`;
  return {
    startedDateTime: at,
    time: 20,
    request: {
      method,
      url,
      headers: pairs({ ...(authorization === undefined ? {} : { authorization }), ...sent }),
      ...(body === undefined ? {} : { postData: { mimeType: "application/json", text: body } }),
    },
    response:
      options.bare === undefined
        ? { status, headers: pairs({ "content-type": "application/json", ...limitHeaders, ...headers }), content }
        : { status, headers: [], redirectURL: options.bare, content: {} },
  };
}

/** Judges the files, by default without a target file. */
export const judged = (paths: readonly string[], target: Partial<Target> = {}, strict = false) =>
  judgeFiles({
    files: paths,
    target: {
      baseUrl: "",
      credentials: [],
      rateLimit: standardTier,
      isTierAssumed: true,
      feedbackGraceSeconds: 5,
      ...target,
    },
    contract: loadContract(),
    strict,
    replayOf: () => "fpk judge",
  });

export const credential = (more: Partial<Credential> = {}): Credential => ({
  label: "KEY_A",
  token: key,
  kind: "api-key",
  expired: false,
  denied: [],
  ...more,
});
