/** Calls `compute` once for each object that is passed, since several callers use the result. The object must not change. */
export function oncePerObject<K extends object, T>(compute: (key: K) => T): (key: K) => T {
  const computed = new WeakMap<K, { readonly value: T }>();
  return (key) => {
    const known = computed.get(key) ?? { value: compute(key) };
    computed.set(key, known);
    return known.value;
  };
}
