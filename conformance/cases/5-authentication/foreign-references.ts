/** §5.2: feedback is not submitted with what belongs to another organization's product. */
import type { OperationId } from "../../../spec/contract.ts";
import { type Listed, listedItems, listedOf } from "../../model/body.ts";
import { Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Actor, type CaseContext, defineCase } from "../case.ts";
import { sideBySide } from "../given/concurrently.ts";
import { mismatch } from "../given/expect.ts";
import { fullSubmission } from "../given/full-submission.ts";
import { bothKeys, mayBeGivenTwice, productLists } from "./scope.ts";

/** A field of a submission, and the list of what it may name. */
const references: readonly (readonly [field: "contextId" | "actorId", operation: OperationId])[] = [
  ["contextId", "listContexts"],
  ["actorId", "listActors"],
];

/** A longer list than this one was answered, to whoever it was: then this is no first page. */
const isWhole = (context: CaseContext, list: Exchange): boolean =>
  productLists
    .flatMap((operation) => context.sent(operation))
    .some(({ exchange }) => listedItems(exchange).length > listedItems(list).length);

/** What the owner lists and the reader, whose list is whole, does not: so it is not the service's, for all to use. */
async function foreignItem(context: CaseContext, owner: Actor, own: Exchange, operation: OperationId) {
  if (!own.isSuccess || !isWhole(context, own)) return undefined;
  const { items, exchange } = await context.filled(owner, operation);
  const isOwn = ({ id }: Listed) => listedOf(own).some((one) => one.id === id);
  const item = items.find((one) => !mayBeGivenTwice(one.id) && !isOwn(one));
  return item === undefined ? undefined : { item, list: exchange };
}

/**
 * A target may look at these identifiers only later, or never: then it takes unknown ones too. One that takes what exists
 * elsewhere alone has told that it does.
 */
export const foreignReferences = defineCase({
  id: "scope.foreign-references",
  clause: "auth.scope",
  claim: "A key submits no feedback with a context or an actor of another organization",
  needs: { credential: "other-organization", writes: true },
  requests: 4,
  elsewhere: 4,
  beside: 1,
  async run(context) {
    const [owner, other] = bothKeys(context);
    const { id: productId } = await context.product(other);
    const lists = await sideBySide(
      references.map(
        ([, operation]) =>
          () =>
            other.read(operation, { productId }),
      ),
    );
    const [contextId, actorId] = lists.map((list) => listedOf(list)[0]?.id);
    let isJudged = false;
    for (const [at, [field, operation]] of references.entries()) {
      const [own] = lists.slice(at);
      const foreign = own === undefined ? undefined : await foreignItem(context, owner, own, operation);
      if (own === undefined || foreign === undefined) continue;
      const submit = (id: string, intent: "foreign-id" | "unknown-id") => {
        const named = { productId, contextId, actorId, [field]: id };
        const body = fullSubmission(named, `${context.mark}-${field}`, context.contract);
        return other.send("submitFeedback", { body, intent });
      };
      const exchange = await submit(foreign.item.id, "foreign-id");
      if (exchange.isSuccess) {
        const unknown = await submit(context.unknownLike(foreign.item.id), "unknown-id");
        if (unknown.status < 400 || unknown.status >= 500) continue;
        const expected = `a refusal for ${field} ${JSON.stringify(foreign.item.id)}, which is ${owner.caller.organization}'s`;
        mismatch(exchange, expected, { after: [foreign.list, own, unknown] });
      }
      isJudged = true;
    }
    if (!isJudged) throw new Skip("a context or an actor of the first organization, and a target that looks at it");
  },
});
