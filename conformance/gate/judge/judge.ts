/** Compares two contracts and judges their differences. */
import { valueAt } from "../../../cli/json-pointer.ts";
import { align } from "../comparison/align.ts";
import { differences } from "../comparison/differences.ts";
import { record } from "../document/json.ts";
import { type Normal, operationsOf } from "../document/normal.ts";
import type { Place } from "../document/place.ts";
import { affectedClauses, isLedgersContract } from "../ledger/affected-clauses.ts";
import { allowanceFor } from "../policy/allowances.ts";
import { underDeprecation } from "../policy/deprecation.ts";
import { type Allowance, defaultSettings, type Settings } from "../policy/policy.ts";
import type { ContractChange } from "./change.ts";
import { codeChanges, codeRules } from "./code-rules.ts";
import { type ContractPlace, isCollection, judgedKey, judgedTokens } from "./contract-place.ts";
import { byKind, type Kind, worse } from "./effects.ts";
import { findingOf, judgeDifference, type Sides } from "./judge-difference.ts";
import { placesOf } from "./locate.ts";
import { withRenames } from "./renames.ts";
import { type JudgedChange, judgeBy } from "./rule.ts";

/** Breaking changes first, then in the order of the contract. */
export function judge(base: Normal, head: Normal, settings: Settings = defaultSettings): readonly ContractChange[] {
  const [before, after] = align(base.document, head.document);
  const sides = { base: { normal: base, aligned: before }, head: { normal: head, aligned: after } };
  const places = new Map(
    differences(before, after, isCollection).map(({ tokens }) => {
      const place = judgedTokens(tokens);
      return [judgedKey(place), place] as const;
    }),
  );
  const findings = withRenames(
    [...judgeCodes(sides), ...[...places.values()].flatMap((tokens) => judgeDifference(tokens, sides))],
    sides,
  );
  const groups = new Map<string, Group>();
  for (const found of findings) {
    const finding = underDeprecation(found, sides, settings);
    const judged = { ...finding, ...countedKind(finding, settings), places: placesOf(finding, sides) };
    const allowance = judged.kind === "breaking" ? allowanceFor({ ...judged, ...judged.places }, settings) : undefined;
    const key = JSON.stringify([finding.rule, finding.effects, finding.text, allowance]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [{ ...judged, allowance }]);
    else group.push({ ...judged, allowance });
  }
  const isOurs = isLedgersContract(operationsOf(base.document).map(({ name }) => name));
  return [...groups.values()].map((group) => changeOf(group, isOurs)).sort((a, b) => byKind(a.kind, b.kind));
}

interface PlacedFinding extends JudgedChange {
  readonly kind: Kind;
  readonly isByPolicy: boolean;
  readonly allowance: Allowance | undefined;
  readonly places: Pick<ContractChange, "base" | "head">;
}

function countedKind({ rule, effects }: JudgedChange, { party, policy }: Settings) {
  const usual = party === undefined ? worse(effects.clients, effects.implementers) : effects[party];
  const kind = policy.severity?.[rule] ?? usual;
  return { kind, isByPolicy: kind !== usual };
}

/** By the keys that the contracts have themselves: alignment adds and removes some. */
function judgeCodes(sides: Sides): readonly JudgedChange[] {
  const { base, head } = sides;
  return operationsOf(base.normal.document).flatMap(({ path, method, operation }) => {
    const tokens = ["paths", path, method];
    const counterpart = valueAt(head.normal.document, tokens);
    if (counterpart === undefined) return [];
    const keysOf = (each: unknown) => Object.keys(record(record(each).responses));
    return codeChanges(keysOf(operation), keysOf(counterpart)).map((change): JudgedChange => {
      const { key, isIn, replacedBy } = change;
      const place: ContractPlace = { part: "response", rest: [], path, method, status: key, direction: "response" };
      return {
        ...findingOf(judgeBy(codeRules, change), place, sides),
        [isIn]: [...tokens, "responses", key],
        ...(replacedBy[0] === undefined ? {} : { head: [...tokens, "responses", replacedBy[0]] }),
      };
    });
  });
}

/** Findings with the same text. */
type Group = [PlacedFinding, ...PlacedFinding[]];

function changeOf(group: Group, isOurs: boolean): ContractChange {
  const [{ rule, kind, isByPolicy, allowance, effects, text, places }] = group;
  return {
    rule,
    kind,
    isByPolicy,
    allowance,
    ...effects,
    text,
    operations: [...new Set(group.flatMap(({ operation }) => operation ?? []))],
    ...places,
    pointers: [...new Set(group.map(({ places: { base, head } }) => exactPointer(base, head)))],
    places: group.length,
    ...(isOurs ? affectedClauses(group) : { clauses: [], notInLedger: [] }),
  };
}

/** What is gone is named by where it was. */
const exactPointer = (base: Place | undefined, head: Place) =>
  base !== undefined && base.pointer.length > head.pointer.length ? base.pointer : head.pointer;
