import { writeFileSync } from "node:fs";
import { it } from "vitest";
import { algorithmNames } from "./algorithms.test.support.ts";
import { faults, legalRules } from "./faults.test.support.ts";
import { simulatedRun } from "./simulated-run.test.support.ts";

it("table", async () => {
  const out: string[] = [];
  const t0 = performance.now();
  for (const [name, fault] of [["LEGAL", (r: any) => r] as const, ...Object.entries(faults)])
    for (const latencyMs of [20, 120])
      for (const algorithm of algorithmNames) {
        const rules = legalRules({ algorithm, rateLimit: { limit: 100, windowSeconds: 60 }, phaseMs: 23456, tellsAfter: process.env.BEFORE ? false : true, countsRefused: false, countsErrors: true, countsExpired: false, countsSessions: true });
        const run = await simulatedRun(fault(rules), { latencyMs, jitter: 0, startsAt: 1_790_000_000_000, preUsed: 0, preUsedMs: 0, functional: 60 });
        const inc = Object.entries(run.judgements).filter(([, j]) => j.verdict !== "fail" && j.verdict !== "pass").map(([id, j]) => `${id.slice(6)}:${j.verdict.slice(0,6)}`);
        out.push(`${name.padEnd(34)} ${String(latencyMs).padStart(3)} ${algorithm.padEnd(24)} ${run.seconds.toFixed(1).padStart(6)}s +${String(run.beyond).padStart(3)}  ${run.failed.map((f) => f.slice(6)).join(", ") || "-"}   (${inc.join(" ")})`);
      }
  out.push(`${((performance.now() - t0) / 1000).toFixed(1)} s`);
  writeFileSync("/tmp/table.txt", out.join("\n"));
}, 300000);
