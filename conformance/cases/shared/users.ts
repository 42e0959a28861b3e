/** Users, as getMe and the lists of members show them. */
import { isObject, type JsonObject } from "../../model/body.ts";
import type { ActorExchange, CaseContext, Exchange } from "../case.ts";
import { availableActors, forThisCase, isDeclaredDenied } from "./permitted.ts";

/** A user as getMe shows it, or a member. */
export interface Person {
  readonly id: unknown;
  readonly email: unknown;
  readonly fields: JsonObject;
}

export const personOf = (id: unknown, fields: JsonObject): Person => ({
  id,
  email: typeof fields.email === "string" && fields.email !== "" ? fields.email.toLowerCase() : undefined,
  fields,
});

export function userIn(profile: Exchange): Person | undefined {
  const body = profile.json();
  return profile.isSuccess && isObject(body) ? personOf(body.id, body) : undefined;
}

export const isSamePerson = (a: Person, b: Person) => a.id === b.id || (a.email !== undefined && a.email === b.email);

/** Certainly two people: their identifiers may be of different kinds, so both e-mail addresses must be known. */
export const isOtherPerson = (a: Person, b: Person) =>
  a.email !== undefined && b.email !== undefined && !isSamePerson(a, b);

/**
 * Another user than that of `profile`, and the sessions that were shown the same user. To be found before the first update: a faulty
 * one may change both.
 */
export async function otherUsers(context: CaseContext, profile: Exchange) {
  const { other, sameUser } = await context.once("other users", () => readOtherProfiles(context, profile));
  return {
    other: other === undefined ? undefined : forThisCase(context, other),
    sameUser: sameUser.map((session) => forThisCase(context, session)),
  };
}

async function readOtherProfiles(context: CaseContext, profile: Exchange) {
  const me = userIn(profile);
  const sameUser: ActorExchange[] = [];
  if (me === undefined) return { sameUser };
  const sessions = context.otherSessions().filter(({ caller }) => !isDeclaredDenied(caller, "getMe"));
  for (const actor of [...sessions, ...availableActors(context, ["other-organization", "second-key"])]) {
    const exchange = await actor.read("getMe");
    const user = userIn(exchange);
    if (user !== undefined && isOtherPerson(user, me)) return { other: { actor, exchange }, sameUser };
    if (user !== undefined && typeof user.id === "string" && user.id === me.id && actor.caller.kind === "session")
      sameUser.push({ actor, exchange });
  }
  return { sameUser };
}
