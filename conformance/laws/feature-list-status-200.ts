/** §4, endpoint 3: the one success whose status the document shows. */
import type { Law } from "../model/check.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";

export const featureListIs200: Law = {
  id: "feature-list.status-200",
  clause: "endpoint.listFeatures",
  claim: "A feature list is answered with status 200",
  dependsOn: ["listFeatures"],
  skipReason: "no list of features was answered with a 2xx: see answers.listFeatures",
  judge(exchange) {
    if (exchange.operation !== "listFeatures" || !exchange.isSuccess) return notApplicable;
    // A client in recorded traffic may have requested a part, which HTTP answers with 206.
    if (exchange.request.headers.some(([name]) => name.toLowerCase() === "range")) return notApplicable;
    return exchange.status === 200 ? holds : fails({ expected: "status 200", actual: `status ${exchange.status}` });
  },
};
