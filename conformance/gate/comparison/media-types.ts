/** Gives the bodies of two messages the same media types, where one covers the other. */
import { type Json, record } from "../document/json.ts";
import { inherit } from "../document/origins.ts";

/** The member that keeps a media type as it is written, if it was put under another key. */
export const writtenType = "x-type";

/**
 * `message` with each media type of `other` that one of its ranges covers, such as `application/*`. `renames`: a media type that has
 * parameters where that of `other` has none, or none where that has some, is put under the key of that one, so that the two are compared.
 */
export function withMediaTypesOf(other: unknown, message: unknown, { renames = false } = {}): unknown {
  const { content } = record(message);
  const own = record(content);
  const others = Object.keys(record(record(other).content));
  const covered = others.flatMap((type) => {
    const range = [`${type.split("/")[0]}/*`, "*/*"].find((each) => each in own);
    return range === undefined || type in own ? [] : [[type, own[range]] as const];
  });
  const types = renames ? withoutOtherParameters(own, others) : own;
  if (covered.length === 0 && types === own) return message;
  const all = inherit(content, { ...types, ...Object.fromEntries(covered) });
  return inherit(message, { ...record(message), content: all });
}

const nameOf = (type: string) => type.split(";")[0];

/** Whether the two keys name the same media type, one with parameters and one without. */
const isVersionOf = (type: string, other: string) =>
  type !== other && nameOf(type) === nameOf(other) && (type.includes(";") ? nameOf(type) === other : true);

function withoutOtherParameters(content: Json, others: readonly string[]): Json {
  const keys = Object.keys(content);
  const renamed = keys.flatMap((type) => {
    const [other, ...more] = others.filter((each) => isVersionOf(type, each) && !(each in content));
    const isAlone = !others.includes(type) && more.length === 0;
    const rivals = keys.filter((each) => nameOf(each) === nameOf(type));
    return other === undefined || !isAlone || rivals.length > 1 ? [] : [[type, other] as const];
  });
  if (renamed.length === 0) return content;
  const names = new Map(renamed);
  const entries = Object.entries(content).map(([type, media]) => {
    const other = names.get(type);
    return other === undefined
      ? ([type, media] as const)
      : ([other, inherit(media, { ...record(media), [writtenType]: type })] as const);
  });
  return Object.fromEntries(entries);
}
