/** Real Schemathesis against the reference, its mutants and its variants. */
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { loadMutants } from "../../reference/changes/mutants/index.ts";
import type { OperationId } from "../../spec/contract.ts";
import type { Report } from "../model/report.ts";
import { isViolated } from "../model/verdict.ts";
import { validateReport } from "../reports/schema.ts";
import { leftOutByReadOnly } from "../run/discovery/roles.ts";
import { parseTarget } from "../target-file/parse.ts";
import { schemathesisVersion } from "../tools/schemathesis.ts";
import { standIns } from "../tools/stand-in.test.support.ts";
import { fuzzed, realSchemathesis, requireSchemathesis, withSchemathesis } from "./fuzz.test.support.ts";

requireSchemathesis();
afterEach(() => vi.unstubAllEnvs());
const isMissing = realSchemathesis === undefined;
/** On Deno once is enough: what is run is the same program. */
const isNode = !("Deno" in globalThis);

const found = ({ results }: Report) =>
  results
    .filter(({ verdict }) => verdict !== "pass" && verdict !== "skip")
    .map(({ id, message }) => `${id}: ${message}`);
const stated = ({ results }: Report) =>
  results
    .filter(({ verdict, level }) => verdict === "fail" && level === "stated")
    .map(({ id, message }) => `${id}: ${message}`);

describe.skipIf(isMissing)(`the reference, ${withSchemathesis}`, () => {
  it("conforms, on several hundred requests, of which most with identifiers are served", async () => {
    const { report, lines, tokens } = await fuzzed({ generation: { maxExamples: 20, stateful: true } });
    expect(found(report)).toEqual([]);
    expect(report).toMatchObject({ conclusion: "conforms", exitCode: 0 });
    expect(validateReport(report)).toEqual([]);
    // The limiter is judged by fpk check, which crosses the limit.
    expect(report.results.map(({ id }) => id)).not.toContain("limit.remaining-falls");
    expect(report.requests.total).toBeGreaterThan(400);
    const withIds = report.exchanges.filter(({ request }) =>
      /\/v1\/(?:products|feedback|organizations)\/./.test(request.url),
    );
    const served = withIds.filter(({ response }) => response !== undefined && response.status < 300);
    expect(withIds.length).toBeGreaterThan(200);
    expect(served.length / withIds.length).toBeGreaterThan(0.4);
    // Also identifiers of other characters than letters and digits, which are sent as they were generated.
    expect(withIds.filter(({ request }) => /%[CDEF][0-9A-F]%/.test(request.url)).length).toBeGreaterThan(0);
    expect(lines.join("\n")).toMatch(/about \d+ requests in about \d+ s, by Schemathesis 4\./);
    for (const token of tokens) expect(JSON.stringify(report)).not.toContain(token);
    const last = report.exchanges.toSorted((a, b) => a.sentAt - b.sentAt).at(-1);
    expect(last).toMatchObject({ operation: "updateMe", response: { status: 200 } });
    const before = report.exchanges.find(({ operation }) => operation === "getMe")?.response?.body ?? "{}";
    expect(JSON.parse(before)).toMatchObject(JSON.parse(last?.request.body ?? ""));
  });
});

describe.skipIf(isMissing || !isNode)(`only some operations, ${withSchemathesis}`, () => {
  it("send no POST and no PUT if they do not write", async () => {
    const { report } = await fuzzed({ generation: { only: ["getProduct", "listFeatures"] } });
    expect(report.exitCode).toBe(0);
    expect(report.exchanges.filter(({ request }) => request.method !== "GET")).toEqual([]);
  });
});

/** A fault, the clause by which it is named, and the operations in which it shows. */
const mutants: readonly (readonly [mutant: string, clause: string, only: readonly OperationId[]])[] = [
  ["body-in-latin1", "body.json", ["listMembers", "getMe", "listProducts", "listFeatures"]],
  ["json-as-text-html", "body.media-type", ["listProducts"]],
  ["created-without-a-body", "body.json", ["createOrganization"]],
  ["type-not-checked", "submission.refuses", ["submitFeedback"]],
  ["two-fields-checked", "submission.refuses", ["submitFeedback"]],
  ["column-of-latin1", "submission.text", ["submitFeedback"]],
  ["url-as-object", "acceptance.fields", ["submitFeedback"]],
  ["accepted-as-started", "acceptance.queued", ["submitFeedback"]],
  ["issues-alone", "error.body", ["submitFeedback"]],
  ["message-without-code", "error.issues", ["submitFeedback"]],
  ["error-none", "error.json-object", ["getProduct", "listFeatures"]],
  ["unknown-id-500", "error.no-server-error", ["getProduct", "listFeatures", "listProblems"]],
  ["missing-credentials-400", "endpoint.authorization", ["getMe", "listProducts"]],
  ["unknown-token-403", "auth.unauthorized", ["getMe", "listProducts"]],
  ["headers-without-x", "limit.headers", ["listProducts", "getProduct", "submitFeedback"]],
  ["dates-by-to-string", "resource.timestamps", ["getProduct", "listProducts", "listProblems"]],
  ["database-boolean", "release.fields", ["listReleases"]],
  ["nulls-dropped", "feature.required", ["listFeatures"]],
  [
    "wrapped-by-name",
    "resource.wrapped",
    ["listProducts", "listFeatures", "listProblems", "listReleases", "listContexts"],
  ],
  ["status-of-job", "feedback-status.identifier", ["getFeedbackStatus"]],
];

describe.skipIf(isMissing || !isNode)(`a mutant, ${withSchemathesis}`, () => {
  it.each(mutants)("%s is found, and named by %s", async (mutant, clause, only) => {
    expect((await loadMutants()).find(({ id }) => id === mutant)?.clause).toBe(clause);
    const { report } = await fuzzed({
      reference: { mutant },
      generation: { maxExamples: clause === "submission.text" ? 30 : 4, only },
    });
    const failed = report.results.filter(isViolated);
    const result = failed.find((each) => each.clause === clause);
    expect(result, found(report).join("\n")).toMatchObject({ expected: expect.any(String) });
    expect(result?.replay).toBe("fpk fuzz --seed 1");
    expect(result?.curl).toMatch(/^(?:printf .* \| |FEEDBACK=\$\(curl -s .*; )?curl -i /);
    // A fault that the run finds is not a fault of the run.
    expect(report.results.filter(({ verdict }) => verdict === "broken")).toEqual([]);
  });
});

describe.skipIf(isMissing || !isNode)(`an implied clause, ${withSchemathesis}`, () => {
  it.each([
    [true, 1, "violates"],
    [false, 0, "conforms"],
  ])("fails the run if strict is %s: exit code %i", async (strict, exitCode, conclusion) => {
    const generation = { maxExamples: 2, only: ["listProducts"] } as const;
    const { report } = await fuzzed({ reference: { mutant: "json-as-text-html" }, strict, generation });
    expect(report).toMatchObject({ exitCode, conclusion });
    expect(report.results.filter(isViolated).map(({ id, level }) => [id, level])).toEqual([
      ["body.has-json-type", "implied"],
    ]);
  });
});

/** Legal servers, each by what might be blamed on it. */
const variants = [
  "dates-zoneless",
  "dates-nanoseconds",
  "json-odd-media-type",
  "json-escaped",
  "headers-lower-case",
  "connection-close",
  "fields-stated-only",
  "unknown-403",
  "issues-odd",
  "connection-informs",
];

describe.skipIf(isMissing || !isNode)(`a legal choice, ${withSchemathesis}`, () => {
  it.each(variants)("%s is not blamed", async (variant) => {
    const { report } = await fuzzed({ reference: { variants: [variant] }, generation: { maxExamples: 2 } });
    expect(stated(report)).toEqual([]);
    expect(report.exitCode).toBe(variant === "connection-informs" ? 3 : 0);
  });
});

describe.skipIf(isMissing)(`Schemathesis itself, ${withSchemathesis}`, () => {
  it("shrinks failing requests", async () => {
    const crashes = async (forwardedArgs: readonly string[]) => {
      const generation = { maxExamples: 30, only: ["submitFeedback"] } as const;
      const { report } = await fuzzed({ reference: { mutant: "column-of-latin1" }, generation, forwardedArgs });
      const crashed = report.exchanges.filter(({ response, intent }) => response?.status === 500 && intent === "valid");
      return crashed.length;
    };
    const [shrunk, unshrunk] = [await crashes([]), await crashes(["--no-shrink"])];
    expect(shrunk).toBeGreaterThan(unshrunk);
  });

  it("keeps within the limit of each organization, and lets several take turns", async () => {
    const reference = { limit: 40, windowSeconds: 1 };
    const { report } = await fuzzed({ reference, generation: { maxExamples: 4 } });
    const limited = report.exchanges.filter(({ response }) => response?.status === 429);
    expect(limited).toEqual([]);
    expect(
      Object.values(report.requests.byOrganization).filter((count) => count > reference.limit).length,
    ).toBeGreaterThan(1);
  });

  it("keeps what it has found if the run is cut, and leaves nothing behind", async () => {
    const cut = new AbortController();
    let sent = 0;
    const step = () => {
      sent += 1;
      if (sent === 60) cut.abort();
    };
    const folder = mkdtempSync(join(tmpdir(), "fpk-fuzz-test-"));
    vi.stubEnv("TMPDIR", folder);
    const { report } = await fuzzed({
      signal: cut.signal,
      progress: { say() {}, found() {}, step, waiting() {} },
      reference: { mutant: "json-as-text-html" },
      generation: { maxExamples: 500 },
    });
    expect(report).toMatchObject({ conclusion: "inconclusive", exitCode: 3 });
    expect(report.summary).toContain("the run was interrupted");
    expect(report.results.find(({ id }) => id === "body.has-json-type")?.verdict).toBe("warn");
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it("knows every check of the table, and no other", async () => {
    const { disabledChecks, enabledChecks } = await import("./schemathesis-checks.ts");
    const { runProgram } = await import("../tools/run-program.ts");
    const { stdout } = await runProgram(realSchemathesis?.command ?? "", ["run", "--help"], {
      ...process.env,
      COLUMNS: "200",
    });
    const listed = /possible values:\s*((?:\w+,\s*)+all)\]/.exec(stdout.slice(stdout.indexOf("--checks")))?.[1];
    const names = (listed ?? "").split(/,\s*/).filter((name) => name !== "all");
    expect([...enabledChecks, ...Object.keys(disabledChecks)].toSorted()).toEqual(names.toSorted());
  });
});

describe("a failure in Schemathesis", () => {
  it("is broken, and its output is kept without credentials", async () => {
    const here = standIns();
    const encoded = 'printf %s "$FPK_FUZZ_TOKEN_0" | base64 | tr -d "\\n"; echo';
    const command = here.add("schemathesis", encoded, 'echo "Traceback: $FPK_FUZZ_TOKEN_0"', "exit 1");
    const logFile = `${here.folder}/kept.log`;
    try {
      const { report, tokens } = await fuzzed({
        found: { place: "PATH", kind: "command", command, version: "4.32.5" },
        logFile,
      });
      expect(report).toMatchObject({ conclusion: "inconclusive", exitCode: 3 });
      const broken = report.results.find(({ verdict }) => verdict === "broken");
      expect(broken?.message).toMatch(
        /^Schemathesis ended with 1 before its run was complete: Traceback: \$KEY_1; its whole output/,
      );
      expect(existsSync(logFile)).toBe(true);
      const log = readFileSync(logFile, "utf8");
      for (const token of tokens) {
        expect(log).not.toContain(token);
        expect(log).not.toContain(Buffer.from(token).toString("base64"));
      }
      expect(log.match(/\$KEY_1/g)).toHaveLength(2);
    } finally {
      here.remove();
    }
  });

  it("names the tested version if another one failed", async () => {
    const here = standIns();
    const command = here.add("schemathesis", "echo 'TypeError: missing an argument'", "exit 1");
    try {
      const { report } = await fuzzed({ found: { place: "PATH", kind: "command", command, version: "4.33.0" } });
      expect(report.results.find(({ verdict }) => verdict === "broken")?.message).toContain(
        `missing an argument; its version is 4.33.0; tested is ${schemathesisVersion}, which --runner cache`,
      );
    } finally {
      here.remove();
    }
  });

  it("is reported if Schemathesis cannot be started", async () => {
    const nowhere = {
      place: "PATH",
      kind: "command",
      command: "/nonexistent/schemathesis",
      version: "4.32.5",
    } as const;
    const { report } = await fuzzed({ found: nowhere });
    expect(report.results.find(({ verdict }) => verdict === "broken")?.message).toMatch(/could not be started: /);
  });
});

describe("shrinking a failing request, under a limit of 100", () => {
  it.each([
    [["submitFeedback"], 100],
    [["submitFeedback", "getMe"], 20],
  ] as const)("of %j sends at most %i other requests", async (only, tries) => {
    const here = standIns();
    const command = here.add("schemathesis", `grep -o '"maxShrinkingTries":[0-9]*' "$FPK_FUZZ_INPUT"`, "exit 1");
    try {
      const found = { place: "PATH", kind: "command", command, version: schemathesisVersion } as const;
      const { report } = await fuzzed({ reference: { limit: 100 }, found, generation: { only } });
      const broken = report.results.find(({ verdict }) => verdict === "broken");
      expect(broken?.message).toContain(`"maxShrinkingTries":${tries};`);
    } finally {
      here.remove();
    }
  });
});

describe("a check with nothing to judge", () => {
  it.each([
    [
      { only: ["submitFeedback"] },
      "feature.parents-end",
      "needs listFeatures, which --only leaves out: run without it",
    ],
    [{ only: ["submitFeedback"] }, "organization.has-members", /^needs listMembers, which --only leaves out/],
    [{ only: ["getMe"] }, "fuzz.refused-submit-feedback", /^needs submitFeedback, which --only leaves out/],
    [
      { only: ["getMe"] },
      "consistency.items-stay-listed",
      /^no exchange of the operations that --only selects shows it/,
    ],
    [{ only: ["getMe"] }, "limit.remaining-on-errors", /^too few errors with X-RateLimit-Remaining/],
    [
      { only: ["listFeatures"] },
      "feature.parents-end",
      "no feature was listed with its parent: see feature.parent-resolves",
    ],
    [{ excluded: ["submitFeedback"] }, "fuzz.refused-submit-feedback", leftOutByReadOnly],
    [{}, "feature.parents-end", "no feature was listed with its parent: see feature.parent-resolves"],
  ] as const)("with %o, %s says what to change: %s", async (generation, id, reason) => {
    const here = standIns();
    const command = here.add("schemathesis", "exit 0");
    try {
      const { report } = await fuzzed({
        found: { place: "PATH", kind: "command", command, version: "4.32.5" },
        generation,
      });
      const result = report.results.find((each) => each.id === id);
      expect(result?.verdict).toBe("skip");
      expect(result?.message).toMatch(reason);
    } finally {
      here.remove();
    }
  });
});

describe("a target that cannot be fuzzed", () => {
  it.skipIf(isMissing).each([
    [404, "what answers at the base URL is not this API"],
    [403, "nothing that was sent was answered 2xx"],
  ])("answers %i to everything", async (status, reason) => {
    const elsewhere = createServer((_, response) => {
      const headers = { "X-RateLimit-Limit": "100", "X-RateLimit-Remaining": "99", "X-RateLimit-Reset": "60" };
      response.writeHead(status, { ...headers, "Content-Type": "application/json" }).end('{"error":"nothing here"}');
    }).listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    try {
      const address = elsewhere.address();
      const port = typeof address === "object" ? address?.port : undefined;
      const target = parseTarget(
        {
          baseUrl: `http://127.0.0.1:${port}/api`,
          credentials: [{ token: "a-key-of-nobody", org: "o" }],
          rateLimit: null,
        },
        {},
        "a target",
      );
      const { report } = await fuzzed({ target, generation: { maxExamples: 1 } });
      expect(report.exitCode).toBe(3);
      expect(report.summary).toContain(reason);
    } finally {
      elsewhere.close();
    }
  });

  it("is not called conforming", async () => {
    const here = standIns();
    const command = here.add("schemathesis", "exit 0");
    try {
      const { report } = await fuzzed({ found: { place: "PATH", kind: "command", command, version: "4.32.5" } });
      expect(report.exitCode).toBe(3);
    } finally {
      here.remove();
    }
  });
});
