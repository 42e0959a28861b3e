/** One request of a report as a command that a person can paste into a shell. */
import { replaceInvisible, visible } from "../../../cli/visible-text.ts";
import type { ExchangeRecord } from "../../model/exchange.ts";
import { shellVariableOf } from "../../model/shell-variable.ts";
import { isUndisclosed } from "../../model/undisclosed.ts";
import { isSecretHeader } from "../../redaction/secret-headers.ts";

/** Headers that curl sets itself, that would make the output unreadable, or that only a browser sends. */
const leftOut = /^(?:accept-encoding|authorization|connection|content-length|host|user-agent|sec-(?:ch|fetch)-.*)$/i;

/**
 * The request on one line, safe to paste into bash or zsh: `curl -i -X POST -H "Authorization: Bearer $KEY_A" …`.
 *
 * - A credential of the target is the shell variable that its label names; the token is never in the command.
 * - `none`: no `Authorization`. `unknown`: `Authorization: Bearer unknown`, with the exchange's label as the token, which
 *   may be a part of an issued one: `Bearer ${KEY_A:0:20}`. `malformed`: the header as it was sent, such as
 *   `Authorization: Bearer`.
 * - A body that holds a NUL, which no argument can, is piped in by `printf`; of a long run of one character only the
 *   length is in the command. Any other body of more than 64 KiB is to be in a file.
 */
export function curlOf(exchange: ExchangeRecord): string {
  const { method, url, body } = exchange.request;
  const words = ["curl -i"];
  if (/[[\]{}]/.test(url)) words.push("--globoff");
  if (/\/(\.|%2e){1,2}(\/|\?|$)/i.test(url)) words.push("--path-as-is");
  if (method === "HEAD") words.push("--head");
  else if (method !== "GET" || body !== "") words.push(`-X ${word(method)}`);
  words.push(...authorization(exchange), ...headers(exchange));
  const run = longRun.exec(body)?.[0];
  const isInFile = body.length - (run?.length ?? 0) > maxLength;
  const isPiped = !isInFile && (run !== undefined || body.includes("\0"));
  if (isInFile) words.push(`--data-binary @FILE-OF-${Buffer.byteLength(body)}-BYTES`);
  else if (isPiped) words.push("--data-binary @-");
  else if (body !== "") words.push(`--data-raw ${withFreeSlug(exchange, quote(body))}`);
  words.push(word(url));
  return isPiped ? `${written(body, run)} | ${words.join(" ")}` : words.join(" ");
}

/** Two requests on one line. curl sends the second over the connection of the first, if the server keeps it open. */
export function curlOnOneConnection(first: ExchangeRecord, second: ExchangeRecord): string {
  const [before, after] = [curlOf(first), curlOf(second)];
  const isPiped = !after.startsWith("curl ");
  return isPiped ? `${before}; ${after}` : `${before} --next${after.slice("curl".length)}`;
}

/** A GET that prints the status and the headers of the response. */
const showingHeaders = (exchange: ExchangeRecord) => curlOf(exchange).replace(/^curl -i/, "curl -s -o /dev/null -D -");

/** Sends a GET `times` times, and prints the status and the headers of each response. `pause`: seconds after each. */
export const curlRepeated = (exchange: ExchangeRecord, times: number, pause = 0) =>
  `for i in $(seq ${times}); do ${showingHeaders(exchange)};${pause === 0 ? "" : ` sleep ${pause};`} done`;

/** For `grep`: the status alone, or with `X-RateLimit-Remaining`. */
export type Counted = "-i ^http/" | "-iE '^(http/|x-ratelimit-remaining)'";

/** Sends a GET `times` times, ten in parallel, and counts the responses with each status, or with each value of `X-RateLimit-Remaining`, too. */
export const curlInParallel = (exchange: ExchangeRecord, times: number, counted: Counted) =>
  `seq ${times} | xargs -P 10 -I@@ ${showingHeaders(exchange)} | grep ${counted} | sort | uniq -c`;

/** A slug that the run took is taken when a person sends the command: the seconds of the clock make it another. */
function withFreeSlug({ operation, response }: ExchangeRecord, quoted: string): string {
  const isTaken = operation === "createOrganization" && response !== undefined && response.status < 300;
  return isTaken ? quoted.replace(/("slug":"fpk-[a-z0-9-]+)("\}')$/, "$1-'$(date +%s)'$2") : quoted;
}

const maxLength = 64 * 1024;

const longRun = /([A-Za-z0-9~])\1{4095,}/;

/** A command that writes the body to standard output. */
function written(body: string, run: string | undefined): string {
  const print = (text: string) => `printf '${text.replace(notForPrintf, octal)}'`;
  if (run === undefined) return print(body);
  const [before = "", after = ""] = [body.slice(0, body.indexOf(run)), body.slice(body.indexOf(run) + run.length)];
  return `{ ${print(before)}; head -c ${run.length} /dev/zero | tr '\\0' '${run.charAt(0)}'; ${print(after)}; }`;
}

function authorization({ kind, credential, request }: ExchangeRecord): string[] {
  if (kind === "none") return [];
  const isElsewhere = request.headers.some(([name]) => isSecretHeader(name));
  if (isUndisclosed(credential) && isElsewhere) return [];
  if (kind === "unknown") {
    const header = `Authorization: Bearer ${credential || kind}`;
    return [`-H ${isShellExpression(credential) ? `"${header}"` : quote(header)}`];
  }
  if (kind === "malformed") return [`-H ${quote(`Authorization: ${credential || kind}`)}`];
  return [`-H "Authorization: Bearer $${shellVariableOf(credential)}"`];
}

/** Whether a label is what `similar-tokens.ts` writes for a changed token, such as `${KEY_A:0:8}x`. */
const isShellExpression = (label: string) => /^(?:[\w.]|\$\{\w+:\d+:\d+\})+$/.test(label) && label.includes("$");

function headers({ request }: ExchangeRecord): string[] {
  const kept = request.headers.filter(([name]) => !leftOut.test(name));
  const options = kept.map(([name, value]) => {
    // A known token in a header other than Authorization.
    if (isSecretHeader(name) && /^\$[A-Z]\w*$/.test(value)) return `-H "${name}: ${value}"`;
    return `-H ${quote(value === "" ? `${name};` : `${name}: ${value}`)}`;
  });
  // By default, curl labels a body as a form.
  const isTyped = kept.some(([name]) => name.toLowerCase() === "content-type");
  return request.body === "" || isTyped ? options : [...options, "-H 'content-type:'"];
}

/** Unchanged if the shell takes it literally, else quoted. */
function word(text: string): string {
  return /^[\w:/.,%-]+$/.test(text) ? text : quote(text);
}

/** In single quotes; if it has characters that one line does not show, as `$'…'` with their bytes in octal. */
function quote(text: string): string {
  const wellFormed = Buffer.from(text).toString();
  if (visible(wellFormed) === wellFormed) return `'${wellFormed.replaceAll("'", "'\\''")}'`;
  return `$'${replaceInvisible(wellFormed.replace(/[\\']/g, "\\$&"), octal)}'`;
}

/** Characters that a format of `printf` needs in octal, which every `printf` knows. */
const notForPrintf = /[^A-Za-z0-9 ,:{}"]/gu;

function octal(character: string): string {
  return [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
