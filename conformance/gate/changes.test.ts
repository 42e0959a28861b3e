import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { ofTheDocument, singles } from "./changes/index.test.support.ts";
import type { Label, Single } from "./changes/single.test.support.ts";
import { contract, type Document, judgeMany, normalOf, sourceOf } from "./contract.test.support.ts";
import { configFile, redocly, ruleset } from "./engine/redocly.ts";
import { judgeContracts } from "./gate.ts";
import { type Change, type Effects, type Kind, worse } from "./judge/change.ts";
import { rewritings } from "./rewrite.test.support.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fpk-gate-changes-"));
  writeFileSync(join(folder, configFile), stringify(ruleset));
});
afterAll(() => rmSync(folder, { recursive: true }));

let runs = 0;
async function diff(base: object, head: object): Promise<unknown> {
  runs += 1;
  const names = [`${runs}.base.json`, `${runs}.head.json`] as const;
  writeFileSync(join(folder, names[0]), JSON.stringify(base));
  writeFileSync(join(folder, names[1]), JSON.stringify(head));
  const [report] = await redocly(folder, ["diff", ...names]);
  return report;
}

const letters: Record<Kind, string> = { breaking: "B", additive: "A", editorial: "E" };

/** The worst of the changes, for each party; nothing where there is none. */
function labelOf(changes: readonly Change[]): Label {
  const whole = changes.reduce<Effects | undefined>(
    (one, other) =>
      one === undefined
        ? other
        : { clients: worse(one.clients, other.clients), implementers: worse(one.implementers, other.implementers) },
    undefined,
  );
  return whole === undefined ? "" : (`${letters[whole.clients]}${letters[whole.implementers]}` as Label);
}

const text = JSON.stringify(contract());

function made(change: (document: Document) => void): Document {
  const document = JSON.parse(text);
  change(document);
  // What is the same object at two places stands there twice.
  return JSON.parse(JSON.stringify(document));
}

/** How many pairs one run of the engine is given. */
const batch = 200;

/** The changes that were judged otherwise than their labels say, each with both verdicts. */
async function misjudged(
  all: readonly Single[],
  rewrite: (document: Document, at: number) => Document,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (let from = 0; from < all.length; from += batch) {
    const some = all.slice(from, from + batch);
    const pairs = some.map((single, at) => ({
      base: normalOf(made(single.before)),
      head: normalOf(JSON.parse(JSON.stringify(rewrite(made(single.apply), from + at)))),
    }));
    const verdicts = await judgeMany(pairs, diff);
    for (const [at, single] of some.entries()) {
      const verdict = labelOf(verdicts[at] ?? []);
      if (verdict !== single.label)
        wrong.push(
          `${single.name}: ${verdict}, not ${single.label}: ${verdicts[at]?.map(({ rule, text }) => `${rule} (${text})`).join("; ")}`,
        );
    }
  }
  return wrong;
}

const all = singles(contract());

/** Deno runs the same code: there some of them will do. */
const here = process.versions.deno === undefined ? all : all.filter((_, at) => at % 10 === 0);

describe("single changes of the contract", { timeout: 600_000 }, () => {
  it("are many, of each label that there is, and none is made twice", () => {
    expect(all.length).toBeGreaterThan(500);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(new Set(all.map(({ label }) => label))).toEqual(new Set(["AA", "AB", "BA", "BB", "AE", "BE", "EE", ""]));
  });

  it("are judged as they are labelled", async () => {
    expect(await misjudged(here, (document) => document)).toEqual([]);
  });

  it("are judged so in a document that is rewritten, every fifth of them in one of the ways in turn", async () => {
    const ways = Object.values(rewritings);
    // What holds itself has no end when it is inlined.
    const some = here.filter(({ name }, at) => at % 5 === 0 && !name.includes("holds itself"));
    expect(await misjudged(some, (document, at) => ways[at % ways.length]?.(document))).toEqual([]);
  });

  it.each(ofTheDocument())("of the whole document: $name", async (single) => {
    const judged = await judgeContracts(
      sourceOf(stringify(made(single.before)), "a.yaml"),
      sourceOf(stringify(made(single.apply)), "b.yaml"),
    );
    expect(labelOf(judged.changes)).toBe(single.label);
  });
});

describe("a document that is written otherwise", { timeout: 120_000 }, () => {
  it.each(Object.entries(rewritings))("is no change: %s", async (_, rewrite) => {
    const judged = await judgeContracts(
      sourceOf(stringify(contract()), "a.yaml"),
      sourceOf(stringify(rewrite(contract())), "b.yaml"),
    );
    expect(judged.changes).toEqual([]);
    expect(judged.isCompared).toBe(true);
  });
});
