/** Answers under load that fail no check, and that whoever reads the report must know of. */
import { type Exchange, isAuthenticated, isOverloaded } from "../../conformance/model/exchange.ts";

export const answerNotes = (exchanges: readonly Exchange[]): readonly string[] => [
  ...overloadNotes(exchanges),
  ...rejectionNotes(exchanges),
];

function overloadNotes(exchanges: readonly Exchange[]): readonly string[] {
  const count = exchanges.filter(isOverloaded).length;
  if (count === 0) return [];
  return [
    `${count} of ${exchanges.length} requests were answered 503 with Retry-After (overloaded), which by itself is no failure`,
  ];
}

/** Statuses that say nothing about a request's body or path. */
const ofLimitOrCaller = [401, 403, 429];

/** Scenarios also send identifiers of another organization, and of submissions whose status may be missing at first. */
const withoutIdentifier = ["listProducts", "submitFeedback", "getMe", "listOrganizations", "getInstallation"] as const;

/**
 * Valid requests that were rejected, while others of the same caller to the same operation were served. Which submissions may be rejected is open
 * (§2.11).
 */
function rejectionNotes(exchanges: readonly Exchange[]): readonly string[] {
  return withoutIdentifier.flatMap((operation) => {
    const all = exchanges.filter((each) => each.operation === operation && isAuthenticated(each));
    const served = new Set(all.filter(({ isSuccess }) => isSuccess).map(({ credential }) => credential));
    const rejected = all.filter(
      ({ status, credential }) =>
        status >= 400 && status < 500 && !ofLimitOrCaller.includes(status) && served.has(credential),
    );
    const [first] = rejected;
    if (first === undefined) return [];
    const statuses = [...new Set(rejected.map(({ status }) => status))].join(" or ");
    return [
      `${rejected.length} of ${all.length} requests to ${operation} were answered ${statuses}, as in exchange ${first.index}, although others like them were served${operation === "submitFeedback" ? ": what may be rejected is open (§2.11)" : ""}`,
    ];
  });
}
