/** Notes on what recorded traffic did not let judge, and why. */
import { plural } from "../../cli/plural.ts";
import { type Exchange, isAuthenticated, isOverloaded, isServerError } from "../model/exchange.ts";
import type { Judged } from "../model/verdict.ts";
import type { Target } from "../target-file/target.ts";
import { countUnprovenIdentifiers } from "./asked-for.ts";
import { unjudgedRejections } from "./credentials-first.ts";
import { countMissingStatuses } from "./status-kept.ts";

interface Judgeable {
  readonly target: Target;
  readonly exchanges: readonly Exchange[];
}

/** `judged`: the results of all laws, also of those that found nothing to judge. */
export const unjudgedIn = ({ target, exchanges }: Judgeable, judged: readonly Judged[]): readonly string[] => [
  ...unjudgedDeclarations(target, judged),
  ...unjudgedExchanges(exchanges),
  ...undecidedTenancy(judged),
  "not judged, since nothing is sent: what only a request made for it shows, such as a wrong value that is accepted (fpk check)",
];

/** What a target file declares, and the checks of which one is judged if the traffic shows it. */
const declarations = [
  {
    what: "that an expired key stops working",
    isDeclared: ({ credentials }: Target) => credentials.some(({ expired }) => expired),
    checks: ["traffic.expired-key"],
    unseen: "no request was sent with one",
  },
  {
    what: "that a caller without permission is answered 403",
    isDeclared: ({ credentials }: Target) => credentials.some(({ denied }) => denied.length > 0),
    checks: ["traffic.denied-caller"],
    unseen: "no request was sent that the target file declares as denied",
  },
  {
    what: "that organizations are kept apart",
    isDeclared: ({ credentials }: Target) =>
      new Set(credentials.flatMap(({ org, kind }) => (org === undefined || kind !== "api-key" ? [] : [org]))).size > 1,
    checks: [
      "traffic.foreign-items",
      "traffic.foreign-organization",
      "scope.items-disjoint",
      "scope.contexts-disjoint",
    ],
    unseen: "nothing that can be compared was shown to keys of two organizations",
  },
];

/** What could be judged only with a target file, and what it declares but the traffic does not show. */
function unjudgedDeclarations(target: Target, judged: readonly Judged[]): readonly string[] {
  const undeclared = declarations.filter(({ isDeclared }) => !isDeclared(target)).map(({ what }) => what);
  const isJudged = ({ check, verdict }: Judged, checks: readonly string[]) =>
    checks.includes(check.id) && (verdict.verdict === "pass" || verdict.verdict === "fail");
  const unseen = declarations.filter(
    ({ isDeclared, checks }) => isDeclared(target) && !judged.some((each) => isJudged(each, checks)),
  );
  const why = "a target file would say whose the credentials are (--target)";
  return [
    ...(undeclared.length === 0 ? [] : [`not judged: ${undeclared.join("; ")}: ${why}`]),
    ...unseen.map((each) => `not judged: ${each.what}: ${each.unseen}`),
  ];
}

/** Each name once, with its number if there are several: `listProducts 500 (2)`. */
function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${count})`)).join(", ");
}

/** `error.never-5xx` judges the others. */
const isUnjudged5xx = (exchange: Exchange) =>
  isServerError(exchange) && (isOverloaded(exchange) || (exchange.intent === "valid" && isAuthenticated(exchange)));

function unjudgedExchanges(exchanges: readonly Exchange[]): readonly string[] {
  const errors = exchanges.filter(isUnjudged5xx);
  const rejections = unjudgedRejections(exchanges);
  const identifiers = countUnprovenIdentifiers(exchanges);
  const statuses = countMissingStatuses(exchanges);
  return [
    ...(errors.length === 0
      ? []
      : [
          `not judged: ${plural(errors.length, "response")} with 5xx, to requests that may have been valid: ${counted(errors.map(({ operation, status }) => `${operation} ${status}`))}`,
        ]),
    ...(rejections.length === 0
      ? []
      : [
          `not judged: ${plural(rejections.length, "request")} without valid credentials answered neither 401 nor with a success, since the request may be at fault: ${counted(rejections.map(String))}`,
        ]),
    ...(identifiers === 0
      ? []
      : [
          `not judged: ${plural(identifiers, "response")} with another identifier than the path's, which may be another name of the same, such as its slug`,
        ]),
    ...(statuses === 0
      ? []
      : [
          `not judged: ${plural(statuses, "read")} of the status of an accepted submission answered 404, unless traffic.status-kept fails: how soon there is a status, and how long it is kept, are not shown`,
        ]),
  ];
}

/** Items that two organizations may share by chance. */
const undecidedTenancy = (judged: readonly Judged[]) =>
  judged.flatMap(({ check: { id }, verdict }) =>
    ["traffic.foreign-items", "scope.always-own"].includes(id) &&
    verdict.verdict === "skip" &&
    / look whether /.test(verdict.reason)
      ? [`not judged: ${verdict.reason}`]
      : [],
  );
