import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { singles } from "./changes/index.test.support.ts";
import type { Label, Single } from "./changes/single.test.support.ts";
import { wholeDocumentChanges } from "./changes/whole-document.test.support.ts";
import { contract, type Document, normalOf, sourceOf } from "./contract.test.support.ts";
import { judgeContracts } from "./gate.ts";
import { isRule } from "./judge/catalogue.ts";
import type { ContractChange } from "./judge/change.ts";
import { type Effects, type Kind, worse } from "./judge/effects.ts";
import { judge } from "./judge/judge.ts";
import { rewritings } from "./rewrite.test.support.ts";

const letters: Record<Kind, string> = { breaking: "B", additive: "A", editorial: "E" };

/** The worst kind for each party; empty if there is no change. */
function labelOf(changes: readonly ContractChange[]): Label {
  if (changes.length === 0) return "";
  const { clients, implementers } = changes.reduce<Effects>(
    (a, b) => ({
      clients: worse(a.clients, b.clients),
      implementers: worse(a.implementers, b.implementers),
    }),
    { clients: "editorial", implementers: "editorial" },
  );
  return `${letters[clients]}${letters[implementers]}` as Label;
}

const text = JSON.stringify(contract());

function made(change: (document: Document) => void): Document {
  const document = JSON.parse(text);
  change(document);
  // An object that is used at two places becomes two.
  return JSON.parse(JSON.stringify(document));
}

const unchanged = normalOf(JSON.parse(text));

/** The changes that were not judged as their labels say, or by a rule that `fpk gate --rules` does not list; each with both verdicts. */
function misjudged(all: readonly Single[], rewrite: (document: Document, at: number) => Document): readonly string[] {
  return all.flatMap(({ name, label, before, apply }, at) => {
    const head = normalOf(JSON.parse(JSON.stringify(rewrite(made(apply), at))));
    const changes = judge(before === undefined ? unchanged : normalOf(made(before)), head);
    const verdict = labelOf(changes);
    const reasons = changes.map(({ rule, text }) => `${rule} (${text})`).join("; ");
    return verdict === label && changes.every(({ rule }) => isRule(rule))
      ? []
      : [`${name}: ${verdict}, not ${label}: ${reasons}`];
  });
}

const all = singles(contract());

/** Deno runs the same code, so a tenth of them is enough there. */
const here = process.versions.deno === undefined ? all : all.filter((_, at) => at % 10 === 0);

describe("single changes of the contract", () => {
  it("are more than enough, cover every label, and are all different", () => {
    expect(all.length).toBeGreaterThan(500);
    // Labels are written by hand for each kind of change, which is made at many places.
    expect(new Set(all.map(({ name }) => name.replace(/^\w+(\.\w+)?: /, ""))).size).toBeGreaterThan(250);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(new Set(all.map(({ label }) => label))).toEqual(new Set(["AA", "AB", "BA", "BB", "AE", "BE", "EE", ""]));
  });

  it("are judged as they are labelled", () => {
    expect(misjudged(here, (document) => document)).toEqual([]);
  });

  it("are judged as they are labelled in a rewritten document, every fifth change in one rewriting", () => {
    const ways = Object.values(rewritings);
    // A schema that contains itself cannot be inlined, and a subtype is known by its name.
    const some = here.filter(({ name }, at) => at % 5 === 0 && !/holds itself|subtype/.test(name));
    expect(misjudged(some, (document, at) => ways[at % ways.length]?.(document))).toEqual([]);
  });

  it("are judged as they are labelled if they concern the whole document", () => {
    expect(misjudged(wholeDocumentChanges(), (document) => document)).toEqual([]);
  });
});

describe("a document that is written otherwise", () => {
  it.each(Object.entries(rewritings))("is not a change: %s", async (_, rewrite) => {
    const judged = await judgeContracts(
      sourceOf(stringify(contract()), "a.yaml"),
      sourceOf(stringify(rewrite(contract())), "b.yaml"),
    );
    expect(judged.changes).toEqual([]);
    expect(judged.isCompared).toBe(true);
  });
});
