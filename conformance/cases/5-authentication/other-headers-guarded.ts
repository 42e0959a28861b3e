/** §5.1 and §5.8: credentials are in the Authorization header. Other headers that name the sender prove nothing. */
import { noCredentials } from "../../client/caller.ts";
import { defineCase, type HeaderList, type OperationId } from "../case.ts";
import { knownIdsAndFeedback } from "../shared/all-operations.ts";
import { mismatch } from "../shared/expect.ts";
import { neverIssuedToken } from "../shared/permitted.ts";
import { showsData } from "../shared/shows-data.ts";

/** Headers in which some services accept a token, or in which a gateway tells the servers behind it the caller. */
const headersWith = (token: string, organization: string): HeaderList => [
  ...["x-api-key", "x-auth-token", "x-access-token"].map((name) => [name, token] as const),
  ["cookie", `token=${token}; session=${token}; access_token=${token}`],
  ...["x-user-id", "x-forwarded-user", "x-org-id", "x-organization-id"].map((name) => [name, organization] as const),
  ["x-forwarded-for", "127.0.0.1"],
];

const operations: readonly OperationId[] = [
  "listProducts",
  "getFeedbackStatus",
  "listOrganizations",
  "getFeedbackStatus",
];

export const otherHeadersGuarded = defineCase({
  id: "auth.other-headers",
  clause: "endpoint.authorization",
  claim:
    "Without credentials no other header gives access: neither one with a token that was never issued, nor a user's name",
  // The status of processed feedback may be open to everybody who knows its identifier.
  lane: "last",
  async run(context) {
    const parameters = await knownIdsAndFeedback(context);
    const token = neverIssuedToken(context);
    const headers = headersWith(token, encodeURIComponent(parameters.orgId));
    const operation = operations[context.seed % operations.length] ?? "listProducts";
    const exchange = await context.asCaller(noCredentials).send(operation, { parameters, headers });
    if (showsData(exchange)) mismatch(exchange, "no data without an Authorization header");
  },
});
