/** Whether a change of the contract also changes the policy by which it is judged. */
import type { Problem } from "../lint/problems.ts";
import type { Source } from "../sources/source.ts";
import { policyPath } from "./read-policy.ts";

/** A warning if HEAD has another policy than BASE, or none. One that it has, but not beside the contract, is among `unreadFiles`. */
export function changedPolicy(base: Source, head: Source): readonly Problem[] {
  if (base.commit === undefined || base.root !== head.root) return [];
  const [inBase, inHead] = [policyPath(base), policyPath(head)];
  const [before, after] = [base.read(inBase), head.read(inHead)];
  if (before === after || (after === undefined && head.read(inBase) !== undefined)) return [];
  const message =
    after === undefined
      ? `${head.display(inBase)} is gone, and this change is judged without it`
      : `${head.display(inHead)} ${before === undefined ? "is new" : "was changed, too"}, and this change is judged by it`;
  const place = { file: after === undefined ? head.path : inHead, pointer: "", line: 1 };
  return [{ rule: "policy", severity: "warning", message: `${message}; --base-policy judges by BASE's`, place }];
}
