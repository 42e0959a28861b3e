/** §5.2: whether two organizations that list the same product may each hold a copy of one sample. */
import type { Listed } from "../model/body.ts";
import { isCommonId } from "../model/common-id.ts";
import { includesItem, isSameItem } from "../model/same-item.ts";

/**
 * Two organizations may hold copies of one sample if each chooses its own identifiers. Three things show that they may:
 * an identifier that names different products in them; slugs or numbers, if one organization has nothing but the other's
 * products; slugs, if each has further products and these are newer, since samples come first. Two lists that are wholly
 * the same are one list, shown to both, if a time of creation has a fraction of a second: a sample has none.
 */
export function mayBeCopiesOfSample(shared: Listed, ours: readonly Listed[], theirs: readonly Listed[]): boolean {
  if (isOneList(ours, theirs)) return false;
  const { id, fields } = shared;
  const isOwn = (item: Listed) => theirs.some((other) => other.id === item.id && !isSameItem(other, item));
  if (isCommonId(id) && ours.some(isOwn)) return true;
  const [further, theirFurther] = [without(ours, theirs), without(theirs, ours)];
  if (further.length === 0 || theirFurther.length === 0) return id === fields.slug || /^\d{1,9}$/.test(id);
  return id === fields.slug && [...further, ...theirFurther].every((item) => !(createdMs(item) < createdMs(shared)));
}

const isOneList = (ours: readonly Listed[], theirs: readonly Listed[]): boolean =>
  JSON.stringify(sorted(ours)) === JSON.stringify(sorted(theirs)) &&
  ours.some(({ fields: { createdAt } }) => /[.,]\d*[1-9]/.test(String(createdAt)));

const sorted = (items: readonly Listed[]) => items.toSorted((a, b) => (a.id < b.id ? -1 : 1));

const without = (items: readonly Listed[], others: readonly Listed[]) =>
  items.filter((item) => !includesItem(others, item));

const createdMs = ({ fields: { createdAt } }: Listed) => Date.parse(String(createdAt));
