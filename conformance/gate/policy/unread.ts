/** Files that look as if they decided about the verdict, and are not read. */
import { posix } from "node:path";
import type { Problem } from "../lint/problems.ts";
import type { Source } from "../sources/source.ts";
import { type PolicyFile, policyPath } from "./read-policy.ts";

/**
 * A warning for each, beside the contract, in the folders around it, in `.github` at the top of its repository, or where BASE had the
 * contract.
 */
export function unreadFiles(base: Source, head: Source, policy: PolicyFile | undefined): readonly Problem[] {
  const beside = posix.dirname(head.path);
  const top = head.isInGit ? "." : beside;
  const isThere = (path: string) => head.read(path) !== undefined;
  const at = (file: string, ...folders: readonly string[]) =>
    [...new Set(folders)].map((folder) => posix.join(folder, file)).filter(isThere);
  const own = policyPath(head);
  const warning = (file: string, message: string): Problem => ({
    rule: "policy",
    severity: "warning",
    message,
    place: { file, pointer: "", line: 1 },
  });
  const unread = (file: string, advice: string) => warning(file, `${head.display(file)} is not read; ${advice}`);
  const folders = head.isInGit ? [...around(beside), ".github"] : [beside, posix.dirname(beside)];
  const leftBehind = base.root === head.root ? [posix.dirname(base.path)] : [];
  const policies = [
    ...["fpk.gate.yml", "fpk.gate.json", ".fpk.gate.yaml"].flatMap((name) => at(name, ...folders)),
    // Another contract's, if this one has its own.
    ...(policy === undefined ? at("fpk.gate.yaml", ...folders, ...leftBehind) : []),
  ];
  // Otherwise it would be `policy`.
  const isByBasePolicy = policy === undefined && isThere(own);
  const ofBase = `HEAD's ${head.display(own)} does not count in this run: --base-policy takes BASE's, and BASE has none`;
  const rules = policy?.policy.lint === undefined ? at("redocly.yaml", beside, top) : [];
  return [
    ...(isByBasePolicy ? [warning(own, ofBase)] : []),
    ...policies.filter((file) => file !== own).map((file) => unread(file, `a policy is ${head.display(own)}`)),
    ...rules.map((file) => unread(file, `rules of Redocly are set under lint in ${head.display(own)}`)),
  ];
}

/** The folder and those that contain it, up to the top. */
const around = (folder: string): readonly string[] =>
  folder === "." ? [folder] : [folder, ...around(posix.dirname(folder))];
