/** §4, endpoints 2, 5 and 15: what is read by a listed identifier is the item with that identifier. */
import { listItems, quoted, stringIn } from "../../model/body.ts";
import { type ActorExchange, type CaseContext, defineCase, type OperationId, Skip } from "../case.ts";
import { mismatch } from "../shared/expect.ts";
import { parametersOf } from "../shared/parameters-of.ts";

/**
 * Sends nothing unless a read of the run showed another identifier than the one in its path. Other names that a target
 * accepts there, such as a slug, are open; and two problems may have been merged since the list was read.
 */
const itemAskedFor = (operation: OperationId, listing: OperationId, what: string) =>
  defineCase({
    id: `asked-for.${operation}`,
    clause: `endpoint.${operation}`,
    claim: `Each listed ${what} that the run reads by itself is the one that was asked for, each time it is read`,
    lane: "last",
    async run(context) {
      const reads = context
        .exchangesOf(operation)
        .filter(({ exchange }) => exchange.isSuccess && exchange.intent === "valid");
      if (reads.length === 0) throw new Skip(`no ${what} was read by itself: see answers.${operation}`, [operation]);
      for (const read of reads) await expectAskedFor(context, read, [operation, listing], what);
    },
  });

/** Throws `Mismatch` if the list still shows what was asked for, and the same read again shows another item. */
async function expectAskedFor(
  context: CaseContext,
  { actor, exchange }: ActorExchange,
  [operation, listing]: readonly [OperationId, OperationId],
  what: string,
): Promise<void> {
  const parameters = parametersOf(exchange, context.contract) ?? {};
  const asked = Object.values(parameters).at(-1);
  if (asked === undefined || [undefined, asked].includes(stringIn(exchange, "id"))) return;
  const list = await actor.send(listing, { parameters });
  if (!listItems(list).some(({ id }) => id === asked)) return;
  const again = await actor.send(operation, { parameters });
  const shown = stringIn(again, "id");
  if (shown === undefined || shown === asked) return;
  const actual = `one with the id ${quoted(shown)}`;
  mismatch(again, `the ${what} ${quoted(asked)}, which was asked for`, { actual, after: [list, exchange] });
}

export const itemsAskedFor = [
  itemAskedFor("getProduct", "listProducts", "product"),
  itemAskedFor("getProblem", "listProblems", "problem"),
  itemAskedFor("getOrganization", "listOrganizations", "organization"),
];
