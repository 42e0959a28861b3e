/** The rules for the credentials that an operation requires (§5.1: every request carries them). */
import { isEqual } from "../document/equality.ts";
import type { Alternative } from "../document/security.ts";
import { breaksBoth, breaksClients, breaksImplementers, type Effects, editorial } from "./effects.ts";
import type { Rule } from "./rule.ts";

/** The alternatives in BASE and in HEAD, which differ. */
export interface SecurityChange {
  readonly before: readonly Alternative[];
  readonly after: readonly Alternative[];
}

export const securityRules: readonly Rule<SecurityChange>[] = [
  // What was protected and is open now breaks those who rely on it, so both.
  {
    id: "security.dropped",
    applies: ({ before, after }) => !isOptional(before) && after.every(isEmpty),
    effects: breaksBoth,
    text: ({ before }) => `authentication is no longer required (it was ${describe(before)})`,
  },
  {
    id: "security.optional",
    applies: ({ before, after }) => !isOptional(before) && isOptional(after),
    effects: (change) => (removesAlternative(change) ? breaksBoth : breaksImplementers),
    text: ({ after }) => `authentication is now optional: ${describe(after)}`,
  },
  {
    id: "security.added",
    applies: ({ before, after }) => isOptional(before) && !isOptional(after),
    effects: breaksBoth,
    text: ({ after }) => `authentication is required: ${describe(after)}`,
  },
  {
    id: "security.same",
    applies: (change) => !removesAlternative(change) && !addsAlternative(change),
    effects: editorial,
    text: "the required authentication is written in another way",
  },
  {
    id: "security.changed",
    applies: () => true,
    effects: changeEffects,
    text: describeDifference,
  },
];

const isEmpty = (alternative: Alternative) => Object.keys(alternative).length === 0;

const isOptional = (alternatives: readonly Alternative[]) => alternatives.length === 0 || alternatives.some(isEmpty);

/** No requirement is the same as an empty alternative. */
const withEmpty = (alternatives: readonly Alternative[]) => (alternatives.length === 0 ? [{}] : alternatives);

/**
 * Credentials for `given` satisfy `required`, too: the same schemes, and no further scopes. Where none are required, they are
 * not satisfied: whoever sends them is no longer known by them.
 */
const satisfies = (given: Alternative, required: Alternative) =>
  isEmpty(given) === isEmpty(required) &&
  Object.entries(required).every(
    ([scheme, scopes]) => given[scheme] !== undefined && scopes.every((scope) => given[scheme]?.includes(scope)),
  );

const removesAlternative = ({ before, after }: SecurityChange) =>
  withEmpty(before).some((given) => !withEmpty(after).some((required) => satisfies(given, required)));

const addsAlternative = ({ before, after }: SecurityChange) => removesAlternative({ before: after, after: before });

/** Whoever no longer has enough is refused, unless nobody is: a server that keeps to BASE admits callers that HEAD does not allow. */
function changeEffects(change: SecurityChange): Effects {
  if (!removesAlternative(change)) return breaksImplementers;
  return addsAlternative(change) || !isOptional(change.after) ? breaksBoth : breaksClients;
}

/**
 * For a webhook or callback: the API sends the credentials, and its clients check them. Who ignores them is served as before, so credentials
 * that are new break only a server that does not send them yet. Others as well, or none any more, break clients that expect them; others instead
 * break both.
 */
export function effectsWhereSent(change: SecurityChange): Effects {
  if (!removesAlternative(change) && !addsAlternative(change)) return editorial;
  const clients = addsAlternative(change) && !isOptional(change.before) ? "breaking" : "additive";
  const implementers = removesAlternative(change) && !isOptional(change.after) ? "breaking" : "additive";
  return { clients, implementers };
}

/** Alternatives that stayed are not named. */
function describeDifference({ before, after }: SecurityChange): string {
  const without = (alternatives: readonly Alternative[], others: readonly Alternative[]) =>
    alternatives.filter((each) => !others.some((other) => isEqual(each, other)));
  const [lost, gained] = [without(before, after), without(after, before)];
  const schemes = new Set([...before, ...after].flatMap(Object.keys));
  if (before.length === 1 && after.length === 1 && schemes.size === 1)
    return describeScopes(scopesOf(before), scopesOf(after));
  if (lost.length === before.length) return `authentication changed from ${describe(before)} to ${describe(after)}`;
  const parts = [
    gained.length > 0 && `may now be ${describe(gained)}`,
    lost.length > 0 && `may no longer be ${describe(lost)}`,
  ];
  return `authentication ${parts.filter(Boolean).join(", and ")}`;
}

const scopesOf = (alternatives: readonly Alternative[]) => alternatives.flatMap((each) => Object.values(each).flat());

/** The one scheme stayed, so that its long name says nothing. */
function describeScopes(before: readonly string[], after: readonly string[]): string {
  const without = (scopes: readonly string[], others: readonly string[]) =>
    scopes.filter((scope) => !others.includes(scope)).join(", ");
  const [lost, gained] = [without(before, after), without(after, before)];
  const parts = [gained && `now requires the scope ${gained}`, lost && `no longer requires the scope ${lost}`];
  return `authentication ${parts.filter(Boolean).join(", and ")}`;
}

const describe = (alternatives: readonly Alternative[]) => alternatives.map(describeSchemes).join(" or ") || "none";

function describeSchemes(alternative: Alternative): string {
  const schemes = Object.entries(alternative).map(([scheme, scopes]) => [scheme, ...scopes].join(" "));
  return schemes.join(" with ") || "none";
}
