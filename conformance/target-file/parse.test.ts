import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Environment, parseTarget, readTargetFile, TargetError, targetFromFlags } from "./parse.ts";

const secret = "fpk_key_S3CRET";
const baseUrl = "https://dev.example.com/api";
const fromEnv = (name: string) => `\${${name}}`;

function rejection(attempt: () => unknown): string {
  try {
    attempt();
  } catch (error) {
    expect(error).toBeInstanceOf(TargetError);
    const message = error instanceof Error ? error.message : "";
    expect(message).not.toContain("S3CRET");
    expect(message).not.toContain("\n");
    return message;
  }
  throw new Error("nothing was refused");
}

const rejected = (json: unknown, env: Environment = {}) => rejection(() => parseTarget(json, env, "fpk.target.json"));

function fileWith(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "fpk-target-")), "fpk.target.json");
  writeFileSync(path, text);
  return path;
}

describe("a target file", () => {
  it("is parsed with its variables, labels and defaults", () => {
    const json = {
      $schema: "./target.schema.json",
      baseUrl: `${fromEnv("HOST")}/api/`,
      credentials: [
        { token: fromEnv("KEY_A"), org: "org_1" },
        { token: fromEnv("OLD"), expired: true },
        { token: "literal-session", kind: "session", denied: ["listFeatures"] },
        { token: `key_${fromEnv("TAIL")}` },
      ],
    };
    const env = { HOST: "https://dev.example.com", KEY_A: "a", OLD: "o", TAIL: "t" };
    expect(parseTarget(json, env, "x")).toEqual({
      baseUrl,
      credentials: [
        { label: "KEY_A", token: "a", kind: "api-key", org: "org_1", expired: false, denied: [] },
        { label: "OLD", token: "o", kind: "api-key", expired: true, denied: [] },
        { label: "SESSION_1", token: "literal-session", kind: "session", expired: false, denied: ["listFeatures"] },
        { label: "KEY_1", token: "key_t", kind: "api-key", expired: false, denied: [] },
      ],
      rateLimit: { limit: 100, windowSeconds: 60 },
      isTierAssumed: true,
      feedbackGraceSeconds: 5,
    });
  });

  it("may declare the limit of an organization on another tier; what it leaves out is the target's", () => {
    const credentials = [
      { token: "a", org: "org_1" },
      { token: "b", org: "org_2", rateLimit: { limit: 500 } },
      { token: "c", org: "org_2", rateLimit: { limit: 500, windowSeconds: 30 } },
    ];
    const target = parseTarget({ baseUrl, credentials, rateLimit: { windowSeconds: 30 } }, {}, "x");
    expect(target.credentials.map(({ rateLimit }) => rateLimit)).toEqual([
      undefined,
      { limit: 500, windowSeconds: 30 },
      { limit: 500, windowSeconds: 30 },
    ]);
    expect(target).not.toHaveProperty("isTierAssumed");
  });

  it("may have no credentials and no rate limit", () => {
    expect(parseTarget({ baseUrl, rateLimit: null }, {}, "x")).toMatchObject({ credentials: [], rateLimit: null });
  });

  it("never gives two credentials one label", () => {
    const credentials = [{ token: "x" }, { token: fromEnv("KEY_1") }, { token: "z" }];
    const labels = parseTarget({ baseUrl, credentials }, { KEY_1: "y" }, "x").credentials.map(({ label }) => label);
    expect(labels).toEqual(["KEY_2", "KEY_1", "KEY_3"]);
  });

  it("does not expand a variable's value again", () => {
    const { credentials } = parseTarget({ baseUrl, credentials: [{ token: fromEnv("A") }] }, { A: fromEnv("B") }, "x");
    expect(credentials[0]?.token).toBe(fromEnv("B"));
  });
});

describe("a wrong target file is rejected with its place and what to change", () => {
  const credential = (entry: object) => ({ baseUrl, credentials: [entry] });

  it.each([
    ["a list", [], "fpk.target.json: must be an object, not an array"],
    ["no base URL", {}, "fpk.target.json: the property `baseUrl` is missing; add it"],
    [
      "a mistyped base URL",
      { baseURL: baseUrl },
      "the property `baseUrl` is missing; `baseURL` is not known: rename it",
    ],
    [
      "a mistyped property",
      { baseURL: baseUrl, baseUrl },
      "fpk.target.json: the property `baseURL` is not known; did you mean `baseUrl`?",
    ],
    [
      "a property of nothing",
      credential({ token: secret, colour: 1 }),
      "/credentials/0: the property `colour` is not known; use one of `token`, `kind`",
    ],
    ["__proto__", JSON.parse(`{"baseUrl":"${baseUrl}","__proto__":{}}`), "the property `__proto__` is not known"],
    [
      "a mistyped kind",
      credential({ token: secret, kind: "apikey" }),
      "/credentials/0/kind: this value is not known; did you mean `api-key`?",
    ],
    ["another kind", credential({ token: secret, kind: "cookie" }), "use one of `api-key`, `session`"],
    [
      "a mistyped operation",
      credential({ token: secret, denied: ["getMe", "listFeature"] }),
      "/credentials/0/denied/1: this value is not known; did you mean `listFeatures`?",
    ],
    [
      "an unset variable",
      credential({ token: fromEnv("KEY_A") }),
      "/credentials/0/token: the environment variable KEY_A is not set",
    ],
    ["an inherited name", credential({ token: fromEnv("constructor") }), "variable constructor is not set"],
    [
      "a malformed variable",
      credential({ token: `${secret}$\{KEY-A}` }),
      "/credentials/0/token: `$` and `{` must be followed by",
    ],
    [
      "an expired session",
      credential({ token: secret, kind: "session", expired: true }),
      "/credentials/0/expired: a session has no expiry date in the document",
    ],
    ["an empty token", credential({ token: "" }), "/credentials/0/token: is empty"],
    ["a token that is a number", credential({ token: 5 }), "/credentials/0/token: must be a string, not a number"],
    ["a line break in a token", credential({ token: `${secret}\n` }), "the token ends in a line break; remove it"],
    ["a control character in a token", credential({ token: `${secret}\u0000x` }), "no HTTP header can carry"],
    ["a token beyond latin1", credential({ token: `${secret}\u2014x` }), "no HTTP header can carry"],
    [
      "a shell's variable as a token",
      credential({ token: "$KEY_A" }),
      `a variable is written \`${fromEnv("KEY_A")}\` here`,
    ],
    [
      "an option's variable as a token",
      credential({ token: "env:KEY_A" }),
      `a variable is written \`${fromEnv("KEY_A")}\` here`,
    ],
    [
      "two variables that are not set",
      { baseUrl, credentials: [{ token: fromEnv("NO_A") }, { token: fromEnv("NO_B") }] },
      "the environment variables NO_A, NO_B are not set; set them",
    ],
    ["a scheme in a token", credential({ token: `Bearer ${secret}` }), "begins with `Bearer`"],
    [
      "a token twice",
      { baseUrl, credentials: [{ token: secret }, { token: "b" }, { token: secret }] },
      "/credentials/2/token: the token is the same as that of credential 1",
    ],
    ["a limit of 0", { baseUrl, rateLimit: { limit: 0 } }, "/rateLimit/limit: must be >= 1"],
    ["half a request", { baseUrl, rateLimit: { limit: 1.5 } }, "/rateLimit/limit: must be an integer"],
    ["an endless limit", { baseUrl, rateLimit: { limit: Number.POSITIVE_INFINITY } }, "/rateLimit/limit: must be"],
    ["a window of 0", { baseUrl, rateLimit: { windowSeconds: 0 } }, "/rateLimit/windowSeconds: must be > 0"],
    ["a rate limit in words", { baseUrl, rateLimit: "off" }, "/rateLimit: must be an object or null, not a string"],
    [
      "an organization's limit of 0",
      credential({ token: secret, rateLimit: { limit: 0 } }),
      "/credentials/0/rateLimit/limit: must be >= 1",
    ],
    [
      "no limit for one organization",
      credential({ token: secret, rateLimit: null }),
      "/credentials/0/rateLimit: must be an object, not null",
    ],
    [
      "two limits of one organization",
      {
        baseUrl,
        credentials: [
          { token: "a", org: "o", rateLimit: { limit: 5 } },
          { token: "b", org: "o", rateLimit: { limit: 6 } },
        ],
      },
      "/credentials/1/rateLimit: is not that of credential 1, which is of the same organization",
    ],
    [
      "a limit where limiting is switched off",
      { baseUrl, rateLimit: null, credentials: [{ token: secret, rateLimit: { limit: 5 } }] },
      "/credentials/0/rateLimit: the target's `rateLimit` is null",
    ],
    ["a grace below 0", { baseUrl, feedbackGraceSeconds: -1 }, "/feedbackGraceSeconds: must be >= 0"],
  ])("%s", (_, json, message) => {
    expect(rejected(json)).toContain(message);
  });

  it("an empty variable", () => {
    expect(rejected(credential({ token: fromEnv("KEY_A") }), { KEY_A: "" })).toContain("KEY_A is empty");
  });
});

describe("a base URL", () => {
  it.each([
    ["https://dev.example.com/api/", "https://dev.example.com/api"],
    ["https://dev.example.com", "https://dev.example.com"],
    ["http://127.0.0.1:8080/", "http://127.0.0.1:8080"],
    ["http://[::1]:8080/api/", "http://[::1]:8080/api"],
    ["https://dev.example.com/v1/tenant", "https://dev.example.com/v1/tenant"],
    ["https://dev.example.com/apiv1", "https://dev.example.com/apiv1"],
  ])("%s is taken as %s", (given, taken) => {
    expect(parseTarget({ baseUrl: given }, {}, "x").baseUrl).toBe(taken);
  });

  it.each([
    ["https://dev.example.com/api/v1", "write https://dev.example.com/api", "ends in `/v1`"],
    ["[::1]:8080/api", "write http://[::1]:8080/api", "not an absolute"],
    ["http://::1:8080/api", "write it as http://[::1]:8080/api", "an IPv6 address without brackets"],
    ["fe80::1/api", "write it as http://[::1]:8080/api", "an IPv6 address without brackets"],
    ["https://dev.example.com/v1/", "write https://dev.example.com", "ends in `/v1`"],
    ["https://u:S3CRET@dev.example.com/api/v1", "write https://dev.example.com/api", "a user name or password"],
    ["https://dev.example.com/api?key=S3CRET", "write https://dev.example.com/api", "a query"],
    ["https://dev.example.com/api#S3CRET", "write https://dev.example.com/api", "a fragment"],
    ["localhost:3000/api", "write http://localhost:3000/api", "not an absolute"],
    ["dev.example.com/api", "write https://dev.example.com/api", "not an absolute"],
    ["u:S3CRET@dev.example.com", "write it as https://host/path", "not an absolute"],
    ["/api", "write it as https://host/path", "not an absolute"],
    ["ftp://dev.example.com", "write it as https://host/path", "not an absolute"],
    ["https://", "write it as https://host/path", "not an absolute"],
  ])("%s is rejected with what to write", (given, correction, reason) => {
    const message = rejected({ baseUrl: given });
    expect(message).toContain("/baseUrl: ");
    expect(message).toContain(reason);
    expect(message.endsWith(correction)).toBe(true);
  });
});

describe("readTargetFile", () => {
  it("reads a file, also one with a byte order mark", () => {
    expect(readTargetFile(fileWith(`\uFEFF{"baseUrl":"${baseUrl}"}`), {}).baseUrl).toBe(baseUrl);
  });

  it("says that there is no file", () => {
    expect(rejection(() => readTargetFile("/nowhere/fpk.target.json", {}))).toContain(
      "/nowhere/fpk.target.json: there is no such file",
    );
  });

  it("says that it is a directory", () => {
    expect(rejection(() => readTargetFile(tmpdir(), {}))).toContain("is a directory");
  });

  it("says line and column of what is not JSON, without quoting it", () => {
    const path = fileWith(`{\n  "credentials": [{ "token": "${secret}", }]\n}`);
    expect(rejection(() => readTargetFile(path, {}))).toBe(
      `${path}: is not JSON at line 2, column 46: remove the \`,\` before \`}\``,
    );
  });
});

describe("targetFromFlags", () => {
  it("takes keys from the environment and as they are", () => {
    const target = targetFromFlags({ url: `${baseUrl}/`, keys: ["env:KEY_A", "literal"], env: { KEY_A: "a" } });
    expect(target).toMatchObject({ baseUrl, rateLimit: { limit: 100, windowSeconds: 60 } });
    expect(target.credentials.map(({ label, token }) => [label, token])).toEqual([
      ["KEY_A", "a"],
      ["KEY_1", "literal"],
    ]);
  });

  it.each([
    [
      "https://dev.example.com/v1",
      [],
      "URL: the base URL ends in `/v1`, which every path already begins with; write https://dev.example.com",
    ],
    [
      "https://dev.example.com/v1/products",
      [],
      "URL: the base URL ends in the path of an endpoint, which is appended to it; write https://dev.example.com",
    ],
    [baseUrl, ["env:KEY_B"], "--key: the environment variable KEY_B is not set"],
    [baseUrl, ["env:"], "--key: `env:` must be followed by a variable's name"],
    [baseUrl, [secret, secret], "--key: the token is the same as that of credential 1"],
    [baseUrl, [""], "--key: the token is empty"],
  ])("rejects %s with %j", (url, keys, message) => {
    expect(rejection(() => targetFromFlags({ url, keys, env: {} }))).toContain(message);
  });
});
