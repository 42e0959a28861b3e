import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadContract } from "../../../../spec/contract.ts";
import type { Report, Result } from "../../../model/report.ts";
import { isViolated } from "../../../model/verdict.ts";
import { validateReport } from "../../../reports/schema.ts";
import { run as check } from "../../../verbs/check.ts";
import { capture } from "../../../verbs/context.test.support.ts";
import { findPrism, prismVersion } from "./find.test.support.ts";
import { credentials, isJsonText, judge } from "./judged.test.support.ts";
import { type Prism, startPrism } from "./start.test.support.ts";

/** Why each check fails, in a line: what the document states, and what Prism does in its place. */
type Failures = Readonly<Record<string, string>>;

/** Prism makes an answer up for each request from the contract alone: it knows no caller, and keeps nothing. */
const always: Failures = {
  "auth.unknown-token": "§5.8: any token is served; only a missing one is answered 401",
  "auth.malformed-credentials": "§5.8: so is a value after `Bearer` that is not a token",
  "auth.authentication-first": "§5.8: so is an unknown token that asks for an unknown id",
  "auth.expired-key": "§5.3: so is a key that is declared as expired",
  "auth.denied-caller": "§5.8: so is a caller that is declared as not permitted, who is to have a 403",
  "scope.lists-disjoint": "§5.2: keys of two organizations list the very same products",
  "scope.new-organization": "§5.2: an organization that was just created is read with another's key",
  "profile.update-kept": "§4: a PUT is answered 2xx, and the profile is what it was",
  "profile.field-alone": "§4: so is a PUT of one field",
  "organization.creation-kept": "§4: what is created has another name and slug than was given",
  "organization.creation-listed": "§4: and it is not in the list of who created it",
  "feedback.unique-ids": "§4: every submission has one and the same feedbackId",
  "error.never-5xx": "§7: it closes the connection on a body that is cut, and answers nothing",
  "error.unknown-ids": "§7: a product that was never issued has features",
  "error.odd-identifiers": "§7: so has one whose identifier none can have",
  "error.other-formats": "§7.1: the error for a format that is not served has another shape",
  "error.undeclared-requests": "§7.1: the error for an unknown path has another shape",
};

/** The contract's examples are of one organization, whoever asks. */
const fixed: Failures = {
  ...always,
  "scope.members-disjoint": "§5.2: keys of two organizations list the very same members, contexts and actors",
  "scope.contexts-disjoint": "§5.2: so they do below each product",
  "scope.items-disjoint": "§5.2: and the very same features, problems and releases",
};

/** `--dynamic` fills the schema with random text, which the seed makes the same each time, but another for each operation. */
const dynamic: Failures = {
  ...always,
  "member.email-addresses": "§2.8: the email of a member is any text",
  "asked-for.getProduct": "§4: the answer is another product than the one that was asked for",
  "asked-for.getProblem": "§4: another problem",
  "asked-for.getOrganization": "§4: another organization",
  "consistency.list-and-detail": "§4: another product alone than in its list",
  "feedback.status-by-id": "§4, rule 1: the status is that of another feedbackId",
  "feedback.no-lost-submissions": "§4, rule 1: also at the end of the run",
};

/** Prism has no limiter: it serves what comes. */
const unlimited: Failures = {
  "limit.refused-when-exceeded": "§8: more are served than the limit and its refill allow",
};

const modes = [
  {
    mode: "with fixed examples",
    options: [],
    failing: fixed,
    limiter: unlimited,
  },
  {
    mode: "with --dynamic",
    options: ["--dynamic", "--seed", "fpk"],
    failing: dynamic,
    limiter: unlimited,
  },
] as const;

/** The status that shows a failure where it is not 200; undefined: there is no answer. */
const shown: Readonly<Record<string, number | undefined>> = {
  "error.undeclared-requests": 404,
  "error.other-formats": 406,
  "error.never-5xx": undefined,
};

const withVerdict = (report: Report, verdict: Result["verdict"]) =>
  report.results.filter((result) => result.verdict === verdict);

const idsOf = (results: readonly Result[]) => results.map(({ id }) => id).sort();

const contract = loadContract();
const declared = contract.operations.flatMap((operation) =>
  [...operation.responses].map(([code, { examples }]) => ({ operation, code, examples })),
);

/** The `Prefer` header with which Prism answers a code of the contract; it answers with success unless it is told otherwise. */
function preferenceFor(code: string): string {
  if (code.startsWith("2")) return "";
  return `code=${code === "default" ? 404 : code}`;
}

const command = findPrism(process.env);
const isMissing = command === undefined;
const missing = `no prism ${prismVersion}`;
if (isMissing) console.warn(`skipped: ${missing}`);

if (isMissing && process.env.FPK_REQUIRE_TOOLS === "1") {
  it("prism is installed", () => {
    expect.fail(`${missing} in PATH or in the cache; .ci/run installs it`);
  });
}

describe.skipIf(isMissing).each(modes.map((of) => [of.mode, of] as const))(
  `Prism %s${isMissing ? `: skipped: ${missing}` : ""}`,
  (_, of) => {
    let prism: Prism | undefined;
    const baseUrl = () => prism?.baseUrl ?? "";
    beforeAll(async () => {
      prism = await startPrism(command ?? "", of.options);
    });
    afterAll(() => prism?.close());

    it("violates what it does not do, and nothing else", async () => {
      const report = await judge(baseUrl(), { rateLimit: null });
      expect(idsOf(report.results.filter(isViolated))).toEqual(Object.keys(of.failing).sort());
      expect(report).toMatchObject({ conclusion: "violates", exitCode: 1 });
      expect(withVerdict(report, "broken")).toEqual([]);
      expect(validateReport(report)).toEqual([]);
      expect(report.seconds).toBeLessThan(75);
      for (const result of report.results.filter(isViolated)) {
        const proof = report.exchanges.filter(({ index }) => result.exchanges.includes(index));
        const status = result.id in shown ? shown[result.id] : 200;
        expect([result.id, proof.map(({ response }) => response?.status)]).toEqual([
          result.id,
          proof.map(() => status),
        ]);
        expect(proof.length, result.id).toBeGreaterThan(0);
      }
      // What it leaves unanswered, no server can be blamed for.
      for (const result of withVerdict(report, "inconclusive")) {
        const [last] = report.exchanges.filter(({ index }) => index === result.exchanges.at(-1));
        expect([result.id, last?.response, isJsonText(last?.request.body ?? "")]).toEqual([
          result.id,
          undefined,
          false,
        ]);
      }
    });

    it.runIf(of.options.length === 0)("serves the first example of each response as it is", async () => {
      for (const { operation, code, examples } of declared) {
        const { method, path } = operation;
        const headers = {
          authorization: "Bearer any",
          "content-type": "application/json",
          prefer: preferenceFor(code),
        };
        const body = method === "GET" ? null : "{}";
        const answer = await fetch(baseUrl() + path.replaceAll(/\{\w+\}/g, "any"), { method, headers, body });
        expect([operation.id, code, await answer.json()]).toEqual([operation.id, code, examples?.[0]]);
      }
    });

    it("has no limiter", async () => {
      const report = await judge(baseUrl(), {
        rateLimit: { limit: 100, windowSeconds: 5 },
        only: Object.keys(of.limiter),
      });
      expect(idsOf(report.results.filter(isViolated))).toEqual(Object.keys(of.limiter).sort());
      expect(report).toMatchObject({ conclusion: "violates", exitCode: 1 });
      expect(withVerdict(report, "broken")).toEqual([]);
      expect(report.seconds).toBeLessThan(75);
    });

    it("ends fpk check with 1", async () => {
      const folder = mkdtempSync(join(tmpdir(), "fpk-prism-"));
      const target = join(folder, "target.json");
      writeFileSync(target, JSON.stringify({ baseUrl: baseUrl(), credentials, rateLimit: null }));
      const { io, printed } = capture({ env: { CI: "true" } });
      const code = await check(undefined, { target, only: ["auth.unknown-token"] }, io).finally(() =>
        rmSync(folder, { recursive: true }),
      );
      expect(printed.stdout).toContain("✗ auth.unknown-token   §5.8 stated");
      expect(code).toBe(1);
    });
  },
);
