/** §4, endpoints 2, 5 and 15: what is read by an identifier that a list has shown is the item with that identifier. */
import type { OperationId } from "../../spec/contract.ts";
import { listedOf, quoted, stringIn } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";

/** The last part of the path as it was sent, without a query. */
const askedIn = (exchange: Exchange) => pathOf(exchange).split("?")[0]?.split("/").at(-1) ?? "";

/** Only an identifier that a list has shown: what else a target takes in its place, such as a slug, is open. */
const itemAskedFor = (operation: OperationId, listing: OperationId, what: string): SequenceLaw => ({
  id: `asked-for.${operation}`,
  clause: `endpoint.${operation}`,
  claim: `Whichever listed ${what} is read by itself, it is the one that was asked for`,
  skipReason: `no ${what} that a list shows was read by itself: see answers.${operation}`,
  dependsOn: [operation, listing],
  judge({ exchanges }) {
    const lists = new Map<string, Exchange>();
    for (const list of exchanges.filter((each) => each.operation === listing))
      for (const { id } of listedOf(list)) lists.set(encodeURIComponent(id), list);
    const reads = exchanges.filter(
      (each) => each.operation === operation && each.isSuccess && each.intent === "valid" && lists.has(askedIn(each)),
    );
    for (const exchange of reads) {
      const [asked, shown] = [askedIn(exchange), stringIn(exchange, "id")];
      const list = lists.get(asked);
      if (shown === undefined || encodeURIComponent(shown) === asked || list === undefined) continue;
      return fails({
        expected: `the ${what} that was asked for: GET ${pathOf(exchange)}`,
        actual: `one with the id ${quoted(shown)}`,
        exchanges: [list.index, exchange.index],
      });
    }
    return reads.length > 0 ? holds : notApplicable;
  },
});

export const itemsAskedFor: readonly SequenceLaw[] = [
  itemAskedFor("getProduct", "listProducts", "product"),
  itemAskedFor("getProblem", "listProblems", "problem"),
  itemAskedFor("getOrganization", "listOrganizations", "organization"),
];
