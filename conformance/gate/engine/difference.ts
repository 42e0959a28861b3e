/** Where two contracts differ, as Redocly's `diff` finds it, proved by a pair that it must call breaking. */
import { isRecord } from "../../../spec/contract.ts";
import type { NormalDocument } from "../document/normal.ts";
import { pointerOf, type Tokens, tokensOf } from "../document/pointer.ts";
import { NotJudged } from "../not-judged.ts";

/** `impact`: what Redocly asks of the version, for the sake of clients. */
export interface Difference {
  readonly kind: "added" | "removed" | "modified";
  /** The way to the node; a modified node's keyword is `property`. */
  readonly tokens: Tokens;
  readonly property?: string;
  readonly impact: "major" | "minor" | "patch";
  /** The ways to the node, or to the keyword's value, in each of the two documents, and what is there. */
  readonly base?: { readonly tokens: Tokens; readonly value: unknown };
  readonly head?: { readonly tokens: Tokens; readonly value: unknown };
}

const canaryPath = "/x-fpk-canary";
const canary = (properties: object) => ({
  get: {
    operationId: "x-fpk-canary",
    responses: {
      "200": { description: "", content: { "application/json": { schema: { type: "object", properties } } } },
    },
  },
});

/** The two documents as Redocly is given them: with a path whose response loses a property. */
export function withCanary(base: NormalDocument, head: NormalDocument): readonly [object, object] {
  const kept = { type: "string" };
  return [
    { ...base, paths: { ...base.paths, [canaryPath]: canary({ kept, lost: kept }) } },
    { ...head, paths: { ...head.paths, [canaryPath]: canary({ kept }) } },
  ];
}

/** Reads `redocly diff --format json`. Throws `NotJudged` where the canary is missed, or the report is in a form that is not known. */
export function readDifferences(report: unknown): readonly Difference[] {
  if (!isRecord(report) || report.reportVersion !== "1" || !Array.isArray(report.changes)) {
    throw new NotJudged(
      "Redocly's diff reports in a form that this gate does not know; install the pinned version (npm ci)",
    );
  }
  const differences = renamed(report.changes.map(readChange));
  const isCanary = ({ tokens }: Difference) => tokens[1] === canaryPath;
  if (!differences.some((one) => isCanary(one) && one.impact === "major")) {
    throw new NotJudged(
      "Redocly's diff does not call a removed response property breaking any more; install the pinned version (npm ci)",
    );
  }
  return differences.filter((one) => !isCanary(one));
}

/**
 * Redocly takes names that differ in case alone for one, and calls it a change of a `key`: it is one that is gone and one
 * that is new. What they hold is not compared.
 */
function renamed(differences: readonly Difference[]): readonly Difference[] {
  const isRenamed = ({ property, base, head }: Difference) =>
    property === "key" && base !== undefined && head !== undefined && base.tokens.at(-1) !== head.tokens.at(-1);
  const moved = differences.filter(isRenamed).map(({ tokens }) => pointerOf(tokens));
  return differences.flatMap((difference): readonly Difference[] => {
    const { tokens, base, impact } = difference;
    if (isRenamed(difference)) {
      const before = [...tokens.slice(0, -1), base?.tokens.at(-1) ?? ""];
      return [
        { kind: "removed", tokens: before, impact },
        { kind: "added", tokens, impact: "minor" },
      ];
    }
    return moved.some((pointer) => pointerOf(tokens).startsWith(`${pointer}/`)) ? [] : [difference];
  });
}

function readChange(change: unknown): Difference {
  if (!isRecord(change) || typeof change.path !== "string")
    throw new NotJudged("Redocly's diff reports a change without a path");
  const { kind, impact, property, path } = change;
  if (kind !== "added" && kind !== "removed" && kind !== "modified")
    throw new NotJudged(`Redocly's diff reports a change of the kind ${kind}`);
  return {
    kind,
    tokens: placeOf(path),
    impact: impact === "major" || impact === "minor" ? impact : "patch",
    ...(typeof property === "string" ? { property } : {}),
    ...side("base", change.base),
    ...side("head", change.revision),
  };
}

function side<Name extends string>(name: Name, value: unknown): { [key in Name]?: { tokens: Tokens; value: unknown } } {
  if (!isRecord(value) || typeof value.pointer !== "string") return {};
  return { [name]: { tokens: placeOf(value.pointer), value: value.value } } as {
    [key in Name]?: { tokens: Tokens; value: unknown };
  };
}

/** The whole document is `#/`. */
const placeOf = (pointer: string): Tokens => (pointer === "#/" ? [] : tokensOf(pointer));
