/** §5.2: a key is scoped to one organization, so its feedback cannot refer to items of another's product. */
import { concurrently } from "../../client/concurrently.ts";
import { type Listed, listItems } from "../../model/body.ts";
import { isCommonId } from "../../model/common-id.ts";
import { type Actor, type CaseContext, defineCase, type OperationId, Skip } from "../case.ts";
import { mismatch } from "../shared/expect.ts";
import { fullSubmission } from "../shared/full-submission.ts";
import { firstProduct, isWholeList, nonEmptyListIfAny, type ProductList, rejectedList } from "../shared/lists.ts";
import { areNumberedTogether } from "../shared/numbering.ts";
import { maybeLater } from "../shared/tenancy.ts";
import { bothKeys } from "../shared/tenant-keys.ts";

/** A field of a submission, and the list with the items to which it refers. */
const references: readonly (readonly [field: "contextId" | "actorId", operation: OperationId])[] = [
  ["contextId", "listContexts"],
  ["actorId", "listActors"],
];

/** A target may check these identifiers later or never. Then it accepts unknown ones, too, and nothing is proved. */
export const foreignReferences = defineCase({
  id: "scope.foreign-references",
  clause: "auth.scope",
  claim: "A key cannot submit feedback with a context or an actor of another organization",
  needs: { credential: "other-organization", writes: true },
  async run(context) {
    const [owner, other] = bothKeys(context);
    const product = await firstProduct(other);
    const readList = (operation: OperationId) => () => other.read(operation, { productId: product.id });
    const lists = await concurrently(references.map(([, operation]) => readList(operation)));
    const [contextId, actorId] = lists.map((list) => listItems(list)[0]?.id);
    const reasons: string[] = [];
    for (const [at, [field]] of references.entries()) {
      const [list] = lists.slice(at);
      if (list === undefined) continue;
      const foreign = await foreignItem(context, owner, other, { product, items: listItems(list), exchange: list });
      if (typeof foreign === "string") {
        reasons.push(foreign);
        continue;
      }
      const submit = (id: string, intent: "foreign-id" | "unknown-id") => {
        const ids = { productId: product.id, contextId, actorId, [field]: id };
        const body = fullSubmission(ids, `${context.mark}-${field}-${intent}`, context.contract);
        return other.send("submitFeedback", { body, intent });
      };
      const exchange = await submit(foreign.id, "foreign-id");
      if (!exchange.isSuccess) continue;
      const unknown = await submit(context.unissuedId(foreign.id), "unknown-id");
      if (unknown.status >= 400 && unknown.status < 500) {
        const expected = `a 4xx for ${field} ${JSON.stringify(foreign.id)} of ${owner.caller.organization}, another organization than the key's`;
        mismatch(exchange, expected, { after: [foreign.list, list, unknown] });
      }
      reasons.push(`an unknown ${field} is accepted, too: ${maybeLater}`);
    }
    if (reasons.length === references.length) throw new Skip(reasons[0] ?? "", ["listContexts", "listActors"]);
  },
});

/** An item in the owner's list and not in the reader's whole list, so not the service's. Or a sentence: why none. */
async function foreignItem(context: CaseContext, owner: Actor, reader: Actor, list: ProductList) {
  const { exchange } = list;
  const { operation } = exchange;
  if (operation === undefined || !exchange.isSuccess) return rejectedList(operation ?? "listContexts", exchange);
  const what = operation === "listActors" ? "actor" : "context";
  const { items, exchange: ownersList } = await nonEmptyListIfAny(owner, operation);
  const isOwn = ({ id }: Listed) => list.items.some((item) => item.id === id);
  const foreign = items.filter((item) => !isOwn(item));
  const [first] = foreign;
  if (first === undefined)
    return `needs ${what === "actor" ? "an actor" : "a context"} that ${owner.caller.label} lists and ${reader.caller.label} does not: create one in the organization of ${owner.caller.label}`;
  if (!(await isWholeList(context, reader, list)))
    return `each ${what} of ${reader.caller.label} may be on a further page, since no list of more than ${list.items.length} was read: keep fewer ${what}s in product ${list.product.id}; or, if a page holds more, create more features or problems in a product`;
  const certain = foreign.find(({ id }) => !isCommonId(id));
  if (certain !== undefined) return { id: certain.id, list: ownersList };
  if (await areNumberedTogether(owner, reader, operation)) return { id: first.id, list: ownersList };
  return `both organizations may use identifiers such as ${JSON.stringify(first.id)} for ${what}s of their own; random identifiers of 16 characters would be judged`;
}
