/** Header fields as Node lists them, in pairs of a name and a value. */
import type { HeaderList } from "../model/exchange.ts";

type Field = HeaderList[number];

/** How many names are kept, how many values of each name, and how many characters a kept value may have. */
const maxKept = 300;
const kept = new Map<string, Map<string, Field>>();

/** `raw`: names and values in turn. Most fields come with every message: equal ones are one object, which spares memory and its collection. */
export function fieldsOf(raw: readonly string[]): HeaderList {
  const fields: Field[] = [];
  for (let at = 0; at < raw.length; at += 2) fields.push(fieldOf(raw[at] ?? "", raw[at + 1] ?? ""));
  return fields;
}

function fieldOf(name: string, value: string): Field {
  const values = kept.get(name);
  const known = values?.get(value);
  if (known !== undefined) return known;
  const field: Field = [name, value];
  if (value.length > maxKept) return field;
  if (values === undefined && kept.size < maxKept) kept.set(name, new Map([[value, field]]));
  else if (values !== undefined && values.size < maxKept) values.set(value, field);
  return field;
}
