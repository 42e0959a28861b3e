/** Who plays which role in a scenario: the target's credentials by the names that scripts know. */
import type { Caller } from "../../conformance/client/caller.ts";
import { UsageError } from "../../conformance/verbs/verb.ts";
import type { Label } from "../in-k6/environment.ts";
import type { Scenario } from "./scenario.ts";

export type Roles = Readonly<Partial<Record<Label, Caller>>>;

/**
 * `KEY_A`: the first key of the organization with most keys · `KEY_A2`: its second · `SESSION_A`: a session in it · `KEY_B`:
 * the first key of another organization. Callers that are denied nothing go first. An organization that is not known is
 * nobody else's.
 */
export function rolesOf(callers: readonly Caller[]): Roles {
  const free = (one: Caller) => (one.credential?.denied.length === 0 ? 0 : 1);
  const usable = callers.toSorted((a, b) => free(a) - free(b));
  const keys = usable.filter(({ kind }) => kind === "api-key");
  const own = (of: Caller) => keys.filter((one) => one === of || isOfOne(one, of));
  const [home] = keys.toSorted((a, b) => own(b).length - own(a).length);
  if (home === undefined) return {};
  const second = own(home).find((one) => one !== home);
  const session = usable.find((one) => one.kind === "session" && isOfOne(one, home));
  const other = keys.find((one) => isOfOthers(one, home));
  return {
    KEY_A: home,
    ...(second === undefined ? {} : { KEY_A2: second }),
    ...(session === undefined ? {} : { SESSION_A: session }),
    ...(other === undefined ? {} : { KEY_B: other }),
  };
}

const isOfOne = (a: Caller, b: Caller) => a.organization !== undefined && a.organization === b.organization;

const isOfOthers = (a: Caller, b: Caller) =>
  a.organization !== undefined && b.organization !== undefined && a.organization !== b.organization;

const words: Readonly<Record<Label, string>> = {
  KEY_A: "an API key",
  KEY_A2: "a second API key of the same organization (org)",
  SESSION_A: "a session of the same organization (kind session, and org)",
  KEY_B: "an API key of another organization, with the org of both",
};

/** Throws `UsageError` where the target lacks what the scenario cannot do without. */
export function requireRoles({ name, plan }: Scenario, roles: Roles): void {
  const lacking = (plan?.needs ?? ["KEY_A"]).filter((label) => roles[label] === undefined);
  if (lacking.length === 0) return;
  const what = lacking.map((label) => words[label]).join(" and ");
  throw new UsageError(`${name} needs ${what}: add it to the credentials of the target file (fpk init writes one)`);
}

/** What would let the scenario judge more, in words. */
export function wouldJudgeMore({ plan }: Scenario, roles: Roles): readonly string[] {
  return (plan?.uses ?? []).filter((label) => roles[label] === undefined).map((label) => words[label]);
}
