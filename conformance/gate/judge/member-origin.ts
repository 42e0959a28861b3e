/** Where a property, an entry of `required` or an alternative is listed, if several schemas are merged into the one that has it. */
import { formatPointer, parsePointer, type Tokens, valueAt } from "../../../cli/json-pointer.ts";
import { list, record } from "../document/json.ts";
import { fileOfReference, type Loaded } from "../document/load.ts";
import { below, type Origin, originAt } from "../document/origins.ts";
import type { Side } from "./judge-difference.ts";
import type { JudgedChange } from "./rule.ts";

/**
 * `tokens`: the place of the change in the compared form. `other`: where it is listed in the other contract; if this one does not list it,
 * but has that part of the schema, that is the place, else the schema as a whole. Undefined for other kinds of change.
 */
export function memberOrigin(
  { place: { schema }, properties, base, head }: JudgedChange,
  { normal: { document, loaded }, aligned }: Side,
  tokens: Tokens,
  other?: Origin,
): Origin | undefined {
  const { keyword = "", member } = schema ?? {};
  const isRequired = keyword === "required";
  if (!isRequired && (member === undefined || (base !== undefined && head !== undefined))) return undefined;
  const root = valueAt(aligned, tokens) === undefined ? document : aligned;
  const holder = originAt(root, tokens.slice(0, isRequired ? -1 : -2));
  if (holder === undefined) return undefined;
  const parts = writtenParts(loaded, holder);
  for (const part of parts) {
    const listed = below(part, keyword);
    const value = valueIn(loaded, listed);
    if (isRequired && list(value).includes(properties?.at(-1))) return listed;
    if (keyword === "properties" && member !== undefined && Object.hasOwn(record(value), member))
      return below(listed, member);
    const itself = originAt(root, tokens);
    const at = list(value).findIndex((_, at) => isSame(resolved(loaded, below(listed, String(at))), itself));
    if (at >= 0) return below(listed, String(at));
  }
  if (other === undefined) return undefined;
  const part = { ...other, tokens: other.tokens.slice(0, isRequired ? -1 : -2) };
  return parts.some((each) => isSame(each, part)) ? other : holder;
}

/** The schemas that apply to what the one at `origin` applies to: itself, and those of its `allOf`, each where it is written. */
function writtenParts(loaded: Loaded, origin: Origin, trail: readonly string[] = []): readonly Origin[] {
  const written = resolved(loaded, origin);
  const name = nameOf(written);
  if (trail.includes(name)) return [];
  const parts = list(record(valueIn(loaded, written)).allOf);
  return [
    written,
    ...parts.flatMap((_, at) => writtenParts(loaded, below(below(written, "allOf"), String(at)), [...trail, name])),
  ];
}

/** Where the references that begin at `origin` end. */
function resolved(loaded: Loaded, origin: Origin, trail: readonly string[] = []): Origin {
  const { $ref: reference } = record(valueIn(loaded, origin));
  const name = nameOf(origin);
  if (typeof reference !== "string" || trail.includes(name)) return origin;
  const tokens = parsePointer(`#${reference.split("#")[1] ?? ""}`);
  return resolved(loaded, { file: fileOfReference(reference, origin.file), tokens }, [...trail, name]);
}

const valueIn = ({ files }: Loaded, { file, tokens }: Origin) => valueAt(files.get(file)?.value, tokens);

const nameOf = ({ file, tokens }: Origin) => `${file}#${formatPointer(tokens)}`;

const isSame = (a: Origin, b: Origin | undefined) => b !== undefined && nameOf(a) === nameOf(b);
