/** §2.11: a string is any text, and metadata any object: within the types of a submission nothing breaks a target. */

import { nameOf } from "../../generate/fields.ts";
import { fieldsIn, type Hazard, hazardsOf, withHazards, within, without } from "../../generate/hazards.ts";
import { valueAt } from "../../generate/place.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import type { Exchange } from "../../model/exchange.ts";
import { accepted, anotherSubmission } from "../4-endpoints/feedback.ts";
import { type CaseContext, defineCase } from "../case.ts";
import { type Narrowed, narrowed } from "../given/bisect.ts";
import { mismatch } from "../given/expect.ts";

type Send = (hazards: readonly Hazard[]) => Promise<Exchange>;

/** In which field, then what of all that is in it: each alone where one alone is guilty. */
async function inOneField(hazards: readonly Hazard[], exchange: Exchange, send: Send): Promise<Narrowed<Hazard>> {
  const where = await narrowed({ guilty: fieldsIn(hazards), exchange }, (fields) => send(within(hazards, fields)));
  return narrowed({ guilty: within(hazards, where.guilty), exchange: where.exchange }, send);
}

/** What is left when some are refused: several together are a matter of size, so that their field takes no more. */
async function unrefused(hazards: readonly Hazard[], refused: readonly Hazard[], send: Send) {
  const fields = fieldsIn(refused);
  const [only, ...more] = refused;
  if (only === undefined || more.length > 0) return without(hazards, within(hazards, fields));
  const elsewhere = without(
    hazards.filter(({ name }) => name === only.name),
    [only],
  );
  const isRefusedElsewhere = elsewhere.length > 0 && !(await send(elsewhere)).isSuccess;
  return without(hazards, isRefusedElsewhere ? [only, ...elsewhere] : [only]);
}

export const textAndStructure = defineCase({
  id: "submission.hazards",
  clause: "submission.text",
  claim: "Text and metadata of any kind are answered, never with a 5xx",
  needs: { credential: "key", writes: true },
  requests: 1,
  async run(context) {
    const { actor, exchange: taken } = await accepted(context);
    const send: Send = async (chosen) => {
      const body = withHazards(await anotherSubmission(context), chosen);
      return actor.send("submitFeedback", { rawBody: JSON.stringify(body) });
    };
    const plain = await anotherSubmission(context);
    const all = hazardsOf(requestBodyOf(context.contract, "submitFeedback"), context.seed);
    // Not in a field that had to be left out: another case judges that.
    let hazards = within(
      all,
      fieldsIn(all).filter(({ path }) => valueAt(plain, path) !== undefined),
    );
    for (let round = 0; round <= mostRefused; round += 1) {
      const exchange = await send(hazards);
      if (exchange.isSuccess) return;
      const found = await inOneField(hazards, exchange, send);
      const places = found.guilty.map(placeOf).join(" with ");
      if (exchange.status >= 500) mismatch(found.exchange, `an answer that is no 5xx to ${places}`, { after: [taken] });
      // A 4xx may be a limit that the document leaves open (§8): it is told, and the others are sent without it.
      observeRefusal(context, places, exchange);
      hazards = await unrefused(hazards, found.guilty, send);
    }
  },
});

/** How often something may be refused before the rest is left alone. */
const mostRefused = 4;

function observeRefusal(context: CaseContext, places: string, { status }: Exchange): void {
  context.observe("limit.other-tiers", `a submission with ${places} is answered ${status}`);
}

/** `markup in content.title`. */
const placeOf = ({ name, fields }: Hazard) => `${name} in ${fields.map(nameOf).join(" and ")}`;
