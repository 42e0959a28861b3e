/** How a sentence names a part of the contract that is not a schema. */
import type { Tokens } from "../../../cli/json-pointer.ts";
import { covering } from "../comparison/align.ts";
import { valueAt } from "../document/circular.ts";
import { record } from "../document/json.ts";
import { originAt, originOf } from "../document/origins.ts";
import { schemeText } from "../document/security.ts";
import { type ContractPlace, isInServers } from "./contract-place.ts";
import { isRemoved } from "./rule.ts";
import { type Side, type Sides, valuesAt } from "./sides.ts";
import { subjectOf, writtenName } from "./written-names.ts";

export function namesOf(place: ContractPlace, tokens: Tokens, sides: Sides) {
  const { path, method, parameter } = place;
  const both = Object.values(valuesAt(["paths", path ?? "", method ?? "", "parameters", parameter ?? ""], sides));
  const isScalar = both.some((value) => [record(record(value).schema).type].flat().every((type) => scalars.has(type)));
  return {
    name: nameOf(place, tokens, sides),
    subject: subjectOf(place, sides),
    isScalar,
    newStatus: newStatusOf(place, sides.head),
    narrowerTypes: place.part === "media" && place.rest.length === 0 ? narrowerTypes(tokens, sides.head) : [],
  };
}

function nameOf(place: ContractPlace, tokens: Tokens, sides: Sides): string {
  if (place.rest[0] === "x-flows") return flowName(place.rest, sides);
  if (place.rest[0] === "x-credentials") return schemesWithOtherTexts(sides).join(", ");
  if (!isInServers(place)) return writtenName(place, sides);
  const changed = valuesAt(tokens, sides);
  // Its key in the normal form has the defaults of its variables.
  const { before, after } = valuesAt(tokens.slice(0, tokens.length - place.rest.length + 2), sides);
  const server = (isRemoved(changed) ? before : after) ?? before ?? after;
  return String(record(server).url);
}

/** The media types that alignment put beside the range at `tokens`: they are written where it is. */
function narrowerTypes(tokens: Tokens, { aligned }: Side): readonly string[] {
  const range = tokens.at(-1);
  const content = record(valueAt(aligned, tokens.slice(0, -1)));
  const origin = originOf(content[range ?? ""]);
  return Object.keys(content).filter(
    (type) => type !== range && origin !== undefined && originOf(content[type]) === origin,
  );
}

/** A success of HEAD that is compared under the status that it replaces. */
function newStatusOf({ path = "", method = "", status }: ContractPlace, { normal }: Side): string | undefined {
  const codes = Object.keys(record(valueAt(normal.document, ["paths", path, method, "responses"])));
  if (!status?.startsWith("2") || covering(codes, status) !== undefined) return undefined;
  return codes.find((code) => code.startsWith("2"));
}

/** The names of the security schemes of which one contract alone has the texts; HEAD's, if it has any. */
function schemesWithOtherTexts({ base, head }: Sides): readonly string[] {
  const texts = ({ normal: { loaded } }: Side) => {
    const { securitySchemes } = record(record(loaded.root.value).components);
    return Object.entries(record(securitySchemes)).flatMap(([name, scheme]) => {
      const text = schemeText(scheme);
      return text === undefined ? [] : [{ name, text }];
    });
  };
  const [before, after] = [texts(base), texts(head)];
  const onlyIn = (some: typeof before, others: typeof before) =>
    some.filter(({ text }) => !others.some((other) => other.text === text)).map(({ name }) => name);
  const inHead = onlyIn(after, before);
  return inHead.length > 0 ? inHead : onlyIn(before, after);
}

/** `oauth (clientCredentials)`: the names of the security scheme and of its flow. */
function flowName(tokens: Tokens, { base }: Sides): string {
  const [scheme, , flow] = originAt(base.aligned, tokens.slice(0, 2))?.tokens.slice(-3) ?? [];
  return `${scheme} (${flow})`;
}

const scalars: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "null"]);
