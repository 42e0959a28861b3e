/** §5.2: a key is scoped to one organization, so feedback is not submitted with what belongs to another's product. */

import { concurrently } from "../../client/concurrently.ts";
import { type Listed, listedItems, listedOf } from "../../model/body.ts";
import { isCommonId } from "../../model/common-id.ts";
import { type Actor, type CaseContext, defineCase, type Exchange, type OperationId, Skip } from "../case.ts";
import { mismatch, unlessFailed } from "../given/expect.ts";
import { fullSubmission } from "../given/full-submission.ts";
import { firstProduct, nonEmptyList, productLists } from "../given/lists.ts";
import { bothKeys } from "../given/tenancy.ts";

/** A field of a submission, and the list of what it may refer to. */
const references: readonly (readonly [field: "contextId" | "actorId", operation: OperationId])[] = [
  ["contextId", "listContexts"],
  ["actorId", "listActors"],
];

/** A target may check these identifiers later, or never: then it accepts unknown ones, too, and nothing is proved. */
export const foreignReferences = defineCase({
  id: "scope.foreign-references",
  clause: "auth.scope",
  claim: "A key cannot submit feedback with a context or an actor of another organization",
  needs: { credential: "other-organization", writes: true },
  async run(context) {
    const [owner, other] = bothKeys(context);
    const { id: productId } = await firstProduct(other);
    const readList = (operation: OperationId) => () => other.read(operation, { productId });
    const lists = await concurrently(references.map(([, operation]) => readList(operation)));
    const [contextId, actorId] = lists.map((list) => listedOf(list)[0]?.id);
    // The longest list of most targets, which other cases read too: see `isWhole`.
    await unlessFailed(() => nonEmptyList(owner, "listFeatures"));
    let isJudged = false;
    for (const [at, [field, operation]] of references.entries()) {
      const [list] = lists.slice(at);
      const foreign = list === undefined ? undefined : await foreignItem(context, owner, list, operation);
      if (list === undefined || foreign === undefined) continue;
      const submit = (id: string, intent: "foreign-id" | "unknown-id") => {
        const ids = { productId, contextId, actorId, [field]: id };
        const body = fullSubmission(ids, `${context.mark}-${field}`, context.contract);
        return other.send("submitFeedback", { body, intent });
      };
      const exchange = await submit(foreign.id, "foreign-id");
      if (exchange.isSuccess) {
        const unknown = await submit(context.unissuedId(foreign.id), "unknown-id");
        if (unknown.status < 400 || unknown.status >= 500) continue;
        const expected = `a 4xx for ${field} ${JSON.stringify(foreign.id)} of ${owner.caller.organization}, another organization than the key's`;
        mismatch(exchange, expected, { after: [foreign.list, list, unknown] });
      }
      isJudged = true;
    }
    if (!isJudged) throw new Skip("a context or an actor of the first organization, and a target that checks it");
  },
});

/** An item that the owner lists and the reader does not, although its list is whole: so it does not belong to the service, for all. */
async function foreignItem(context: CaseContext, owner: Actor, list: Exchange, operation: OperationId) {
  if (!list.isSuccess || !isWhole(context, list)) return undefined;
  const { items, exchange } = await nonEmptyList(owner, operation);
  const isOwn = ({ id }: Listed) => listedOf(list).some((item) => item.id === id);
  const foreign = items.find((item) => !isCommonId(item.id) && !isOwn(item));
  return foreign === undefined ? undefined : { id: foreign.id, list: exchange };
}

/** A longer list was answered in the run, to any caller: so this one is no first page. */
const isWhole = (context: CaseContext, list: Exchange): boolean =>
  productLists
    .flatMap((operation) => context.exchangesOf(operation))
    .some(({ exchange }) => listedItems(exchange).length > listedItems(list).length);
