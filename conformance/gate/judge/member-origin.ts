/** Where a property, an entry of `required` or an alternative is listed, if several schemas are merged into the one that has it. */
import { formatPointer, type Tokens } from "../../../cli/json-pointer.ts";
import { valueAt } from "../document/circular.ts";
import { list, record } from "../document/json.ts";
import type { Loaded } from "../document/load.ts";
import { isKeyword } from "../document/normal-schema.ts";
import { below, type Origin, originAt } from "../document/origins.ts";
import { nameOf, resolved, valueIn, writtenParts } from "../document/written-parts.ts";
import type { JudgedChange } from "./rule.ts";
import type { Side } from "./sides.ts";

/**
 * `tokens`: the place of the change in the compared form. `other`: where it is listed in the other contract; if this one does not list it,
 * but has that part of the schema, it would be there, else in the schema as a whole. Undefined for other kinds of change.
 */
export function memberOrigin(
  { place: { schema }, properties, base, head }: JudgedChange,
  side: Side,
  tokens: Tokens,
  other?: Origin,
): Origin | undefined {
  const { keyword = "", member } = schema ?? {};
  const isRequired = keyword === "required";
  const isMember = member !== undefined && (base === undefined || head === undefined);
  if (!isRequired && !isMember) return undefined;
  const root = formWith(side, tokens);
  const { loaded } = side.normal;
  const holderTokens = (of: Tokens) => of.slice(0, isRequired ? -1 : -2);
  const holder = originAt(root, holderTokens(tokens));
  if (holder === undefined) return undefined;
  const entry = { keyword, name: isRequired ? properties?.at(-1) : member, itself: originAt(root, tokens) };
  const parts = writtenParts(loaded, holder);
  const listed = parts.map((part) => listedOrigin(loaded, part, entry)).find((each) => each !== undefined);
  if (listed !== undefined || other === undefined) return listed;
  // The two contracts may be in different folders.
  const pointer = formatPointer(holderTokens(other.tokens));
  const part = parts.find(({ tokens }) => formatPointer(tokens) === pointer);
  const named = isRequired ? other.tokens.slice(-1) : other.tokens.slice(-2);
  const written = part === undefined ? [...holder.tokens, ...named] : other.tokens;
  // Another alternative may now have its number.
  return { file: (part ?? holder).file, tokens: isKeyword("list", keyword) ? written.slice(0, -1) : written };
}

/** The form that `tokens` are of: alignment changes the keys of responses, and the order of alternatives. */
export function formWith({ normal: { document }, aligned }: Side, tokens: Tokens): unknown {
  // `paths`, the path, the method, `responses`, the status.
  const has = (form: unknown) => valueAt(form, tokens.slice(0, 5)) !== undefined;
  return has(aligned) || !has(document) ? aligned : document;
}

interface Entry {
  readonly keyword: string;
  /** The property's name, also if only `required` lists the property; undefined for an alternative. */
  readonly name: string | undefined;
  /** Where the alternative is written; it has no name. */
  readonly itself: Origin | undefined;
}

/** Where the schema at `part` lists the entry; undefined if it does not. */
function listedOrigin(loaded: Loaded, part: Origin, { keyword, name, itself }: Entry): Origin | undefined {
  const listed = below(part, keyword);
  const value = valueIn(loaded, listed);
  if (keyword === "required" && list(value).includes(name)) return listed;
  if (keyword === "properties" && name !== undefined && Object.hasOwn(record(value), name)) return below(listed, name);
  const at = list(value).findIndex((_, at) => isSame(resolved(loaded, below(listed, String(at))), itself));
  return at < 0 ? undefined : below(listed, String(at));
}

const isSame = (a: Origin, b: Origin | undefined) => b !== undefined && nameOf(a) === nameOf(b);
