/** From all differences to the list of changes: each told once, with where and what it touches. */
import { isRecord } from "../../../spec/contract.ts";
import { operationsOf } from "../document/normal.ts";
import { pointerOf, type Tokens, valueAt } from "../document/pointer.ts";
import type { Alternative } from "../document/security.ts";
import type { Difference } from "../engine/difference.ts";
import { touchedBy } from "../ledger/touched.ts";
import { byKind, type Change, type Party, type Place, worse } from "./change.ts";
import type { Finding } from "./finding.ts";
import { judgeDifference, named, type Side } from "./judge-difference.ts";
import { judgeCodes } from "./responses.ts";
import { judgeSecurity } from "./security-rules.ts";

/** Breaking first, then in the order of the contract. `party`: whose verdict counts; both by default. */
export function judge(differences: readonly Difference[], base: Side, head: Side, party?: Party): readonly Change[] {
  const findings = [
    ...ownRules(base, head),
    ...differences.flatMap((difference) => judgeDifference(difference, base, head)),
  ];
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.rule, finding.effects, finding.sentence]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].map((group) => changeOf(group, base, head, party)).sort((a, b) => byKind(a.kind, b.kind));
}

/** What is judged operation by operation: credentials, and codes. */
function ownRules(base: Side, head: Side): readonly Finding[] {
  return operationsOf(base.normal.document).flatMap(({ path, method, operation }) => {
    const after = valueAt(head.normal.document, ["paths", path, method]);
    if (!isRecord(after)) return [];
    const way = ["paths", path, method];
    const name = named({ part: "operation", rest: [], path, method }, base, head);
    const security = judgeSecurity(
      operation.security as readonly Alternative[],
      after.security as readonly Alternative[],
    );
    const place = { path, method, rest: [] };
    return [
      ...(security === undefined
        ? []
        : [
            {
              ...security,
              ...name,
              sentence: security.text,
              place: { ...place, part: "security" as const },
              base: [...way, "security"],
              head: [...way, "security"],
            },
          ]),
      ...judgeCodes(Object.keys(record(operation.responses)), Object.keys(record(after.responses))).map(
        (judged): Finding => {
          const { key, isIn } = judged;
          const tokens = [...way, "responses", key];
          const response = { ...place, part: "response" as const, status: key, direction: "response" as const };
          const instead = judged.insteadBy === undefined ? {} : { head: [...way, "responses", judged.insteadBy] };
          return { ...judged, ...name, sentence: judged.text, place: response, [isIn]: tokens, ...instead };
        },
      ),
    ];
  });
}

function changeOf(group: readonly Finding[], base: Side, head: Side, party: Party | undefined): Change {
  const [first] = group;
  if (first === undefined) throw new Error("a group of changes is empty");
  const { clients, implementers } = first.effects;
  const touched = touchedBy(group);
  const isNamed =
    (first.place.part === "response" || first.place.part === "header") &&
    first.place.rest.length === 0 &&
    first.schema === undefined;
  const placeInBase = first.base === undefined ? undefined : placeOf(base, first.base, isNamed);
  return {
    rule: first.rule,
    kind: party === "clients" ? clients : party === "implementers" ? implementers : worse(clients, implementers),
    clients,
    implementers,
    text: first.sentence,
    operations: [...new Set(group.flatMap(({ operation }) => operation ?? []))],
    ...(placeInBase === undefined ? {} : { base: placeInBase }),
    head: placeOf(head, first.head ?? first.base ?? [], isNamed),
    places: group.length,
    ...touched,
  };
}

/**
 * Where it is written; what is not there is where it would stand: the nearest place above it. What has a name of its own
 * in a list of responses or headers is where it is named, not where it is described.
 */
function placeOf({ normal, aligned }: Side, tokens: Tokens, isNamed: boolean): Place {
  const root = valueAt(aligned, tokens) === undefined ? normal.document : aligned;
  const there = deepest(root, tokens);
  const list = isNamed && there.length === tokens.length ? normal.origins.at(root, there.slice(0, -1)) : undefined;
  const found =
    list === undefined
      ? normal.origins.at(root, there)
      : { file: list.file, tokens: [...list.tokens, ...there.slice(-1)] };
  const origin = found ?? { file: normal.loaded.root.path, tokens: [] };
  const file = normal.loaded.files.get(origin.file);
  const written = namesIn(file?.value, origin.tokens);
  return { file: origin.file, pointer: pointerOf(written), line: file?.lineOf(written) ?? 1 };
}

/** As much of the way as the file has, with its names as they are written: those of headers know no case. */
function namesIn(value: unknown, tokens: Tokens): Tokens {
  const way: string[] = [];
  for (const token of tokens) {
    const here = valueAt(value, way);
    const names = typeof here === "object" && here !== null ? Object.keys(here) : [];
    const name =
      names.find((each) => each === token) ?? names.find((each) => each.toLowerCase() === token.toLowerCase());
    if (name === undefined) break;
    way.push(name);
  }
  return way;
}

function deepest(root: unknown, tokens: Tokens): Tokens {
  for (let length = tokens.length; length > 0; length -= 1) {
    if (valueAt(root, tokens.slice(0, length)) !== undefined) return tokens.slice(0, length);
  }
  return [];
}

const record = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
