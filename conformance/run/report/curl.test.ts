import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visible } from "../../../cli/visible-text.ts";
import type { CredentialKind, ExchangeRecord, ExchangeRequest } from "../../model/exchange.ts";
import { curlOf, curlOnOneConnection } from "./curl.ts";

const url = "https://dev.example.com/api/v1/feedback";
const json = [["content-type", "application/json"]] as const;

function exchange(
  request: Partial<ExchangeRequest>,
  kind: CredentialKind = "api-key",
  credential = "KEY_A",
): ExchangeRecord {
  const whole = { method: "GET", url, headers: [], body: "", ...request };
  return { index: 0, intent: "valid", request: whole, kind, credential, sentAt: 0, receivedAt: 1 };
}

/** What a curl of this name is given by bash: its arguments, and its standard input. */
function run(command: string, locale = "C.UTF-8"): { arguments: string[]; input: Buffer } {
  const script = `curl() { printf '%s\\0' "$@"; printf '\\0'; case " $* " in *" @- "*) cat;; esac; }\n${command}`;
  const env = { PATH: process.env.PATH, LC_ALL: locale, KEY_A: "the-token" };
  const { stdout, stderr, status } = spawnSync("bash", ["--norc", "-c", script], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  expect({ stderr: stderr.toString(), status }).toEqual({ stderr: "", status: 0 });
  const end = stdout.indexOf("\0\0");
  return { arguments: stdout.subarray(0, end).toString().split("\0"), input: stdout.subarray(end + 2) };
}

function following(option: string, args: readonly string[]): string[] {
  return args.filter((_, at) => args[at - 1] === option);
}

describe("curlOf", () => {
  it("is short for a plain read, also of a browser", () => {
    const headers = ["User-Agent", "sec-ch-ua-mobile", "Sec-Fetch-Mode"].map((name) => [name, "x"] as const);
    expect(curlOf(exchange({ headers }))).toBe(`curl -i -H "Authorization: Bearer $KEY_A" ${url}`);
  });

  it("sends the method, the headers and the body", () => {
    const command = curlOf(exchange({ method: "POST", headers: json, body: '{"a":"it\'s"}' }));
    expect(command).toBe(
      `curl -i -X POST -H "Authorization: Bearer $KEY_A" -H 'content-type: application/json' --data-raw '{"a":"it'\\''s"}' ${url}`,
    );
    expect(following("-H", run(command).arguments)).toEqual([
      "Authorization: Bearer the-token",
      "content-type: application/json",
    ]);
  });

  it("creates another organization than the run did", () => {
    const create = (status: number) => {
      const body = '{"name":"It\'s","slug":"fpk-a1-b2"}';
      const response = { status, headers: [], body: "", bodySize: 0, isUtf8: true, isCut: false };
      const command = curlOf({
        ...exchange({ method: "POST", headers: json, body }),
        operation: "createOrganization",
        response,
      });
      return following("--data-raw", run(command).arguments)[0];
    };
    expect(create(201)).toMatch(/^\{"name":"It's","slug":"fpk-a1-b2-\d+"\}$/);
    expect(create(400)).toBe('{"name":"It\'s","slug":"fpk-a1-b2"}');
  });

  it("presents what was presented", () => {
    const authorization = (kind: CredentialKind, label: string) =>
      following("-H", run(curlOf(exchange({}, kind, label))).arguments);
    expect(authorization("none", "")).toEqual([]);
    expect(authorization("unknown", "unknown")).toEqual(["Authorization: Bearer unknown"]);
    expect(authorization("unknown", "")).toEqual(["Authorization: Bearer unknown"]);
    const similar = `\${KEY_A:0:5}7`;
    expect(authorization("unknown", similar)).toEqual(["Authorization: Bearer the-t7"]);
    expect(authorization("malformed", "Basic $x'y")).toEqual(["Authorization: Basic $x'y"]);
    expect(authorization("expired", "KEY_A")).toEqual(["Authorization: Bearer the-token"]);
    expect(curlOf(exchange({}, "session", "1; rm -rf x"))).toContain('"Authorization: Bearer $_1__rm__rf_x"');
  });

  it("keeps curl from reading a URL or a body its own way", () => {
    expect(curlOf(exchange({ url: `${url}/[1-9]{a}` }))).toContain("--globoff");
    expect(curlOf(exchange({ url: `${url}/../x` }))).toContain("--path-as-is");
    expect(curlOf(exchange({ method: "POST", body: "x" }))).toContain("-H 'content-type:'");
    expect(curlOf(exchange({ method: "HEAD" }))).toMatch(/^curl -i --head /);
    expect(curlOf(exchange({ body: "x" }))).toContain("-X GET");
  });

  it.each(["x", "~"])(
    "writes a long run of %s by its length, and names a file for what is long without one",
    (character) => {
      const body = `{"it's":"${character.repeat(100_000)}","é":1}`;
      const command = curlOf(exchange({ method: "POST", headers: json, body }));
      expect(command.length).toBeLessThan(300);
      expect(run(command).input.toString()).toBe(body);
      const other = curlOf(exchange({ method: "POST", headers: json, body: "xy".repeat(50_000) }));
      expect(other).toContain("--data-binary @FILE-OF-100000-BYTES");
      expect(other.length).toBeLessThan(300);
    },
  );

  const hostile = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        "'",
        '"',
        "\\",
        "$",
        "`",
        "!",
        "\n",
        "\r",
        "\t",
        "%",
        "\u001b",
        "\u202e",
        "0",
        "7",
        "x",
        "é",
        "🦊",
      ),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
    minLength: 1,
  });

  it.each(["C", "C.UTF-8"])("survives bash with any text, on one visible line, in the locale %s", (locale) => {
    fc.assert(
      fc.property(hostile, hostile, (body, tail) => {
        fc.pre(!body.includes("\0") && !tail.includes("\0"));
        const command = curlOf(exchange({ method: "PUT", url: `${url}/${tail}`, headers: json, body }));
        expect(visible(command)).toBe(command);
        const { arguments: args } = run(command, locale);
        expect(following("--data-raw", args)).toEqual([Buffer.from(body).toString()]);
        expect(args.at(-1)).toBe(Buffer.from(`${url}/${tail}`).toString());
      }),
    );
  });

  it("pipes in a body that no argument can hold", () => {
    fc.assert(
      fc.property(hostile, hostile, (head, tail) => {
        const body = `${head}\0${tail}`;
        const { arguments: args, input } = run(curlOf(exchange({ method: "POST", headers: json, body })));
        expect(following("--data-binary", args)).toEqual(["@-"]);
        expect(input.toString()).toBe(Buffer.from(body).toString());
      }),
      { numRuns: 40 },
    );
  });
});

describe("curlOnOneConnection", () => {
  it("sends two requests by one command, but for a body that would take the input of both", () => {
    const first = exchange({ method: "POST", headers: json, body: "{}" }, "none", "");
    const post = `curl -i -X POST -H 'content-type: application/json' --data-raw '{}' ${url}`;
    expect(curlOnOneConnection(first, exchange({}))).toBe(`${post} --next -i -H "Authorization: Bearer $KEY_A" ${url}`);
    const piped = exchange({ method: "POST", headers: json, body: "\0" });
    expect(curlOnOneConnection(first, piped)).toBe(`${post}; ${curlOf(piped)}`);
  });
});
