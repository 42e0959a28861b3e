/** Values that the cases of a run share: the first case that asks for one makes it. */
import { AsyncLocalStorage } from "node:async_hooks";

/** The shared values, by name. */
export type Shared = Map<string, Promise<unknown>>;

/** The names of the values that are being made around the caller: to wait for one of them would never end. */
const enclosing = new AsyncLocalStorage<readonly string[]>();
let running = 0;

/** A name stands for one type. A value that could not be made is made again for the next that asks. */
export function once<T>(shared: Shared, name: string, make: () => Promise<T>): Promise<T> {
  const names = enclosing.getStore() ?? [];
  if (names.includes(name)) return Promise.reject(new Error(`"${name}" is asked for while it is made`));
  const known = shared.get(name);
  if (known !== undefined) return known as Promise<T>;
  const made = within([...names, name], make);
  shared.set(name, made);
  made.catch(() => shared.delete(name));
  return made;
}

/**
 * While the storage is enabled every promise of the process costs more, so it is disabled when nothing is being made.
 */
function within<T>(names: readonly string[], make: () => Promise<T>): Promise<T> {
  running += 1;
  return enclosing.run(names, make).finally(() => {
    running -= 1;
    if (running === 0) enclosing.disable();
  });
}
