/** Judges what an operation asks of its callers' credentials (§5.1: every request carries them). */
import type { Alternative } from "../document/security.ts";
import { breaksBoth, breaksClients, breaksImplementers, editorial } from "./change.ts";
import type { Judgement } from "./schema-rules.ts";

const isOptional = (alternatives: readonly Alternative[]) =>
  alternatives.length === 0 || alternatives.some((one) => Object.keys(one).length === 0);

const ways = (alternatives: readonly Alternative[]) =>
  alternatives
    .map(
      (one) =>
        Object.entries(one)
          .map(([scheme, scopes]) => [scheme, ...scopes].join(" "))
          .join(" with ") || "nothing",
    )
    .join(" or ") || "nothing";

/** Whoever has what `one` asks for has what `other` asks for: the same schemes, and no further scopes. */
const isEnoughFor = (one: Alternative, other: Alternative) =>
  Object.entries(other).every(
    ([scheme, scopes]) => one[scheme] !== undefined && scopes.every((scope) => one[scheme]?.includes(scope)),
  );

/** Undefined where nothing changed. What was protected and is open breaks whoever relied on it, so both. */
export function judgeSecurity(base: readonly Alternative[], head: readonly Alternative[]): Judgement | undefined {
  if (JSON.stringify(base) === JSON.stringify(head)) return undefined;
  const [was, is] = [isOptional(base), isOptional(head)];
  if (!was && head.length === 0)
    return { rule: "security.dropped", text: `authentication is dropped (it was ${ways(base)})`, effects: breaksBoth };
  if (!was && is)
    return { rule: "security.optional", text: `authentication is optional: ${ways(head)}`, effects: breaksBoth };
  if (was && !is)
    return { rule: "security.added", text: `authentication is asked for: ${ways(head)}`, effects: breaksBoth };
  if (was && is && ways(base) === ways(head))
    return { rule: "security.same", text: "authentication is said in another way", effects: editorial };
  const [before, after] = [base, head].map((list) => (list.length === 0 ? [{}] : list));
  const loses = before?.some((one) => !after?.some((other) => isEnoughFor(one, other))) === true;
  const gains = after?.some((one) => !before?.some((other) => isEnoughFor(one, other))) === true;
  const text = `authentication was by ${ways(base)}, and is by ${ways(head)}`;
  if (!loses && !gains) return { rule: "security.same", text, effects: editorial };
  // Who asked for less than is asked for now lets in whom it must not.
  const asksMore =
    after?.some((other) => before?.some((one) => isEnoughFor(other, one) && !isEnoughFor(one, other))) === true;
  return {
    rule: "security.changed",
    text,
    effects: loses && (gains || asksMore) ? breaksBoth : loses ? breaksClients : breaksImplementers,
  };
}
