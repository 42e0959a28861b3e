/** Finds the references that lead back to where they are. */
import { valueAt } from "../../../cli/json-pointer.ts";
import type { Loaded } from "./load.ts";
import { referencesIn, type Target, targetOf } from "./reference.ts";

/** The names of the targets that contain themselves, and of those between two such, if `root` leads to them. */
export function circularNames({ root, files }: Loaded): ReadonlySet<string> {
  const targets = new Map<string, readonly string[]>();
  const queue = [...targetsIn(root.value, root.path)];
  for (const { name, file, tokens } of queue) {
    if (targets.has(name)) continue;
    const inside = targetsIn(valueAt(files.get(file)?.value, tokens), file);
    targets.set(
      name,
      inside.map((each) => each.name),
    );
    queue.push(...inside);
  }
  return cyclicPart(targets);
}

/** The names that remain if those are removed, again and again, that refer to no remaining name, or to which none refers. */
function cyclicPart(targets: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  let names: ReadonlySet<string> = new Set(targets.keys());
  for (;;) {
    const referring = [...names].filter((name) => targets.get(name)?.some((target) => names.has(target)));
    const referred = new Set(referring.flatMap((name) => targets.get(name) ?? []));
    const remaining = new Set(referring.filter((name) => referred.has(name)));
    if (remaining.size === names.size) return names;
    names = remaining;
  }
}

/** All targets of references in a value. */
const targetsIn = (value: unknown, file: string): readonly Target[] =>
  referencesIn(value).map(({ reference }) => targetOf(reference, file));
