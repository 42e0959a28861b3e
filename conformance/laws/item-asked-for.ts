/** §4, endpoints 2, 5 and 15: what is read by an identifier that a list has shown is the item with that identifier. */
import type { OperationId } from "../../spec/contract.ts";
import { listedOf, quoted, stringIn } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";

/** The last part of the path, without a query, decoded. Undefined if it is not percent-encoding of UTF-8. */
function askedIn(exchange: Exchange): string | undefined {
  try {
    return decodeURIComponent(pathOf(exchange).split("?")[0]?.split("/").at(-1) ?? "");
  } catch {
    return undefined;
  }
}

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
      for (const { id } of listedOf(list)) lists.set(id, list);
    const reads = exchanges.flatMap((exchange) => {
      const isRead = exchange.operation === operation && exchange.isSuccess && exchange.intent === "valid";
      const asked = isRead ? askedIn(exchange) : undefined;
      const list = asked === undefined ? undefined : lists.get(asked);
      return list === undefined ? [] : [{ exchange, asked, list }];
    });
    for (const { exchange, asked, list } of reads) {
      const shown = stringIn(exchange, "id");
      if (shown === undefined || shown === asked) continue;
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
