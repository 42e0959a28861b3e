/** Compares two contracts and judges their differences. */
import type { Tokens } from "../../../cli/json-pointer.ts";
import { align } from "../comparison/align.ts";
import { differences } from "../comparison/differences.ts";
import type { Difference } from "../comparison/pair.ts";
import { pairRenamed } from "../comparison/pair-renamed.ts";
import type { PathRules } from "../comparison/path-rules.ts";
import { valueAt } from "../document/circular.ts";
import { getOrMake } from "../document/get-or-make.ts";
import { record } from "../document/json.ts";
import { type Normal, operationsOf } from "../document/normal.ts";
import { affectedClauses, isLedgersContract } from "../ledger/affected-clauses.ts";
import { allowanceFor } from "../policy/allowances.ts";
import { underDeprecation } from "../policy/deprecation.ts";
import { entryPointer } from "../policy/entry-pointer.ts";
import { type Allowance, defaultSettings, type Settings } from "../policy/policy.ts";
import type { ContractChange } from "./change.ts";
import { codeChanges, codeRules } from "./code-rules.ts";
import { type ContractPlace, contractPlace, isCollection, judgedKey, judgedTokens } from "./contract-place.ts";
import { byKind, type Kind, worse } from "./effects.ts";
import { judgeDifference } from "./judge-difference.ts";
import { judgedChange } from "./judged-change.ts";
import { placesOf } from "./locate.ts";
import { withMessages } from "./messages.ts";
import { withMoves } from "./moves.ts";
import { pathRulesBetween } from "./path-rules-between.ts";
import { withRenames } from "./renames.ts";
import { type JudgedChange, judgeBy } from "./rule.ts";
import type { Sides } from "./sides.ts";
import { operationName, operationNames } from "./written-names.ts";

/** The changes from BASE to HEAD: breaking changes first, then in the order of the contract. */
export function judge(base: Normal, renamed: Normal, settings: Settings = defaultSettings): readonly ContractChange[] {
  const head = { ...renamed, document: pairRenamed(base.document, renamed.document) };
  const [before, after] = align(base.document, head.document);
  const sides = { base: { normal: base, aligned: before }, head: { normal: head, aligned: after } };
  const codes = judgeCodes(sides);
  // A code that only one contract lists is compared with the other's range or `default`, whose texts differ anyway.
  const relisted = new Set(codes.map(({ place }) => responseOf(place)));
  const isRelisted = (place: ContractPlace) => relisted.has(responseOf(place));
  const operations = new Set(codes.map(({ place }) => operationOf(place)));
  const pathRules = pathRulesBetween(sides, settings, (place) => operations.has(operationOf(place)));
  const differing = judgedPlaces(sides, pathRules).flatMap(({ tokens, alsoFrom = [] }) =>
    judgeDifference(tokens, sides).map((change) => ({ ...change, alsoFrom })),
  );
  const judged = [...codes, ...differing.filter(({ rule, place }) => rule !== "text" || !isRelisted(place))];
  const groups = new Map<string, Group>();
  const changes = withMoves(withRenames(judged, sides)).map((each) =>
    placed(underDeprecation(each, sides, settings), sides, settings),
  );
  const editing = (change: PlacedChange) => JSON.stringify([change.allowance, editOf(change)]);
  for (const change of withMessages(changes, sides, editing)) {
    const key = JSON.stringify([change.rule, change.effects, change.text, editing(change)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [change]);
    else group.push(change);
  }
  const isOurs = isLedgersContract(operationsOf(base.document).map(({ name }) => name));
  const names = new Map<Tokens, string | undefined>();
  const nameOf = (tokens: Tokens) => getOrMake(names, tokens, () => operationName(contractPlace(tokens), sides));
  return [...groups.values()].map((group) => changeOf(group, nameOf, isOurs)).sort((a, b) => byKind(a.kind, b.kind));
}

/** Each place that differs and is judged by itself. */
function judgedPlaces({ base, head }: Sides, pathRules: PathRules): readonly Pick<Difference, "tokens" | "alsoFrom">[] {
  const places = differences(base.aligned, head.aligned, isCollection, pathRules).map((difference) => ({
    ...difference,
    tokens: judgedTokens(difference.tokens),
  }));
  return [...new Map(places.map((place) => [judgedKey(place.tokens), place])).values()];
}

interface EntryPointers {
  readonly base: string | undefined;
  readonly head: string;
  /** `head` without the tokens that are not written in HEAD. */
  readonly written: string;
}

interface PlacedChange extends JudgedChange {
  readonly kind: Kind;
  readonly isByPolicy: boolean;
  readonly allowance: Allowance | undefined;
  readonly places: Pick<ContractChange, "base" | "head">;
  /** The places as entries of the policy name them. */
  readonly entryPointers: EntryPointers;
}

function placed(change: JudgedChange, sides: Sides, settings: Settings): PlacedChange {
  const { missing, ...places } = placesOf(change, sides);
  const [before, after] = [sides.base.normal.loaded, sides.head.normal.loaded];
  // One of the names that `required` lists.
  const name = change.place.schema?.keyword === "required" ? (change.properties?.slice(-1) ?? []) : [];
  const entryPointers = {
    base: places.base && entryPointer(places.base, before, name.length > 0 ? [...missing.base, ...name] : []),
    head: entryPointer(places.head, after, [...missing.head, ...name]),
    written: entryPointer(places.head, after),
  };
  const judged = { ...change, ...countedKind(change, settings), places, entryPointers };
  const operations = operationNames(change.place, sides);
  const allowance =
    judged.kind === "breaking" ? allowanceFor({ ...judged, ...entryPointers, operations }, settings) : undefined;
  return { ...judged, allowance };
}

function countedKind({ rule, effects }: JudgedChange, { party, policy }: Settings) {
  const usual = party === undefined ? worse(effects.clients, effects.implementers) : effects[party];
  const kind = policy.severity?.[rule] ?? usual;
  return { kind, isByPolicy: kind !== usual };
}

/** Judges the status codes that only one contract lists, by the keys as they are written: alignment adds and removes some. */
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
        ...judgedChange(judgeBy(codeRules, change), place, sides),
        [isIn]: [...tokens, "responses", key],
        ...(replacedBy[0] === undefined ? {} : { head: [...tokens, "responses", replacedBy[0]] }),
      };
    });
  });
}

const operationOf = ({ path, method }: ContractPlace) => JSON.stringify([path, method]);

const responseOf = ({ path, method, status }: ContractPlace) => JSON.stringify([path, method, status]);

/** Changes with the same text that come from one place of the contract, such as a component that several operations use. */
type Group = [PlacedChange, ...PlacedChange[]];

function changeOf(group: Group, nameOf: (tokens: Tokens) => string | undefined, isOurs: boolean): ContractChange {
  const [{ rule, kind, isByPolicy, allowance, effects, text, places, entryPointers }] = group;
  const others = [...new Set(group.flatMap(({ alsoFrom = [] }) => alsoFrom))];
  return {
    rule,
    kind,
    isByPolicy,
    allowance,
    ...effects,
    text,
    operations: [...new Set([...group.map(({ operation }) => operation), ...others.map(nameOf)])].flatMap(
      (operation) => operation ?? [],
    ),
    ...places,
    pointers: [exactPointer(entryPointers)],
    places: group.reduce((sum, { alsoFrom = [] }) => sum + 1 + alsoFrom.length, 0),
    ...(isOurs
      ? affectedClauses(group.flatMap((change) => [change, ...inOtherMessages(change, nameOf)]))
      : { clauses: [], notInLedger: [] }),
  };
}

/** A key that changes have in common if they are one edit: the pointer, or, for one of several texts such as examples, that of their list. */
function editOf({ rule, place: { rest, schema }, entryPointers }: PlacedChange): string {
  const pointer = exactPointer(entryPointers);
  const [field, ...inside] = rest;
  const at = rule === "text" && schema === undefined && inside.length > 0 ? pointer.lastIndexOf(`/${field}/`) : -1;
  return at < 0 ? pointer : pointer.slice(0, at);
}

/** The change once for each other message that has it. */
const inOtherMessages = (change: JudgedChange, nameOf: (tokens: Tokens) => string | undefined) =>
  (change.alsoFrom ?? []).map((tokens) => ({ ...change, place: contractPlace(tokens), operation: nameOf(tokens) }));

/** A removed part is named by its place in BASE; if HEAD has the change at another place, by that of the two which belongs to one operation only. */
function exactPointer({ base, head, written }: EntryPointers): string {
  if (base === undefined) return head;
  // What stood at a path or at the document was removed once, for all operations below it.
  const isRemovedOnce = written !== head && !/^\/components\/|#/.test(base);
  // The digest of what was changed, not of what it became, which another alternative may become later.
  const isOnlyInBase = isRemovedOnce || base.includes("/inline-") || (isInOperation(base) && !isInOperation(written));
  return `${base}/`.startsWith(`${written}/`) || isOnlyInBase ? base : head;
}

const isInOperation = (pointer: string) => /^\/(paths|webhooks)\/[^/]+\/[^/]+/.test(pointer);
