/** Answers that repeat a secret: in each place of a response that a report shows, in each encoding; and whether an output holds one. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { HeaderList } from "../model/exchange.ts";
import { renderExchange } from "../reports/exchange-text.ts";
import { reportExtensions } from "../reports/files.ts";
import { readReport } from "../reports/read-report.ts";
import { run as baseline } from "./baseline.ts";
import { run as compare } from "./compare.ts";
import { capture } from "./context.test.support.ts";

const eachByte = (text: string, prefix: string) =>
  [...Buffer.from(text)].map((byte) => prefix + byte.toString(16).padStart(2, "0")).join("");

type Table<T> = Readonly<Record<string, T>>;

/** Of ASCII without quotes and backslashes, so that each can stand in a JSON string as it is. */
const encodings: Table<(secret: string) => string> = {
  "as it is": (secret) => secret,
  "in upper case": (secret) => secret.toUpperCase(),
  "percent-encoded": encodeURIComponent,
  "each character percent-encoded": (secret) => eachByte(secret, "%"),
  "percent-encoded twice": (secret) => encodeURIComponent(eachByte(secret, "%")),
  "each character escaped as in JSON": (secret) => eachByte(secret, "\\u00"),
  "each character escaped as in JavaScript": (secret) => eachByte(secret, "\\\\x"),
  "in hexadecimal with spaces": (secret) => eachByte(secret, " ").trim(),
  "in hexadecimal with colons": (secret) => eachByte(secret, ":").slice(1),
  "in hexadecimal": (secret) => Buffer.from(secret).toString("hex"),
  "in base64": (secret) => Buffer.from(secret).toString("base64"),
  "in base64 without padding": (secret) => Buffer.from(secret).toString("base64").replace(/=+$/, ""),
  "in base64url": (secret) => Buffer.from(secret).toString("base64url"),
  "in base64, with others": (secret) => Buffer.from(`user:${secret}:end`).toString("base64"),
  "in base64, in lines": (secret) =>
    Buffer.from(`${"user:".repeat(9)}${secret}`)
      .toString("base64")
      .replace(/.{20}/g, "$&\\n"),
  "in base64 of base64": (secret) => Buffer.from(Buffer.from(secret).toString("base64")).toString("base64"),
  "as bytes": (secret) => [...Buffer.from(secret)].join(","),
  "as bytes, with spaces": (secret) => [...Buffer.from(secret)].join(" "),
  "in UTF-16": (secret) => [...secret].join("\\u0000"),
  "in UTF-16, in hexadecimal": (secret) => Buffer.from(secret, "utf16le").toString("hex"),
  "quoted-printable": (secret) => eachByte(secret, "="),
  "quoted-printable, in lines": (secret) => `${secret.slice(0, 6)}=\\r\\n${secret.slice(6)}`,
  "as HTML, all of it": (secret) => secret.replace(/./gs, (character) => `&#${character.charCodeAt(0)};`),
  "as HTML": (secret) => secret.replace(/\W/g, (character) => `&#${character.charCodeAt(0)};`),
};

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: string;
}

const json = (text: string, more: Partial<Answer> = {}): Partial<Answer> => ({ body: text, ...more });
const field = (name: string, value: string): Partial<Answer> => ({ headers: [[name, value]] });
const error = { status: 400 };

const places: Table<(written: string) => Partial<Answer>> = {
  "a header field": (w) => field("X-Echo", `before ${w} after`),
  "the name of a header field": (w) => (/^[\w-]+$/.test(w) ? field(`X-${w}`, "1") : {}),
  Location: (w) => field("Location", `/v1/products?page=${w}`),
  "the Location of a redirect": (w) => ({ status: 307, ...field("Location", `/v1/products?page=${w}`) }),
  "the challenge of a 401": (w) => ({ status: 401, ...field("WWW-Authenticate", `Bearer realm="${w}"`) }),
  "the media type": (w) => field("Content-Type", `application/json; of=${w}`),
  "a cookie's path": (w) => field("Set-Cookie", `lang=en; Path=/${w}`),
  "a header of the rate limit": (w) => field("X-RateLimit-Remaining", w),
  "the status line": (w) => ({ statusText: w.replace(/[^\w ]/g, "") }),
  "a string": (w) => json(`{"data":[],"echo":"${w}"}`),
  "the middle of a string": (w) => json(`{"data":[],"echo":"before${w}after"}`),
  "the name of a field": (w) => json(`{"data":[],"${w}":1}`),
  "an identifier": (w) => json(`{"data":[{"id":"${w}"},{"id":"${w}"}]}`),
  "a date": (w) => json(`{"data":[{"id":"prd_1","createdAt":"${w}"}]}`),
  "an error's text": (w) => json(`{"error":"${w}"}`, error),
  "an issue": (w) => json(`{"error":"no","issues":[{"code":"${w}","message":"${w}","path":["${w}"]}]}`, error),
  "a wrong error body": (w) => json(`{"error":["${w}"]}`, error),
  "JSON that ends too early": (w) => json(`{"data":["${w}"`),
  "a page of HTML": (w) =>
    json(`<!doctype html><title>${w}</title><p>${w}`, { status: 502, ...field("Content-Type", "text/html") }),
  "plain text": (w) => json(w, field("Content-Type", "text/plain")),
};

const limitHeaders: HeaderList = [
  ["X-RateLimit-Limit", "100"],
  ["X-RateLimit-Remaining", "99"],
  ["X-RateLimit-Reset", "60"],
];

/** Of the first secret one for each place and encoding, of the others one for each place. The fields of a place come last, so that they count. */
export const answersWith = (secrets: readonly string[]): readonly Answer[] =>
  secrets.flatMap((secret, nth) =>
    Object.values(places).flatMap((place, at) =>
      Object.values(encodings)
        .filter((_, which) => nth === 0 || which === (at + nth) % Object.keys(encodings).length)
        .map((encode) => answerOf(place(encode(secret)))),
    ),
  );

function answerOf({ headers = [], status = 200, statusText = "OK", body = '{"data":[]}' }: Partial<Answer>): Answer {
  const own = new Set(headers.map(([name]) => name.toLowerCase()));
  const usual: HeaderList = [["Content-Type", "application/json"], ...limitHeaders];
  const others = usual.filter(([name]) => !own.has(name.toLowerCase()));
  return { status, statusText, body, headers: [...others, ...headers] };
}

/** The files of a run in each format, and of its job's summary; `outputs` has them all, and what other verbs make of the report. */
export function plantedRun() {
  const folder = mkdtempSync(join(tmpdir(), "fpk-planted-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (name: string) => join(folder, name);
  const report = reportExtensions.split(", ").map((extension) => at(`report${extension}`));
  const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: at("summary.md"), XDG_CACHE_HOME: folder };
  return { folder, report, env, outputs: () => outputsIn(folder, [...report, env.GITHUB_STEP_SUMMARY]) };
}

async function outputsIn(folder: string, files: readonly string[]): Promise<Table<string>> {
  const path = join(folder, "report.json");
  const { io, printed } = capture();
  const report = readReport(path, "the report");
  const shown = report.exchanges.map((exchange) => renderExchange(report, exchange)).join("");
  const comparisons = ["md", "html"].map((extension) => join(folder, `comparison.${extension}`));
  await compare([path, path], { report: comparisons }, io);
  const known = join(folder, "known.json");
  await baseline(path, { report: known }, io);
  const written = [...files, ...comparisons, known].map((file) => [file, readFileSync(file, "utf8")]);
  return {
    ...Object.fromEntries(written),
    "fpk show": shown,
    "fpk compare and baseline": printed.stdout + printed.stderr,
  };
}

/** How each secret, or 10 characters in a row of one, is held by a text, or by what the text says in HTML or JSON. */
export function heldIn(text: string, secrets: readonly string[]): readonly string[] {
  const plain = text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => entities[name] ?? "");
  const readings = [text, plain, plain.replace(/\\+(["\\/])/g, "$1")].map((reading) => reading.toLowerCase());
  const decoded = (text.match(/[\w+/-]{12,}/g) ?? []).flatMap((word) =>
    [0, 1, 2, 3].map((offset) => Buffer.from(word.slice(offset), "base64").toString("latin1")),
  );
  return secrets.flatMap((secret) => [
    ...Object.entries(encodings).flatMap(([how, encode]) =>
      readings.some((reading) => reading.includes(encode(secret).toLowerCase())) ? [`${secret} ${how}`] : [],
    ),
    ...piecesOf(secret).flatMap((piece) => [
      ...(readings.some((reading) => reading.includes(piece.toLowerCase())) ? [`${piece} of ${secret}`] : []),
      ...(decoded.some((word) => word.includes(piece)) ? [`${piece} of ${secret} inside base64`] : []),
    ]),
  ]);
}

/** What follows the prefix of a key, 10 characters at a time. */
function piecesOf(secret: string): readonly string[] {
  const start = /^\w+?_key_/.exec(secret)?.[0].length ?? 0;
  const count = Math.max(1, secret.length - start - 9);
  return Array.from({ length: count }, (_, at) => secret.slice(start + at, start + at + 10));
}

const entities: Table<string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
