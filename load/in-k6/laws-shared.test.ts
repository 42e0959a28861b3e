/** The same laws give the same verdicts on the same exchanges, inside k6 and on Node. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createLawContext } from "../../conformance/laws/apply.ts";
import { laws, limiterLaws, sequenceLaws } from "../../conformance/laws/index.ts";
import { Sequence as JudgedSequence } from "../../conformance/laws/sequence-law.ts";
import { contract } from "../../conformance/model/exchange.test.support.ts";
import { checksFor, clauseOf } from "../../conformance/run/checks/registry.ts";
import { localK6, runK6 } from "../scenarios/run.test.support.ts";
import * as inK6 from "./contract.ts";
import { type Asked, corpus, type Judged, type Sequence } from "./corpus.test.support.ts";

const sequences = await corpus();
const contextOf = ({ rateLimit }: Sequence) => createLawContext(contract, rateLimit);

function askedOf(sequence: Sequence): Asked {
  const { name, rateLimit, exchanges } = sequence;
  const context = contextOf(sequence);
  return {
    name,
    rateLimit,
    records: exchanges.map((exchange) => ({ ...exchange })),
    problems: exchanges.map((exchange) => context.problems(exchange)),
    declared: exchanges.map((exchange) => context.declaredStatuses(exchange)),
  };
}

function judgedOnNode(sequence: Sequence): Judged {
  const { name, exchanges, rateLimit } = sequence;
  const context = contextOf(sequence);
  const judged = new JudgedSequence(exchanges, rateLimit);
  return {
    name,
    laws: laws.map((law) => exchanges.map((exchange) => law.judge(exchange, context))),
    compiled: inK6.laws.map((law) => exchanges.map((exchange) => law.judge(exchange, context))),
    sequences: sequenceLaws.map((law) => judged.verdictOf(law)),
  };
}

const script = fileURLToPath(new URL("./laws.test.script.ts", import.meta.url));

async function judgedInK6(command: string): Promise<readonly Judged[]> {
  const folder = mkdtempSync(join(tmpdir(), "fpk-laws-"));
  try {
    const [given, printed] = [join(folder, "corpus.json"), join(folder, "printed")];
    writeFileSync(given, JSON.stringify(sequences.map(askedOf)));
    const args = ["run", "--quiet", "--address", "", "--log-format", "raw", "--console-output", printed, script];
    const { exitCode, output } = await runK6(command, args, { CORPUS: given });
    expect(exitCode, output).toBe(0);
    const lines = readFileSync(printed, "utf8").trim().split("\n");
    return lines.map((line): Judged => JSON.parse(line));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("what a script judges by itself", () => {
  it("sees all verdicts in the corpus, for every law of the limiter", () => {
    const judged = sequences.map(({ exchanges, rateLimit }) => new JudgedSequence(exchanges, rateLimit));
    const seen = (verdict: string) =>
      limiterLaws.filter((law) => judged.some((sequence) => sequence.verdictOf(law).verdict === verdict)).length;
    expect(seen("pass")).toBe(limiterLaws.length);
    expect(seen("fail")).toBeGreaterThan(4);
  });

  it("finds the problems of bodies that the contract's validator finds", () => {
    for (const sequence of sequences) {
      const [context, contextInK6] = [contextOf(sequence), inK6.createLawContext(sequence.rateLimit)];
      for (const exchange of sequence.exchanges) {
        expect(contextInK6.problems(exchange), exchange.response?.body).toEqual(context.problems(exchange));
        expect(contextInK6.declaredStatuses(exchange)).toEqual(context.declaredStatuses(exchange));
      }
    }
  });

  it("has every law of the launcher, at the level of the ledger", () => {
    const single = laws.map((check) => ({ kind: "law", check }) as const);
    const sequential = sequenceLaws.map((check) => ({ kind: "sequence", check }) as const);
    const checks = checksFor([...single, ...sequential], contract).map(({ check }) => check);
    expect([...inK6.laws, ...inK6.sequenceLaws].map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
    for (const check of checks) expect(inK6.isImplied(check.id), check.id).toBe(clauseOf(check).level === "implied");
  });
});

const k6 = await localK6();

if (k6 === undefined) {
  it.skipIf(process.env.FPK_REQUIRE_TOOLS !== "1")("skipped: no k6", () => {
    expect.fail("no k6 on PATH or in the cache: fpk doctor --install");
  });
} else {
  it("is the same inside k6 and on Node, word for word", async () => {
    const judgedThere = await judgedInK6(k6);
    expect(judgedThere.map(({ name }) => name)).toEqual(sequences.map(({ name }) => name));
    for (const [at, sequence] of sequences.entries()) {
      // As after being sent as JSON.
      const onNode: Judged = JSON.parse(JSON.stringify(judgedOnNode(sequence)));
      const judged = judgedThere[at];
      const differing = (of: "laws" | "compiled" | "sequences", all: readonly { readonly id: string }[]) =>
        all.flatMap(({ id }, law) => {
          const [k6Says, nodeSays] = [judged?.[of][law], onNode[of][law]];
          return JSON.stringify(k6Says) === JSON.stringify(nodeSays) ? [] : [{ id, k6Says, nodeSays }];
        });
      expect(differing("laws", laws), sequence.name).toEqual([]);
      expect(differing("compiled", inK6.laws), sequence.name).toEqual([]);
      expect(differing("sequences", sequenceLaws), sequence.name).toEqual([]);
    }
  });
}
