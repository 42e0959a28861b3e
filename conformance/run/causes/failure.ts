/** A failed check with the exchanges that prove it, and its symptom. */
import type { Contract } from "../../../spec/contract.ts";
import { matchPath } from "../../../spec/match-path.ts";
import { laws, sequenceLaws } from "../../laws/index.ts";
import type { SequenceLaw } from "../../laws/sequence-law.ts";
import type { Law } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { pathOf } from "../../model/path-of.ts";
import type { Result } from "../../model/report.ts";
import type { FieldProblem } from "./field-problem.ts";

export interface Failure {
  readonly result: Result;
  /** The exchanges that prove the failure; `shown` is the one whose response the report shows. */
  readonly proof: readonly Exchange[];
  readonly shown: Exchange | undefined;
  /** The proof, and an exchange for each finding that it does not show. */
  readonly withFindings: readonly Exchange[];
  readonly law: Law | undefined;
  readonly sequenceLaw: SequenceLaw | undefined;
}

/** What is wrong. The same symptom means the same cause, unless `describe.ts` or `root-causes.ts` divides it. */
export type Symptom =
  /** The server did not read the body of the previous request on the connection. */
  | { readonly kind: "unread-body"; readonly before: Exchange }
  /** `closed`: the server closes the connection without a response. `forgotten`: it stopped during the run, and does not know what it had accepted before. */
  | { readonly kind: "closed" | "forgotten" }
  /** `exchange` has the body that belongs to the response to `source`. */
  | { readonly kind: "mixed-answers"; readonly exchange: Exchange; readonly source: Exchange }
  /** The same read, sent again by itself at the end of the run, was answered with a status of another class: `later`. */
  | { readonly kind: "answered-otherwise"; readonly later: Exchange }
  /** `operations` accepted values of a wrong type; `problems` are those that the target showed again. */
  | { readonly kind: "wrong-types"; readonly operations: readonly string[]; readonly problems: readonly FieldProblem[] }
  | { readonly kind: "fields"; readonly problems: readonly FieldProblem[] }
  | { readonly kind: "error-body" | "not-json" | "unknown-id" }
  | { readonly kind: "headers" | "repeated-headers" }
  | { readonly kind: "separate-counts"; readonly resetsWithOthers: boolean }
  /** `X-RateLimit-Remaining` is the number of requests used. */
  | { readonly kind: "counts-up" }
  /** A session's concurrent requests passed the exceeded limit together. */
  | { readonly kind: "session-race" }
  | { readonly kind: "error-as-success"; readonly status: number }
  | { readonly kind: "shown-limit"; readonly limits: readonly number[]; readonly isHeaderWrong: boolean }
  | { readonly kind: "credentials"; readonly status: number; readonly operation: string }
  /** A caller to which the target file denies the operation is not answered 403. */
  | { readonly kind: "denied"; readonly status: number; readonly operation: string }
  | { readonly kind: "foreign-id"; readonly status: number; readonly operation: string }
  /** The operation shows items of another organization. */
  | { readonly kind: "foreign-items"; readonly operation: string }
  /** `since`: the operation fails since that other operation failed. */
  | { readonly kind: "status"; readonly status: number; readonly operation: string; readonly since?: string }
  /** A profile has another `field` than the caller's update or profile `before`. */
  | { readonly kind: "other-user"; readonly field: string; readonly before: Exchange }
  | { readonly kind: "other" };

/** Where a cause names operations: a request of none. */
export const undeclared = "undeclared paths or methods";

/** Where a cause names operations: a request that differs from one of an operation by an identifier that no resource has. */
const oddIdentifiers = "odd identifiers";

/** What a request was sent to. A case may change a request to an endpoint, such as by a query: then it has no operation. */
export function operationNamed(exchange: Exchange, contract: Contract): string {
  const { operation, request } = exchange;
  const path = pathOf(exchange);
  const isOdd = contract.operations.some((each) => each.method === request.method && isOfTemplate(each.path, path));
  return operation ?? matchPath(contract, request.method, path)?.operation.id ?? (isOdd ? oddIdentifiers : undeclared);
}

/** `/v1/products/%zz` is of `/v1/products/{productId}`, though no decoder reads its identifier. */
function isOfTemplate(template: string, path: string): boolean {
  const [segments, sent] = [template.split("/"), (path.split("?")[0] ?? "").split("/")];
  return segments.length === sent.length && segments.every((each, at) => each.startsWith("{") || each === sent[at]);
}

export function failureOf(result: Result, exchanges: readonly Exchange[]): Failure {
  // In the order of the result: in a case's proof, the last exchange is the one to show, even if it was not sent last.
  const at = (index: number) => exchanges.find((exchange) => exchange.index === index) ?? [];
  const proof = result.exchanges.flatMap(at);
  const shownElsewhere = (result.findings ?? []).flatMap((finding) => finding.exchanges[0] ?? []).flatMap(at);
  const law = laws.find(({ id }) => id === result.id);
  const sequenceLaw = sequenceLaws.find(({ id }) => id === result.id);
  const shown = law === undefined ? proof.at(-1) : proof[0];
  return { result, proof, withFindings: [...new Set([...proof, ...shownElsewhere])], law, sequenceLaw, shown };
}
