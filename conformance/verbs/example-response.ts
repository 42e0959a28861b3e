/** A correct response for a clause, for `fpk explain`. */
import { STATUS_CODES } from "node:http";
import { declaredResponse } from "../../spec/body-problems.ts";
import { type Contract, isRecord, type OperationId } from "../../spec/contract.ts";
import type { Clause } from "../../spec/ledger.ts";
import { rateLimitHeaders } from "../model/rate-limit-headers.ts";
import { resources } from "../model/resources.ts";

/**
 * For each beginning of a clause's id: the request to send and the response's status. The first row that fits is used.
 * `2XX` and `4XX`: the document leaves the code open.
 */
const exampleRequests: readonly (readonly [clause: string, operation: OperationId, status: string, sent?: string])[] = [
  ["auth.unauthorized", "listProducts", "401", "with an unknown token"],
  ["auth.key-expiry", "listProducts", "401", "with an expired key"],
  ["auth.other-methods", "listProducts", "401", "without credentials"],
  ["endpoint.authorization", "listProducts", "401", "without credentials"],
  ["auth.forbidden", "listFeatures", "403", "with a key that is not permitted this"],
  ["auth.key-recognized", "getMe", "403", "with a key, where keys may not read it"],
  ["endpoint.error-shape", "listFeatures", "403", "with a key that is not permitted this"],
  ["auth.session-scope", "getOrganization", "4XX", "for an organization that the session does not list"],
  ["auth.scope", "getProduct", "4XX", "for another organization's product"],
  ["auth.lists-apart", "listContexts", "2XX"],
  ["error.429", "listProducts", "429", "once the limit is exceeded"],
  ["limit.exceeded", "listProducts", "429", "once the limit is exceeded"],
  ["error.changes-nothing", "updateMe", "4XX", "with a body of which one field is wrong"],
  ["error.refusal", "submitFeedback", "4XX", "with a body that is not a JSON object"],
  ["submission.refuses", "submitFeedback", "4XX", "with a field of another type"],
  ["body.types", "updateMe", "4XX", "with a field of another type"],
  ["invitation.format", "inviteMember", "4XX", "for what is not an e-mail address"],
  ["error.issues", "submitFeedback", "4XX", "with a field of another type"],
  ["error", "getProduct", "4XX", "for a product that does not exist"],
  ["body.values", "updateMe", "2XX"],
  ["profile.fields", "updateMe", "2XX"],
  ["profile", "getMe", "2XX"],
  ["invitation", "inviteMember", "2XX"],
  ["service.membership", "listOrganizations", "2XX"],
  ["resource.bare", "listOrganizations", "2XX"],
  ["organization.kept", "createOrganization", "2XX"],
  ["endpoint.own-features", "listFeatures", "2XX"],
  ["endpoint.problems-by-product", "listProblems", "2XX"],
  ["endpoint.releases-by-product", "listReleases", "2XX"],
  ["endpoint.own-problems", "getProblem", "4XX", "for another product's problem"],
  ["endpoint.list-and-detail", "getProduct", "2XX"],
  ["feedback.accepted", "submitFeedback", "2XX"],
  ["feedback.unique", "submitFeedback", "2XX"],
  ["feedback.", "getFeedbackStatus", "2XX"],
  ["submission", "submitFeedback", "2XX"],
];

/** Request line, status line, headers and body of a correct response. `4XX`, `2XX`: any code of the class. */
export function exampleResponse({ id, operation }: Clause, contract: Contract): readonly string[] {
  const resource = resources.find(({ key }) => id.startsWith(`${key}.`));
  const [, placed, kind = "2XX", sent] = exampleRequests.find(([clause]) => id.startsWith(clause)) ?? [];
  const shown = operation ?? placed ?? resource?.shownBy[0] ?? resource?.listedBy[0] ?? "listProducts";
  const { method, path, responses } = contract.operation(shown);
  const code = [...responses.keys()].find((declared) => kind === "2XX" && /^2\d\d$/.test(declared)) ?? kind;
  const body = exampleBody(contract, shown, code);
  return [
    `${method} ${path}${sent === undefined ? "" : `, ${sent}`}`,
    code.endsWith("XX")
      ? `HTTP/1.1 ${code}, whichever the server chooses`
      : `HTTP/1.1 ${code} ${STATUS_CODES[code] ?? ""}`,
    ...(body === undefined ? [] : ["Content-Type: application/json"]),
    ...rateLimitHeaders.map((name) => `${name}: ${code === "429" ? whenExceeded[name] : whenServed[name]}`),
    "",
    ...(body === undefined ? ["the document shows no body here"] : JSON.stringify(body, null, 2).split("\n")),
  ];
}

const whenServed = { "X-RateLimit-Limit": 100, "X-RateLimit-Remaining": 99, "X-RateLimit-Reset": 60 };
const whenExceeded = { ...whenServed, "X-RateLimit-Remaining": 0 };

/** Undefined if the document shows no body. `issues` are shown only if a body was sent (§2.14). */
function exampleBody(contract: Contract, operation: OperationId, code: string): unknown {
  const { schema, examples = [] } = declaredResponse(contract, operation, Number(code.replace("XX", "00"))) ?? {};
  if (schema === undefined) return undefined;
  const hasBody = contract.operation(operation).requestBody !== undefined;
  return examples.find((example) => isRecord(example) && "issues" in example === hasBody) ?? examples[0];
}
