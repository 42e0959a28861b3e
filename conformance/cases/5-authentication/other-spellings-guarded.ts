/** §4 and §5.8: a router may take other spellings of a path for the same endpoint; none may pass by the authentication, nor a query with a token. */
import { noCredentials } from "../../client/caller.ts";
import { defineCase, type OperationId } from "../case.ts";
import { knownIds } from "../given/all-operations.ts";
import { mismatch } from "../given/expect.ts";
import { neverIssuedToken } from "../given/permitted.ts";
import { showsData } from "../given/shows-data.ts";

type Spelling = (path: string, token: string) => string;

/** A token that was never issued, where some services take one. */
const withQuery: Spelling = (path, token) => `${path}?token=${token}&access_token=${token}&api_key=${token}`;

/** One of them in each run, since a target may count requests without credentials by address. */
const others: readonly Spelling[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replace(/[a-z]+$/, (word) => word.toUpperCase()),
  (path) => path.replace(/[a-z]+$/, (word) => `%${word.charCodeAt(0).toString(16)}${word.slice(1)}`),
  (path) => `${path}.json`,
];

const operations: readonly OperationId[] = [
  "listFeatures",
  "listProducts",
  "listOrganizations",
  "getMe",
  "listContexts",
];

export const otherSpellingsGuarded = defineCase({
  id: "auth.other-spellings",
  clause: "endpoint.authorization",
  claim: "Without credentials no other spelling of a path gives access, nor does a token in the query",
  lane: "anonymous",
  async run(context) {
    const anonymous = context.asCaller(noCredentials);
    const parameters = await knownIds(context);
    const token = neverIssuedToken(context);
    for (const [at, spell] of [withQuery, ...context.sample(others, 1)].entries()) {
      const { id, path } = context.contract.operation(
        operations[(at + context.seed) % operations.length] ?? "listProducts",
      );
      const exchange = await anonymous.send(id, { parameters, undeclared: { path: spell(path, token) } });
      if (showsData(exchange)) mismatch(exchange, "no data without an Authorization header");
    }
  },
});
