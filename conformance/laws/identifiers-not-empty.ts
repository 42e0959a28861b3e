/** §2: an identifier names something. An empty string does not, and cannot be a path parameter (§4). The url of an acceptance is one (§4, rule 1). */
import { isObject, resourceOf, shownResources } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import { showAny, showsNone } from "./judge-problems.ts";

/** Identifiers besides that of the resource itself. Those of a feature are null where there is nothing to name (§2.2). */
const others: Readonly<Record<string, readonly string[]>> = {
  feature: ["parentId", "releaseId"],
  acceptance: ["url"],
};

export const identifiersNotEmpty: Law = {
  id: "resource.identifiers-not-empty",
  clause: "resource.identifying",
  claim: "No identifier is an empty string",
  skipReason: showsNone,
  dependsOn: showAny,
  judge(exchange) {
    const resource = resourceOf(exchange.operation);
    const items = shownResources(exchange);
    if (resource === undefined || items.length === 0) return notApplicable;
    const names = [resource.identifier, ...(others[resource.key] ?? [])];
    for (const item of items.filter(isObject)) {
      const empty = names.find((name) => item[name] === "");
      if (empty !== undefined)
        return fails({ expected: `${empty} of ${resource.schema} to name something`, actual: `${empty} ""` });
    }
    return holds;
  },
};
