/** What the cases of a run share: the first that asks for it makes it. */
import { AsyncLocalStorage } from "node:async_hooks";

/** What is shared, by name. */
export type Shared = Map<string, Promise<unknown>>;

/** The names that are being made around the caller: waiting for one of them would never end. */
const enclosing = new AsyncLocalStorage<readonly string[]>();
let running = 0;

/** Under a name only one type is made; what could not be made is made again for the next that asks. */
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

/** While the storage is enabled every promise of the process costs more, so it is disabled when nothing is being made. */
function within<T>(names: readonly string[], make: () => Promise<T>): Promise<T> {
  running += 1;
  return enclosing.run(names, make).finally(() => {
    running -= 1;
    if (running === 0) enclosing.disable();
  });
}
