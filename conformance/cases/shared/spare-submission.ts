/** §4, endpoint 9: submissions with a key of the organization that the run uses least. */
import type { Body } from "../../generate/place.ts";
import type { ActorExchange, CaseContext } from "../case.ts";
import { acceptancesOf } from "./acceptances.ts";
import { acceptedSubmission } from "./accepted-submission.ts";
import { spareKey } from "./permitted.ts";
import { uniqueMark } from "./unique-names.ts";

export interface SpareSubmission extends ActorExchange {
  /** A body like the accepted one, with a new mark and these fields. */
  bodyWith(changed: Body): Promise<Body>;
}

/** An accepted submission of the spare key, else of the primary key. */
export async function spareSubmission(context: CaseContext): Promise<SpareSubmission> {
  const { actor, exchange } = await acceptedSubmission(context);
  const spare = spareKey(context);
  const ofSpare = acceptancesOf(context).find((acceptance) => acceptance.actor.caller === spare.caller);
  const plain = ofSpare?.exchange ?? exchange;
  const body: Body = JSON.parse(plain.request.body);
  const bodyWith = async (changed: Body): Promise<Body> => {
    const content = { ...Object(body.content), body: `Conformance check ${await uniqueMark(context)}` };
    return { ...body, content, ...changed };
  };
  return { actor: ofSpare === undefined ? actor : spare, exchange: plain, bodyWith };
}
