import { isObject, listedItems, quoted } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import { resources } from "../model/resources.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";

/** Two items with the same identifier could not be distinguished. */
export const uniqueInList: Law = {
  id: "resource.unique-in-list",
  clause: "resource.unique",
  claim: "No two items of a list share an identifier",
  judge(exchange) {
    const items = listedItems(exchange);
    const resource = resources.find(
      (candidate) => exchange.operation !== undefined && candidate.listedBy.includes(exchange.operation),
    );
    if (resource === undefined || items.length < 2) return notApplicable;
    const seen = new Set<string>();
    for (const item of items) {
      const id = isObject(item) ? item[resource.identifier] : undefined;
      if (typeof id !== "string") continue;
      if (seen.has(id))
        return fails({ expected: "a different identifier for each item", actual: `${quoted(id)} twice` });
      seen.add(id);
    }
    return holds;
  },
};
