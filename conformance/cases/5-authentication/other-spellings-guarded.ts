/** §4 and §5.8: a router may take other spellings of a path for the same endpoint; none may pass by the authentication. */
import { noCredentials } from "../../client/caller.ts";
import { listedItems } from "../../model/body.ts";
import { defineCase, type Exchange, type OperationId } from "../case.ts";
import { knownIds } from "../given/all-operations.ts";
import { mismatch, stringIn } from "../given/expect.ts";

const spellings: readonly ((path: string) => string)[] = [
  (path) => `${path}?fpk=1`,
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replace("/v1/", "/v1//"),
  (path) => path.replace(/[a-z]+$/, (word) => word.toUpperCase()),
  (path) => path.replace(/[a-z]+$/, (word) => `%${word.charCodeAt(0).toString(16)}${word.slice(1)}`),
  (path) => `${path}.json`,
  (path) => `${path};fpk=1`,
];

const operations: readonly OperationId[] = [
  "listProducts",
  "listFeatures",
  "listContexts",
  "listOrganizations",
  "getMe",
];

export const otherSpellingsGuarded = defineCase({
  id: "auth.other-spellings",
  clause: "endpoint.authorization",
  claim: "No other spelling of a path shows without credentials what needs them",
  lane: "anonymous",
  async run(context) {
    const anonymous = context.asCaller(noCredentials);
    const parameters = await knownIds(context);
    for (const [at, spell] of spellings.entries()) {
      const { id, path } = context.contract.operation(
        operations[(at + context.seed) % operations.length] ?? "listProducts",
      );
      const exchange = await anonymous.send(id, { parameters, undeclared: { path: spell(path) } });
      if (showsData(exchange)) mismatch(exchange, "no data without credentials");
    }
  },
});

const showsData = (exchange: Exchange) =>
  exchange.isSuccess && (listedItems(exchange).length > 0 || stringIn(exchange, "id") !== undefined);
