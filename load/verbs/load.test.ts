import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { UsageError } from "../../cli/usage-error.ts";
import type { Report, Result } from "../../conformance/model/report.ts";
import { validateReport } from "../../conformance/reports/schema.ts";
import { type StandIns, standIns } from "../../conformance/tools/stand-in.test.support.ts";
import { defineMutant } from "../../reference/changes/mutants/mutant.ts";
import { replace } from "../../reference/changes/seams/replace.ts";
import { startReference } from "../../reference/start.ts";
import { scenarioNames } from "../in-k6/plans.ts";
import { authFaults } from "../scenarios/auth-faults.test.support.ts";
import { describeWithK6 } from "../scenarios/run.test.support.ts";
import { type Bench, createBench, type LoadArguments, realK6, tiny } from "./load-bench.test.support.ts";

let bench: Bench;
let tools: StandIns;
beforeAll(async () => {
  bench = createBench(await startReference({ limit: 100_000, windowSeconds: 60 }));
  tools = standIns();
});
afterAll(async () => {
  await bench.close();
  tools.remove();
});

/** The number of requests before k6 starts, with the reference's credentials. */
const before = 11;

/** Nothing that a run writes contains these. */
const tokens = () => bench.reference.target.credentials.map(({ token }) => token);
const expectNoToken = (text: string) => {
  for (const token of tokens()) expect(text).not.toContain(token);
};

describe("fpk load, before anything is sent", () => {
  it("without a scenario lists all scenarios with their claims", async () => {
    const { exitCode, stdout } = await bench.load({});
    expect(exitCode).toBe(0);
    for (const name of scenarioNames) expect(stdout).toMatch(new RegExp(`^${name} +\\S.{30}`, "m"));
  });

  const limit = (options: LoadArguments["options"] = {}): LoadArguments => ({ scenario: "limit", options });
  const remote = "http://192.0.2.1/api";
  const out = ["--out", "json=points.json"];

  it.each<[string, LoadArguments, string]>([
    ["a host that is not confirmed", { ...limit(), url: remote }, "add --confirm-host 192.0.2.1"],
    ["the confirmation of another host", { ...limit({ confirmHost: "x" }), url: remote }, "is not the host"],
    ["a wrong --latency", limit({ target: "nowhere.json", latency: ["p95"] }), "--latency takes thresholds"],
    ["a URL as a folder", { options: { judge: ["records", "http://127.0.0.1:9/api"] } }, "put the URL before it"],
    ["an option of the launcher", { ...limit(), forwardedArgs: ["--summary-export=x"] }, "is not forwarded"],
    ["pods without manifests", limit({ parallelism: "2" }), "--parallelism goes with --kubernetes"],
    ["instances of pods", limit({ kubernetes: true, instances: "2" }), "with --kubernetes it is --parallelism"],
    ["too many processes", limit({ instances: "1000" }), "takes at most 64"],
    ["half a process", limit({ instances: "0.5" }), "--instances takes a whole number"],
    [
      "one output file of several processes",
      { ...limit({ instances: "2" }), forwardedArgs: out },
      "of several instances",
    ],
    ["--eject without a scenario", { options: { eject: "nowhere" } }, "name a scenario first: limit,"],
    [
      "--latency with --kubernetes",
      limit({ kubernetes: true, latency: ["p95=200ms"] }),
      "--latency is for fpk load --judge, with what the pods have recorded: --kubernetes judges nothing",
    ],
    [
      "--complete with --eject",
      limit({ eject: "nowhere", complete: true }),
      "--complete is for the run of what is written: --eject judges nothing",
    ],
    [
      "--report with --eject",
      limit({ eject: "nowhere", report: ["r.html"] }),
      "--report is for the run of what is written: --eject judges nothing",
    ],
    ["--eject with --kubernetes", limit({ kubernetes: true, eject: "nowhere" }), "do not go together"],
    ["pods without a target", limit({ kubernetes: true, embedded: true }), "--kubernetes needs a URL or --target"],
    ["an unused latency ratio", limit({ maxLatencyRatio: "3" }), "--max-latency-ratio is for isolation and auth"],
  ])("refuses %s", async (_, args, why) => {
    await expect(bench.load(args)).rejects.toThrow(UsageError);
    await expect(bench.load(args)).rejects.toThrow(why);
  });

  it("without k6 says where it was looked for, how to get it, and ends with 3", async () => {
    const env = { PATH: tools.folder, XDG_CACHE_HOME: tools.folder };
    const { exitCode, stderr } = await bench.load({ scenario: "limit", options: { target: bench.target }, env });
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/needs k6, which is not here .*fpk doctor --install/);
  });
});

describeWithK6(realK6, "fpk load", () => {
  const load = (mode: string, more: LoadArguments = {}) =>
    bench.load({
      scenario: tiny,
      ...more,
      options: { target: bench.target, seed: "7", ...more.options },
      env: { TINY: mode, ...more.env },
    });
  const resultOf = ({ results }: Report, id: string): Result | undefined => results.find((result) => result.id === id);

  async function reported(mode: string, more: LoadArguments = {}) {
    const loaded = await load(mode, { ...more, options: { json: true, ...more.options } });
    const report: Report = JSON.parse(loaded.stdout);
    expect(validateReport(report)).toEqual([]);
    expect(report.exitCode).toBe(loaded.exitCode);
    expectNoToken(loaded.stdout + loaded.stderr);
    return { ...loaded, report };
  }

  it("judges what was recorded by the suite's laws, and reports it second by second", async () => {
    const { exitCode, report, stderr } = await reported("");
    expect(exitCode).toBe(0);
    expect(report.conclusion).toBe("conforms");
    expect(report.requests.total).toBe(before + 6);
    expect(resultOf(report, "limit.headers-present")).toMatchObject({ verdict: "pass", judged: before + 6 });
    expect(resultOf(report, "tiny_time{kind:read}")).toMatchObject({ verdict: "pass", section: "" });
    const [key] = bench.reference.target.credentials;
    expect(report.exchanges[0]).toMatchObject({ credential: "KEY_1", organization: key?.org });
    expect(report.series?.reduce((sum, { requests }) => sum + requests, 0)).toBe(6);
    expect(report.series?.[0]).toMatchObject({ second: 0, limited: 0, remaining: [{ organization: key?.org }] });
    expect(report.load).toMatchObject({ requests: 6, limited: 0, unanswered: 0, latency: { count: 6 } });
    expect(stderr.indexOf("sends to 127.0.0.1")).toBeLessThan(stderr.indexOf("execution: local"));
  });

  it("a written report is the same, and the terminal shows it as fpk check does", async () => {
    const path = join(bench.folder, "report.json");
    const { stdout } = await load("", { options: { report: [path] } });
    expect(stdout).toMatch(
      /^requests {6}6, [\d.]+ sent a second, at most \d+ in flight; 0 answered 429\nstatuses {6}6 × 200\nlatency {7}p50 [\d.]+ ms · p95 .* · max /m,
    );
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(
      /^✓ load run \([^)]+\): conforms · \d+ checks? passed.* · \d+ clauses of this scenario were judged.* · 17 requests/,
    );
    expect(validateReport(JSON.parse(readFileSync(path, "utf8")))).toEqual([]);
  });

  it("a crossed threshold ends with 1", async () => {
    const { exitCode, report } = await reported("crossed");
    expect(exitCode).toBe(1);
    expect(report.summary).toMatch(
      /^load run \([^)]+\): violates 1 threshold of the script; \d+ clauses of this scenario were judged/,
    );
    expect(resultOf(report, "k6")).toBeUndefined();
    expect(resultOf(report, "tiny_time{kind:read}")).toMatchObject({
      verdict: "fail",
      expected: "tiny_time{kind:read} p(95)<0",
      replay: `fpk load ${tiny} --target ${bench.target} --seed 7`,
    });
  });

  it("a known failure, also of a threshold, does not end with 1; a report may have any format", async () => {
    const known = [{ check: "tiny_time{kind:read}", reason: "agreed" }];
    const report = [join(bench.folder, "load.xml"), join(bench.folder, "load.md")];
    const options = { baseline: bench.write("known.json", { known }), report };
    const { exitCode, stdout } = await load("crossed", { options });
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("    known     agreed\n")]);
    const [xml = "", markdown = ""] = report.map((path) => readFileSync(path, "utf8"));
    expect(xml).toMatch(/<testsuite name="script" [^>]* failures="0"/);
    expect(markdown).toMatch(/^<!-- fpk-check -->\n## ⚠️ Conformance: load run \([^)]+\): no new failures/);
  });

  it.each([
    ["steady", "40"],
    ["flow", "40"],
    ["spike", "100000"],
  ])(
    "a target that goes down during %s ends the run soon, fails nothing, and is said to have stopped answering",
    async (scenario, limit) => {
      const reference = await startReference({ limit: Number(limit), windowSeconds: 2 });
      let closing: Promise<void> | undefined;
      const mortal = createBench({ target: reference.target, close: () => (closing ??= reference.close()) });
      const onStderr = (text: string) => {
        if (text.includes("running (")) void mortal.reference.close();
      };
      const options = { target: mortal.target, limit, window: "2", json: true };
      const others = scenario === "spike" ? [] : ["limit"];
      const { exitCode, stdout } = await mortal.load({ scenario, others, options, onStderr });
      await mortal.close();
      const report: Report = JSON.parse(stdout);
      expect(exitCode).toBe(3);
      const named = others.length === 0 ? "" : `${scenario}: `;
      expect(report.summary).toMatch(
        new RegExp(
          `^load run \\([^)]+\\): inconclusive: ${named}the target stopped answering after \\d+\\.\\d s: [^;]+; the last \\d+ of \\d+ requests`,
        ),
      );
      if (others.length > 0) expect(report.notes).toContain("not started any more: limit");
      expect(report.results.filter(({ verdict }) => verdict === "fail" || verdict === "broken")).toEqual([]);
      expect(report.seconds).toBeLessThan(25);
      expect(stdout).not.toContain("too slow");
    },
  );

  it("with --strict an implied clause fails the run, too", async () => {
    const faulty = createBench(await startReference({ limit: 100_000, mutant: "json-as-text-html" }));
    try {
      const run = (strict: boolean) =>
        faulty.load({ scenario: tiny, options: { target: faulty.target, json: true, strict }, env: { TINY: "" } });
      const [lenient, strict] = [await run(false), await run(true)];
      expect([lenient.exitCode, strict.exitCode]).toEqual([0, 1]);
      expect(resultOf(JSON.parse(lenient.stdout), "body.has-json-type")).toMatchObject({ verdict: "warn" });
      expect(resultOf(JSON.parse(strict.stdout), "body.has-json-type")).toMatchObject({ verdict: "fail" });
      expect(JSON.parse(strict.stdout)).toMatchObject({ strict: true, conclusion: "violates" });
    } finally {
      await faulty.close();
    }
  });

  it("a failed check of a script ends with 1, and is reported once", async () => {
    const { exitCode, report } = await reported("finds");
    expect(exitCode).toBe(1);
    expect(report.results.filter(({ verdict }) => verdict === "fail")).toMatchObject([
      { id: "load.none-lost", expected: "all", actual: "none", section: "4" },
    ]);
  });

  it("an accepted token that resembles an issued one is sent by hand as a part of it", async () => {
    const faulty = createBench(await startReference({ limit: 100, windowSeconds: 2, mutant: "token-like-the-stored" }));
    try {
      const options = { target: faulty.target, json: true, limit: "100", window: "2", duration: "2" };
      const report: Report = JSON.parse((await faulty.load({ scenario: "auth", options })).stdout);
      expect(resultOf(report, "load.unknown-rejected")?.curl).toMatch(/ "Authorization: Bearer \$\{KEY_1:0:\d+\}" /);
    } finally {
      await faulty.close();
    }
  });

  it("a denied caller that is served now and then is not said to be rejected at other times", async () => {
    const { rolesOpen } = authFaults;
    const faulty = createBench(await startReference({ limit: 100, windowSeconds: 2, mutant: rolesOpen }));
    try {
      const options = { target: faulty.target, json: true, limit: "100", window: "2", duration: "2" };
      const report: Report = JSON.parse((await faulty.load({ scenario: "auth", options })).stdout);
      expect(resultOf(report, "load.denied-rejected")?.verdict).toBe("fail");
      expect(resultOf(report, "answers.steady")?.verdict).toBe("pass");
    } finally {
      await faulty.close();
    }
  });

  it("a failure of a scenario's own check names the exchange that proves it, and by hand the submission before it", async () => {
    const faulty = createBench(await startReference({ limit: 100_000, mutant: "status-of-all" }));
    try {
      const options = { target: faulty.target, json: true, limit: "100000", window: "60", duration: "1" };
      const report: Report = JSON.parse((await faulty.load({ scenario: "spike", options })).stdout);
      const { exchanges = [], curl } = resultOf(report, "load.own-answer") ?? {};
      expect(exchanges.map((index) => report.exchanges[index]?.operation)).toEqual(["getFeedbackStatus"]);
      expect(curl).toMatch(/^FEEDBACK=\$\(curl -s -X POST .*; curl -i .*\/feedback\/\$FEEDBACK\/status$/);
    } finally {
      await faulty.close();
    }
  });

  it("a script that calls fail in setup is not judged", async () => {
    const { exitCode, report } = await reported("refuses");
    expect(exitCode).toBe(3);
    expect(report.summary).toMatch(
      /^load run \([^)]+\): inconclusive: tiny needs more than \$KEY_1; nothing was judged/,
    );
    expect(report.results).toEqual([]);
  });

  it.each([["setup"], ["throw"]])(
    "a script that throws (%s) ends with 3, and the exception is reported without tokens, not as an error of the suite",
    async (mode) => {
      const { exitCode, report, stderr } = await reported(mode);
      expect(exitCode).toBe(3);
      expect(report.summary).toMatch(
        /^load run \([^)]+\): inconclusive: the script threw: .*no good(: \$KEY_1)? \(tiny\.test\.scenario\.js:\d+:\d+\); nothing was judged/,
      );
      expect(report.results.filter(({ verdict }) => verdict !== "pass")).toEqual([]);
      expect(stderr).toContain("no good");
    },
  );

  it("ends with 3 if the target does not answer, and says so", async () => {
    const nobody = bench.write("nobody.json", { ...bench.reference.target, baseUrl: "http://127.0.0.1:9/api" });
    const { exitCode, report } = await reported("", { options: { target: nobody } });
    expect(exitCode).toBe(3);
    expect(report.summary).toContain("the target did not answer");
    expect(report.requests.total).toBe(1);
  });

  it("Ctrl-C ends k6, and judges what was recorded", async () => {
    const ending = new AbortController();
    const onStderr = (text: string) => text.includes("running (") && ending.abort();
    const { exitCode, report, stderr } = await reported("long", { signal: ending.signal, onStderr });
    expect(exitCode).toBe(3);
    expect(stderr).toContain("tiny is over");
    expect(report.summary).toContain("the run was interrupted");
    expect(report.requests.total).toBeGreaterThan(before + 6);
    expect(resultOf(report, "limit.headers-present")?.verdict).toBe("pass");
    expect(resultOf(report, "k6")).toBeUndefined();
  });

  it("--instances divides the work, and judges all of it together", async () => {
    const { exitCode, report } = await reported("", { options: { instances: "2" } });
    expect(exitCode).toBe(0);
    expect(report.requests.total).toBe(before + 12);
    expect(report.exchanges.map(({ index }) => index)).toEqual([...report.exchanges.keys()]);
    expect(resultOf(report, "tiny_time{kind:read}")?.verdict).toBe("pass");
    const crossed = await reported("crossed", { options: { instances: "2" } });
    expect(crossed.exitCode).toBe(1);
  });

  it("forwards arguments to k6", async () => {
    const path = join(bench.folder, "points.csv");
    await reported("", { forwardedArgs: ["--out", `csv=${path}`, "--http-debug"] });
    expect(readFileSync(path, "utf8")).toContain("http_reqs");
  });

  it("leaves no file behind if all went well", async () => {
    // Other tests write and remove files in the temporary folder meanwhile.
    const own = mkdtempSync(join(bench.folder, "tmp-"));
    vi.stubEnv("TMPDIR", own);
    onTestFinished(() => void vi.unstubAllEnvs());
    await reported("");
    expect(readdirSync(own).filter((name) => name.startsWith("fpk-load-"))).toEqual([]);
  });

  it("runs in docker by one bundled script, with credentials by name", async () => {
    const path = process.env.PATH ?? "";
    const log = join(tools.folder, "docker.log");
    const command = realK6?.kind === "command" ? realK6.command : "k6";
    // A `docker` that answers; its `run` records its arguments and runs k6 on this machine.
    tools.add(
      "docker",
      'if [ "$1" = version ]; then echo 28.2.2; exit; fi',
      `echo "$@" > ${log}`,
      `echo "KEY_A is \${#KEY_A} long" >> ${log}`,
      'while [ "$1" != grafana/k6:1.8.1 ]; do shift; done',
      `shift; PATH='${path}' exec ${command} "$@"`,
    );
    const { exitCode, report, stderr } = await reported("", { env: { PATH: tools.folder } });
    expect(exitCode).toBe(0);
    expect(report.requests.total).toBe(before + 6);
    expect(stderr).toContain("k6 1.8.1 (docker)");
    const output = readFileSync(log, "utf8");
    expectNoToken(output);
    expect(output).toMatch(
      /--network host --user \d+:\d+ --mount type=bind,source=(\S+),target=\1 .* -e KEY_A .*grafana\/k6:1\.8\.1 run/,
    );
    expect(output).toMatch(/\/script\.js$/m);
    expect(output).toContain(`KEY_A is ${tokens()[0]?.length} long`);
  });

  it("a base URL of another API is reported, and nothing is judged", async () => {
    const baseUrl = `${bench.reference.target.baseUrl}/wrong`;
    const wrong = bench.write("wrong.json", { ...bench.reference.target, baseUrl });
    const { exitCode, report } = await reported("", { scenario: "steady", options: { target: wrong, duration: "1" } });
    expect(exitCode).toBe(3);
    expect(report.doubts).toEqual([expect.stringContaining(`no endpoint of this API answers at ${baseUrl}: `)]);
    expect(report.results).toEqual([]);
  });

  it("a token that is not served makes a run without failures incomplete", async () => {
    const [first, second] = bench.reference.target.credentials;
    const credentials = [first, { ...second, token: "wrong" }];
    const mistyped = bench.write("mistyped.json", { ...bench.reference.target, credentials });
    const { exitCode, report } = await reported("", { options: { target: mistyped } });
    expect(exitCode).toBe(3);
    expect(report.summary).toMatch(
      /^load run \([^)]+\): inconclusive: \$KEY_2 \(credentials\[1\]\) was answered 401; 16 clauses of this scenario were judged/,
    );
  });

  it.each([
    [["--nope"], /^k6 refuses what follows --: unknown flag: --nope$/],
    [["--vus", "x"], /^k6 refuses what follows --: invalid argument "x" for "-u, --vus" flag: .*invalid syntax$/],
    [["--tag"], /^k6 refuses what follows --: --tag at the end needs a value$/],
    [["word"], /^k6 refuses what follows --: one of these arguments is neither an option nor the value of one$/],
    [["--out", "nope=x"], /^k6 refuses what follows --: invalid output type 'nope', available types are: cloud,/],
    [
      ["--config", "nowhere.json"],
      /^k6 refuses what follows --: failed to load the configuration file .*nowhere\.json/,
    ],
  ])(
    "a forwarded argument that k6 refuses is wrong usage, in k6's own sentence: %j",
    async (forwardedArgs, sentence) => {
      await expect(load("", { forwardedArgs })).rejects.toThrow(UsageError);
      await expect(load("", { forwardedArgs })).rejects.toThrow(sentence);
    },
  );

  it("a script that k6 cannot read is wrong usage, too", async () => {
    const scenario = join(bench.folder, "broken.js");
    writeFileSync(scenario, 'import "./nowhere.js";\nexport default () => {};\n');
    await expect(load("", { scenario })).rejects.toThrow(
      /^k6 refuses the script: .*The moduleSpecifier "\.\/nowhere\.js"/,
    );
  });

  it("a script with a syntax error is refused before anything waits or is announced", async () => {
    const scenario = join(bench.folder, "syntax.js");
    writeFileSync(scenario, "export default () => { let x = ; };\n");
    let stderr = "";
    const onStderr = (text: string) => {
      stderr = text;
    };
    await expect(load("", { scenario, onStderr })).rejects.toThrow(/^k6 refuses the script: .*Unexpected token ;/);
    expect(stderr).not.toMatch(/^(?:sends to|waits)/m);
  });

  it.each([
    [
      "holds",
      60_000,
      0,
      /^load run \([^)]+\): 1 threshold holds; nothing else was judged, and what the script sent is not counted here$/,
    ],
    [
      "is crossed",
      0,
      1,
      /^load run \([^)]+\): violates 1 threshold of the script; nothing else was judged, and what the script sent is not counted here$/,
    ],
  ])(
    "a script that knows nothing of this suite is judged by its own thresholds: one %s",
    async (_, ms, code, summary) => {
      const scenario = join(bench.folder, "own.js");
      const script = [
        'import http from "k6/http";',
        `export const options = { iterations: 2, thresholds: { http_req_duration: ["p(95)<${ms}"] } };`,
        'export default () => http.get(__ENV.BASE_URL + "/v1/products");',
      ];
      writeFileSync(scenario, script.join("\n"));
      const { exitCode, report } = await reported("", { scenario });
      expect(report.summary).toMatch(summary);
      expect(exitCode).toBe(code);
      expect(report.notes).toContainEqual(expect.stringContaining("judged by its own thresholds only"));
      const { load: figures } = report;
      expect(figures).toMatchObject({ scenario: "own", requests: 2, failed: 2, latency: { count: 2 } });
      expect(figures?.latency?.max).toBeGreaterThanOrEqual(figures?.latency?.p95 ?? Number.POSITIVE_INFINITY);
    },
  );

  it("a target that died under a script that records nothing is not said to hold its thresholds", async () => {
    const own = createBench(await startReference({ limit: 100_000, windowSeconds: 1 }));
    onTestFinished(() => own.close().catch(() => {}));
    const scenario = join(own.folder, "own.js");
    const script = [
      'import http from "k6/http";',
      'export const options = { iterations: 2, thresholds: { iterations: ["count>0"] } };',
      'export default () => http.get(__ENV.BASE_URL + "/v1/products");',
    ];
    writeFileSync(scenario, script.join("\n"));
    let closed: Promise<void> | undefined;
    const { exitCode, stdout } = await own.load({
      scenario,
      options: { target: own.target },
      onStderr: (text) => {
        if (/^k6 \d/m.test(text)) closed ??= own.reference.close();
      },
    });
    await closed;
    expect(stdout).toMatch(/after the script the target did not answer any more: .*refused/);
    expect(exitCode).toBe(3);
  });

  it("thresholds of one's own on a script that records nothing are refused before anything is sent", async () => {
    const scenario = join(bench.folder, "unrecorded.js");
    writeFileSync(scenario, 'import http from "k6/http";\nexport default () => http.get(__ENV.BASE_URL);\n');
    const refused = (options: LoadArguments["options"]) =>
      expect(bench.load({ scenario, options: { target: bench.target, ...options } })).rejects;
    await refused({ latency: ["p95=1s"], maxErrors: "1%" }).toThrow(
      'unrecorded.js does not send with it (fpk.js, which --eject writes): give the script thresholds of k6, http_req_duration: ["p(95)<=1000"], http_req_failed: ["rate<=0.01"]',
    );
    await refused({ minCapacity: "90" }).toThrow(/^--min-capacity judges .* \(fpk.js, which --eject writes\)$/);
    await refused({ maxErrors: "0.1%" }).toThrow(/^--max-errors judges .* http_req_failed: \["rate<=0.001"\]$/);
  });

  it("a script of one's own of which an iteration throws ends with 1 if a threshold is crossed, and both are said", async () => {
    const scenario = join(bench.folder, "throws.js");
    const ending = async (threshold: string) => {
      const script = [
        'import http from "k6/http";',
        `export const options = { iterations: 3, thresholds: { http_reqs: ["${threshold}"] } };`,
        "export default () => {",
        '  http.get(__ENV.BASE_URL + "/v1/products");',
        '  if (__ITER === 2) JSON.parse("<html>");',
        "};",
      ];
      writeFileSync(scenario, script.join("\n"));
      const { exitCode, report } = await reported("", { scenario });
      return [exitCode, report.summary] as const;
    };
    const threw = "the script threw: SyntaxError: invalid character '<' .* \\(throws\\.js:5:\\d+\\)";
    expect(await ending("count>100")).toEqual([
      1,
      expect.stringMatching(new RegExp(`: violates 1 threshold of the script; nothing else was judged, .*; ${threw}`)),
    ]);
    expect(await ending("count>2")).toEqual([3, expect.stringMatching(new RegExp(`: inconclusive: ${threw}`))]);
  });

  it("the documented script that uses the scenarios' client is judged by the laws, and one with an unknown name ends with a sentence", async () => {
    const folder = join(bench.folder, "client");
    await bench.load({ scenario: "limit", options: { eject: folder } });
    const docs = readFileSync(new URL("../../docs/load.md", import.meta.url), "utf8");
    const [, script = ""] = /```js\n(.*?)```/s.exec(docs) ?? [];
    const scenario = join(folder, "own.js");
    writeFileSync(scenario, script);
    const { exitCode, report } = await reported("", { scenario });
    expect(exitCode).toBe(0);
    expect(resultOf(report, "limit.headers-present")?.verdict).toBe("pass");
    expect(resultOf(report, "http_req_duration")?.verdict).toBe("pass");
    for (const part of ["prepare", "summaryOf"]) {
      writeFileSync(scenario, script.replace(`${part}("steady"`, `${part}("client"`));
      const { exitCode, report } = await reported("", { scenario });
      expect(report.summary).toMatch(
        /: inconclusive: the script threw: Error: no scenario is called client: prepare and summaryOf take limit, .*; nothing was judged/,
      );
      expect(exitCode).toBe(3);
    }
  });

  it("a script of one's own begins with the whole limit, whatever was sent before it", async () => {
    const limited = createBench(await startReference({ limit: 40, windowSeconds: 2 }));
    try {
      const scenario = limited.write("own.js", {});
      const script = [
        'import http from "k6/http";',
        'import { Counter } from "k6/metrics";',
        'const served = new Counter("served");',
        'export const options = { iterations: 60, thresholds: { served: ["count>=40"] } };',
        'const headers = { Authorization: "Bearer " + __ENV.KEY_A };',
        'export default () => served.add(http.get(__ENV.BASE_URL + "/v1/products", { headers }).status === 200 ? 1 : 0);',
      ];
      writeFileSync(scenario, script.join("\n"));
      const options = { target: limited.target, limit: "40", window: "2" };
      const { exitCode, stdout, stderr } = await limited.load({ scenario, options });
      expect(stderr).toMatch(/^waits 3 s, so that the \d+ requests before the script do not count any more$/m);
      expect(exitCode, stdout).toBe(0);
    } finally {
      await limited.close();
    }
  });

  it("a script without thresholds that knows nothing of this suite shows nothing", async () => {
    const scenario = join(bench.folder, "nothing.js");
    writeFileSync(scenario, "export default () => {};\n");
    const { exitCode, report, stderr } = await reported("", { scenario });
    expect(stderr).toMatch(/^! nothing has no thresholds: nothing is judged unless [\s\S]*^sends to/m);
    expect(report.summary).toBe(
      "load run (nothing): inconclusive: the script has no thresholds, and what it sends is not recorded; nothing was judged",
    );
    expect(exitCode).toBe(3);
  });

  it("the command that repeats a run has the forwarded arguments", async () => {
    const { report } = await reported("crossed", {
      forwardedArgs: ["--tag", "of=a b"],
      options: { strict: true, complete: true },
    });
    expect(resultOf(report, "tiny_time{kind:read}")?.replay).toBe(
      `fpk load ${tiny} --target ${bench.target} --seed 7 --strict --complete -- --tag 'of=a b'`,
    );
  });

  it("refuses a target that lacks what the scenario needs, with what to add", async () => {
    const [only] = bench.reference.target.credentials;
    const alone = bench.write("alone.json", { ...bench.reference.target, credentials: [only] });
    const run = bench.load({ scenario: "isolation", options: { target: alone } });
    await expect(run).rejects.toThrow(/^isolation needs an API key of another organization/);
  });

  it("asks for the organizations of the keys if they are not known", async () => {
    const credentials = bench.reference.target.credentials
      .filter(({ expired, kind }) => expired !== true && kind === "api-key")
      .map(({ token }) => ({ token }));
    const unknown = bench.write("unknown.json", { ...bench.reference.target, credentials });
    const { report, stderr } = await reported("", { options: { target: unknown } });
    expect(stderr).toContain("asks 127.0.0.1 first to which organization each credential belongs");
    expect(report.exchanges.filter(({ operation }) => operation === "getInstallation").length).toBe(credentials.length);
    expect(report.exchanges.at(-1)?.organization).toBe(bench.reference.target.credentials[0]?.org);
  });

  it("refuses a spike on a limit that it would exceed, before k6 is started", async () => {
    const rateLimit = { limit: 100, windowSeconds: 60 };
    const low = bench.write("low.json", { ...bench.reference.target, rateLimit });
    const run = bench.load({ scenario: "spike", options: { target: low } });
    await expect(run).rejects.toThrow(/^spike needs a limit of \d+ requests in 60 s or more: raise it on the server/);
  });

  it("refuses to send more than a report can hold", async () => {
    const run = bench.load({ scenario: "steady", options: { target: bench.target, duration: "3600" } });
    await expect(run).rejects.toThrow(/^steady would send about \d{7} requests, .* shorten --duration, or lower/);
    const mutant = defineMutant({
      id: "shows-no-limit",
      clause: "limit.headers",
      fault: "Rate limiting is switched off",
      change: replace("limiter", { sendsHeaders: () => false }),
    });
    const unlimited = createBench(await startReference({ limit: 100_000, mutant }));
    try {
      const target = unlimited.write("unlimited.json", { ...unlimited.reference.target, rateLimit: null });
      const spike = unlimited.load({ scenario: "spike", options: { target, stages: "60s:50000" } });
      await expect(spike).rejects.toThrow(/^spike would send about \d{7} requests, .* shorten --stages$/);
    } finally {
      await unlimited.close();
    }
  });

  it("an ejected scenario runs by fpk load, and is never written over", async () => {
    const folder = join(bench.folder, "ejected");
    const { stdout } = await bench.load({ scenario: tiny, options: { eject: folder } });
    const path = join(folder, "tiny.test.scenario.js");
    expect(stdout).toBe(`${path} is written, and ${join(folder, "fpk.js")}, which it imports\n`);
    await expect(bench.load({ scenario: tiny, options: { eject: folder } })).rejects.toThrow("is not overwritten");
    expect(existsSync(path)).toBe(true);
    const { report } = await reported("", { scenario: path });
    expect(report.requests.total).toBe(before + 6);
  });
});
