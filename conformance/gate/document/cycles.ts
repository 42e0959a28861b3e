/** Finds the references that lead back to where they are. */
import { formatPointer, parsePointer, type Tokens, valueAt } from "../../../cli/json-pointer.ts";
import { fileOfReference, type Loaded } from "./load.ts";

/** What a `$ref` names. */
export interface Target {
  /** The file and the pointer as one text. */
  readonly name: string;
  readonly file: string;
  readonly tokens: Tokens;
}

export function targetOf(reference: string, from: string): Target {
  const file = fileOfReference(reference, from);
  const tokens = parsePointer(`#${reference.split("#")[1] ?? ""}`);
  return { name: `${file}#${formatPointer(tokens)}`, file, tokens };
}

/** The names of the targets that contain themselves, and of those between two such, if `root` leads to them. */
export function circularNames({ root, files }: Loaded): ReadonlySet<string> {
  const targets = new Map<string, readonly string[]>();
  const queue = targetsIn(root.value, root.path);
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

/** What is left if names that refer to none that is left, or that none refers to, are taken away. */
function cyclicPart(targets: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  let names: ReadonlySet<string> = new Set(targets.keys());
  for (;;) {
    const referring = [...names].filter((name) => targets.get(name)?.some((target) => names.has(target)));
    const referred = new Set(referring.flatMap((name) => targets.get(name) ?? []));
    const left = new Set(referring.filter((name) => referred.has(name)));
    if (left.size === names.size) return names;
    names = left;
  }
}

/** All targets of references in a value. */
function targetsIn(value: unknown, file: string, found: Target[] = []): Target[] {
  if (typeof value !== "object" || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    if (key === "$ref" && typeof inner === "string") found.push(targetOf(inner, file));
    else targetsIn(inner, file, found);
  }
  return found;
}
