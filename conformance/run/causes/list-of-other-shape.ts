/** A list of another shape than §2 shows has items that a check does not find in it. */
import { listsBare, listsWrapped } from "../../laws/lists.ts";
import type { DiagnosedFailure } from "./diagnosed-failure.ts";

/** For a group of failures: the id of the failed check of the lists' shape; undefined unless all lack an item that such a list has. */
export function shapeBehind(
  all: readonly DiagnosedFailure[],
): (group: readonly DiagnosedFailure[]) => string | undefined {
  const shapes = all.filter(({ law }) => law === listsBare || law === listsWrapped);
  const behind = ({ symptom, shown, result }: DiagnosedFailure) => {
    const named = result.expected?.match(/"[^"]+"/g) ?? [];
    const isThere = named.length > 0 && named.every((name) => shown?.response?.body.includes(name));
    return symptom.kind === "other" && isThere
      ? shapes.find(({ proof }) => proof.some(({ operation }) => operation === shown?.operation))?.result.id
      : undefined;
  };
  return (group) => {
    const [first, ...others] = new Set(group.map(behind));
    return others.length === 0 ? first : undefined;
  };
}
