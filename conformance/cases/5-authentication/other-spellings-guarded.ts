/** §4 and §5.8: a router may take other spellings of a path for the same endpoint; none may pass by the authentication. */
import { noCredentials } from "../../client/caller.ts";
import { isObject } from "../../model/body.ts";
import { defineCase, type Exchange, type OperationId } from "../case.ts";
import { knownIds } from "../given/all-operations.ts";
import { mismatch } from "../given/expect.ts";

type Spelling = (path: string) => string;

const withQuery: Spelling = (path) => `${path}?fpk=1`;

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
  claim: "No other spelling of a path shows without credentials what needs them",
  lane: "anonymous",
  async run(context) {
    const anonymous = context.asCaller(noCredentials);
    const parameters = await knownIds(context);
    for (const [at, spell] of [withQuery, ...context.sample(others, 1)].entries()) {
      const { id, path } = context.contract.operation(
        operations[(at + context.seed) % operations.length] ?? "listProducts",
      );
      const exchange = await anonymous.send(id, { parameters, undeclared: { path: spell(path) } });
      if (showsData(exchange)) mismatch(exchange, "no data without credentials");
    }
  },
});

/** A resource, or a list with something in it. */
function showsData(exchange: Exchange): boolean {
  const body = exchange.isSuccess ? exchange.json() : undefined;
  const list = isObject(body) && Array.isArray(body.data) ? body.data : body;
  return Array.isArray(list) ? list.length > 0 : isObject(list) && typeof list.id === "string";
}
