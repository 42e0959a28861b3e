import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { closedPort, folder, fpk, start } from "./cli/command.test.support.ts";
import { validateReport } from "./conformance/reports/schema.ts";
import { startAnswer } from "./conformance/testing/hostile-servers/raw.ts";

describe("fpk", () => {
  it.each([
    [["check", "--strickt"], "Did you mean --strict?"],
    [["check", "a", "b"], "too many arguments"],
    [["check", "http://127.0.0.1:9/api/v1"], "write http://127.0.0.1:9/api"],
    [["check", "ftp://example.com"], "http"],
    [["check", "--target", "nowhere.json"], "nowhere.json"],
    [["check", "http://127.0.0.1:9/api", "--key", "env:FPK_UNSET"], "FPK_UNSET is not set"],
    [["check", "--key", "env:PATH"], "--key goes with a URL"],
    [["check", "--report", "x.pdf"], ".json"],
    [["check", "--report", "no/such/folder/x.json"], "no/such/folder"],
    [["check", "--embedded", "--only", "auth.expird-key"], "auth.expird-key"],
    [["check", "--embedded", "--only", "limt"], "did you mean limit?"],
    [["check", "--embedded", "--failed", "--only", "limit"], "--failed chooses the checks by itself; leave --only out"],
    [["check", "--embedded", "--watch"], "--watch needs your own server"],
    [["check", "http://127.0.0.1:9/api", "--watch", "--json"], "--json is one; use --report"],
    [["check", "http://127.0.0.1:9/api", "--watch-file", "."], "--watch-file goes with --watch"],
    [["check", "--watch"], "--watch needs a target: a URL, or fpk.target.json"],
    [["check", "http://127.0.0.1:9/api", "--failed"], "there was no run on http://127.0.0.1:9/api yet"],
    [["check", "--embedded", "--bail", "0"], "--bail takes a whole number of at least 1"],
    [["check", "--timeout", "soon"], "--timeout takes a number"],
    [["show", "nowhere.json", "1"], "nowhere.json is not there"],
    [["report", "nowhere.json"], "the report nowhere.json is not there"],
    [["report"], "missing required argument 'report'"],
    [["compare", "nowhere.json"], "name two reports or more"],
    [["baseline", "nowhere.json"], "the report nowhere.json is not there"],
    [["check", "--embedded", "--baseline", "nowhere.json"], "--baseline nowhere.json is not there"],
    [["load", "limit", "--embedded", "--baseline", "nowhere.json"], "--baseline nowhere.json is not there"],
    [["fuzz", "--embedded", "--baseline", "nowhere.json"], "--baseline nowhere.json is not there"],
    [["check", "--overlay", "nowhere.yaml"], "nowhere.yaml"],
    [["check", "--embedded", "--sent-by", "auth.no-credentials"], "--sent-by goes with --only"],
    [
      ["check", "--embedded", "--only", "limit.headers-present", "--sent-by", "auth.no-credential"],
      "did you mean auth.no-credentials?",
    ],
    [["explain", "auth.expird-key"], "did you mean auth.expired-key?"],
    [["explain", "zzz"], "fpk explain lists the clauses"],
    [["explain", "load.answered"], "load.answered is a check of fpk load"],
    [["check", "http://127.0.0.1:9/api", "--key", "KEY_A"], "--key env:KEY_A"],
    [["serve", "--mutant", "none-such"], "none-such"],
    [["serve", "--mutant", "limit-by-key", "--mutant", "expired-key-accepted"], "One mutant at a time"],
    [["check"], "in CI a target must be named"],
    [["fuzz"], "in CI a target must be named"],
    [["check", "--embedded", "--target", "t.json"], "name two targets"],
  ] as const)("%j is refused with a sentence that says what to change", async (args, sentence) => {
    const { code, stderr, stdout } = await fpk(...args);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  it.each(["check", "serve", "explain"] as const)("%s --help teaches", async (verb) => {
    const { code, stdout } = await fpk(verb, "--help");
    expect(code).toBe(0);
    expect(stdout).toMatch(/Usage: fpk/);
  });
});

describe("fpk explain", () => {
  it.each([
    [
      ["auth.expired-key"],
      [
        "clause auth.key-expiry   §5.3 stated",
        "HTTP/1.1 401 Unauthorized\n",
        "proof: it sends 20 requests, and fails if a response contradicts the claim",
        "needs: an expired API key",
        "expired-key-accepted",
      ],
    ],
    [["auth.key-expiry"], ["check auth.expired-key"]],
    [
      ["traffic.without-credentials"],
      ["check traffic.without-credentials ", "run it: fpk judge ", "clause endpoint.authorization "],
    ],
    [["fuzz.no-server-error"], ["run it: fpk fuzz ", "clause error.no-server-error "]],
    [
      ["submission.text"],
      ["§2.11 our reading\n", "this is our interpretation of the document; it counts like a stated clause"],
    ],
    [
      ["scope.lists-disjoint"],
      ["check scope.lists-disjoint ", "other checks of the clause\n  scope.foreign-feedback-status "],
    ],
    [
      ["limit-by-key"],
      [
        "file: reference/changes/mutants/8-limits.ts",
        "run it: fpk serve --mutant limit-by-key",
        "clause limit.per-organization",
      ],
    ],
    [["limiter-token-bucket"], ["file: reference/changes/variants/8-limits.ts", "--variant limiter-token-bucket"]],
    [["joinedAt"], ["clauses\n§2.8   stated      member.fields "]],
    [
      ["Slug"],
      ["checks\n", "\nanswers.createOrganization ", "mutants\n", "\nslug-taken-500 ", "variants\nslugs-numbered "],
    ],
    [["release.status"], ["the reference's choice"]],
    [
      ["5.3"],
      [
        "auth.key-expiry",
        "auth.key-creation",
        "An expired API key is answered with 401 on every endpoint, and served in no form of a request\n    conformance/cases/5-authentication/",
        "expired-key-accepted",
      ],
    ],
    [["resource.wrapped"], ["file: conformance/laws/"]],
    [["submitFeedback"], ["clause endpoint.submitFeedback", "check answers.submitFeedback"]],
    [["invitation"], ["invitation.format", "invitation.refused "]],
    [[], ["§2.14", "limit.headers"]],
    [["--mutants"], ["limit-by-key"]],
    [["--variants"], ["limiter-token-bucket"]],
    [["--checks"], ["auth.expired-key"]],
  ] as const)("%j", async (args, parts) => {
    const { code, stdout } = await fpk("explain", ...args);
    expect(code).toBe(0);
    for (const part of parts) expect(stdout).toContain(part);
  });

  it("shows five mutants of a section and how many more there are, and all with --mutants", async () => {
    const [some, all] = await Promise.all([fpk("explain", "8"), fpk("explain", "8", "--mutants")]);
    const mutantsIn = (text: string) => text.split("mutants that prove the checks\n")[1]?.trimEnd().split("\n") ?? [];
    expect(mutantsIn(some.stdout)).toHaveLength(6);
    const hidden = mutantsIn(all.stdout).length - 5;
    expect(hidden).toBeGreaterThan(0);
    expect(mutantsIn(some.stdout)[5]).toBe(`  … and ${hidden} more: fpk explain 8 --mutants`);
  });
});

describe("fpk show", () => {
  it("shows the exchange that a failure names, and says which there are", async () => {
    const server = start(["serve", "--mutant", "expired-key-accepted", "--write-target", "shown.target.json"]);
    await server.until("stdout", "/api\n");
    const only = ["--only", "auth.expired-key", "--seed", "1", "--report", "shown report.json"];
    const checked = await fpk("check", "--target", "shown.target.json", ...only);
    const [, index = ""] = /in full +fpk show 'shown report.json' (\d+)\n/.exec(checked.stdout) ?? [];
    const { code, stdout } = await fpk("show", "shown report.json", index);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^# exchange \d+: listProducts, with KEY_\w+ of org_\w+, in \d+ ms\n# shown by auth.expired-key/,
    );
    expect(stdout).toMatch(
      /\nGET \/api\/v1\/products HTTP\/1.1\n(.+\n)*Authorization: Bearer \$KEY_\w+\n(.+\n)*\nHTTP\/1.1 200 OK\n/,
    );
    const beyond = await fpk("show", "shown report.json", "9999");
    expect(beyond.code).toBe(2);
    expect(beyond.stderr).toMatch(/^fpk show: shown report.json has no exchange "9999": its exchanges are 0 to \d+\n$/);
    const other = await fpk("show", "shown.target.json", "1");
    expect(other.stderr).toMatch(/^fpk show: the report shown.target.json is not a report of fpk check: .+\n$/);
    expect(other.code).toBe(2);
  });
});

describe("fpk load", () => {
  it("without a scenario lists them", async () => {
    const { code, stdout } = await fpk("load");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^isolation +While one organization floods/m);
  });

  it("forwards the arguments after -- to k6, and reads none of them itself", async () => {
    const { code, stderr } = await fpk("load", "limit", "--", "--json", "--summary-export=x");
    expect(code).toBe(2);
    expect(stderr).toMatch(/^fpk load: --summary-export is not forwarded to k6: /);
  });
});

describe("fpk doctor", () => {
  it("says how to get what is not here", async () => {
    const { code, stdout } = await start(["doctor"], { PATH: folder, XDG_CACHE_HOME: folder }).ended;
    expect(code).toBe(1);
    expect(stdout).toContain("✗ k6   not found; fpk load needs it");
  });
});

describe("fpk check", () => {
  it("a target file is found in the working folder", async () => {
    const file = join(folder, "fpk.target.json");
    writeFileSync(file, JSON.stringify({ baseUrl: `http://127.0.0.1:${await closedPort()}/api`, credentials: [] }));
    const { code, stderr } = await fpk("check");
    rmSync(file);
    expect(stderr).toContain("fpk.target.json");
    expect(code).toBe(3);
  });

  it("takes the place of an earlier report, and of no other file", async () => {
    const file = join(folder, "precious.json");
    writeFileSync(file, '{"baseUrl":"http://127.0.0.1:9/api","credentials":[]}');
    const { code, stderr } = await fpk("check", "--target", file, "--report", file);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("is not a report") });
    expect(readFileSync(file, "utf8")).toContain("baseUrl");
    for (const seed of ["1", "2"])
      await fpk("check", "--embedded", "--only", "auth.key-accepted", "--seed", seed, "--report", "again.json");
    expect(JSON.parse(readFileSync(join(folder, "again.json"), "utf8")).seed).toBe(2);
  });

  it("--json has the report alone on standard output", async () => {
    const { stdout } = await fpk("check", "--embedded", "--json", "--only", "auth.expired-key");
    expect(validateReport(JSON.parse(stdout))).toEqual([]);
  });

  it("ends with 3 where the target does not answer, and where something else does", async () => {
    const url = `http://127.0.0.1:${await closedPort()}/api`;
    const { code, stderr } = await fpk("check", url, "--report", "nobody.json");
    expect(code).toBe(3);
    const report = JSON.parse(readFileSync(join(folder, "nobody.json"), "utf8"));
    expect(report).toMatchObject({ conclusion: "inconclusive", exitCode: 3 });
    expect(validateReport(report)).toEqual([]);
    expect(stderr).toContain("could not be judged");
    const garbage = await startAnswer(["SSH-2.0-OpenSSH_9.2"], "");
    const judged = await fpk("check", `${garbage.url.replace(/\/$/, "")}/api`);
    await garbage.close();
    expect(judged.code).toBe(3);
    expect(judged.stdout).toContain("does not answer as this API");
  });
});

/** How a target file names a variable. */
const variable = (name: string) => `\${${name}}`;

describe("fpk init", () => {
  it("writes a target file that names variables, tries it, and overwrites nothing", async () => {
    const served = join(folder, "served.json");
    const server = start(["serve", "--port", "0", "--write-target", served]);
    const baseUrl = (await server.until("stdout", "\n")).trim();
    await server.until("stderr", served);
    const { credentials } = JSON.parse(readFileSync(served, "utf8"));
    const env = { KEY_A: credentials[0].token, KEY_A2: credentials[1].token };
    const org = credentials[0].org;
    const init = ["init", baseUrl, "--key", `KEY_A@${org}`, "--key", `KEY_A2@${org}`, "--out", "made.json"];
    const { code, stdout } = await start(init, env).ended;
    expect(code).toBe(0);
    expect(stdout).toContain("✓ can judge that keys of one organization share its limit");
    expect(stdout).toContain(
      "○ to judge that organizations are kept apart with API keys, add an API key of a second organization",
    );
    const made = readFileSync(join(folder, "made.json"), "utf8");
    expect(made).not.toContain(env.KEY_A);
    expect(JSON.parse(made)).toMatchObject({
      baseUrl,
      credentials: [
        { token: variable("KEY_A"), org },
        { token: variable("KEY_A2"), org },
      ],
    });
    const again = await start(init, env).ended;
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("--force overwrites it") });
    const unlimited = await start([...init, "--unlimited", "--force"], env).ended;
    expect(unlimited.stdout).toContain("○ not judged: that keys of one organization share its limit, since rate");
    const check = await start(["check", "--target", "made.json", "--only", "auth.no-credentials"], env).ended;
    expect(check.code).toBe(0);
  });

  it.each([
    [["init"], "give a URL"],
    [["init", "http://127.0.0.1:9/api/v1", "--key", "KEY_A"], "write http://127.0.0.1:9/api"],
    [["init", "http://127.0.0.1:9/api", "--key", "fpk_key_a-token-itself"], "named by its variable"],
    [["init", "http://127.0.0.1:9/api", "--key", "A", "--denied", "B:listFeatures"], "--denied B:listFeatures"],
    [["init", "http://127.0.0.1:9/api", "--key", "A", "--denied", "A:listFeature"], "listFeatures"],
  ] as const)("%j is refused, and nothing is written", async (args, sentence) => {
    const { code, stderr } = await fpk(...args, "--out", "never.json");
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
    expect(existsSync(join(folder, "never.json"))).toBe(false);
  });
});

describe("an overlay", () => {
  it("of the reference's own choices still holds, and another choice fails", async () => {
    const overlay = (code: string) =>
      `overlay: 1.0.0\ninfo: { title: ours, version: 1.0.0 }\nactions:\n` +
      `  - target: "$.paths['/v1/products'].get.responses['2XX']"\n    remove: true\n` +
      `  - target: "$.paths['/v1/products'].get.responses"\n` +
      `    update: { "${code}": { $ref: "#/components/responses/ProductList" } }\n`;
    for (const [code, exit] of [
      ["200", 0],
      ["201", 1],
    ] as const) {
      writeFileSync(join(folder, "mine.yaml"), overlay(code));
      const { code: ended, stdout } = await fpk(
        "check",
        "--embedded",
        "--overlay",
        "mine.yaml",
        "--only",
        "endpoint.success-codes",
      );
      expect([code, ended, exit === 0 || stdout.includes("✗ choice.success-codes")]).toEqual([code, exit, true]);
    }
    writeFileSync(join(folder, "mine.yaml"), overlay("200").replace("/v1/products'", "/v1/prodcts'"));
    expect(await fpk("check", "--embedded", "--overlay", "mine.yaml")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("prodcts"),
    });
  });
});
