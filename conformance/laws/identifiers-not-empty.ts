/** §2: an identifier names something. An empty string does not, and cannot be a path parameter (§4). */
import { isObject, listedItems } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { type Resource, resources } from "../model/resources.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import { showAny, showsAny, showsNone } from "./judge-problems.ts";

/** Fields that hold null where there is nothing to name (§2.2). */
const references: Readonly<Record<string, readonly string[]>> = { feature: ["parentId", "releaseId"] };

function shownBy({ listedBy, shownBy }: Resource, exchange: Exchange): readonly unknown[] {
  const { operation } = exchange;
  if (operation === undefined) return [];
  if (listedBy.includes(operation)) return listedItems(exchange);
  return shownBy.includes(operation) ? [exchange.json()] : [];
}

export const identifiersNotEmpty: Law = {
  id: "resource.identifiers-not-empty",
  clause: "resource.identifying",
  claim: "No identifier is an empty string",
  skipReason: showsNone,
  dependsOn: showAny,
  judge(exchange) {
    if (!showsAny(exchange)) return notApplicable;
    for (const resource of resources) {
      const names = [resource.identifier, ...(references[resource.key] ?? [])];
      for (const item of shownBy(resource, exchange).filter(isObject)) {
        const empty = names.find((name) => item[name] === "");
        if (empty !== undefined)
          return fails({ expected: `${empty} of ${resource.schema} to name something`, actual: `${empty} ""` });
      }
    }
    return holds;
  },
};
