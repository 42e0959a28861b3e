/** Keeps what was made for a key. */

interface Kept<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The value of the key; if it has none, what `make` returns, from now on. */
export function getOrMake<Key, Value>(values: Kept<Key, Value>, key: Key, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}
