/** Forms of a read in which a faulty target serves a caller that it otherwise rejects. */
import type { Actor, CaseContext, HeaderList, Operation, Parameters } from "../case.ts";
import { conditionsOn } from "./conditions.ts";
import { expectNotServed, mismatch, whereAvailable } from "./expect.ts";
import { availableActors } from "./permitted.ts";
import { showsData } from "./shows-data.ts";
import { spellings } from "./spellings.ts";

/** A guard may compare the whole URL. Which queries an endpoint takes is open, so any rejection is right. */
export async function expectNotServedWithQuery(
  actor: Actor,
  { id, path }: Operation,
  parameters: Parameters,
  what: string,
) {
  const exchange = await actor.send(id, { parameters, undeclared: { path: `${path}?fpk=1` } });
  expectNotServed(exchange, `for ${id} with a query${what}`);
}

/** A guard may compare paths exactly, and the router not. Whether another spelling of a path is an endpoint is open. */
export async function expectNoDataInOtherSpelling(
  actor: Actor,
  { id, path }: Operation,
  parameters: Parameters,
  { turn, what }: { readonly turn: number; readonly what: string },
) {
  const spelled = (spellings[turn % spellings.length] ?? spellings[0])(path);
  const exchange = await actor.send(id, { parameters, undeclared: { path: spelled } });
  if (showsData(exchange)) mismatch(exchange, `no data for ${id}${what}, in another spelling of its path`);
}

/** A cache may answer a conditional request before the guard sees it. Without an ETag of the target, a tag that is nobody's. */
export function conditionsOrOther(context: CaseContext, operation: Operation, parameters: Parameters): HeaderList {
  const conditions = conditionsOn(context, operation, parameters);
  return conditions.length > 0 ? conditions : [["if-none-match", '"fpk"']];
}

/** A key of the actor's organization, which may read what the actor may not. */
export function colleagueOf(context: CaseContext, { caller: { organization } }: Actor): Actor | undefined {
  const keys = availableActors(context, ["key", "other-organization"]);
  return keys.find(({ caller }) => organization !== undefined && caller.organization === organization);
}

/** A cache may keep what a key was served just before, and show it to any caller of the organization. */
export const readByColleague = (context: CaseContext, actor: Actor, { id }: Operation, parameters: Parameters) =>
  whereAvailable(async () => colleagueOf(context, actor)?.send(id, { parameters }));
