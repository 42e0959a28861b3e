/** §4 and §5.8: neither another spelling of a path nor a token in the query may bypass the authentication. */
import { noCredentials } from "../../client/caller.ts";
import { defineCase, type OperationId } from "../case.ts";
import { knownIds } from "../shared/all-operations.ts";
import { mismatch } from "../shared/expect.ts";
import { neverIssuedToken } from "../shared/permitted.ts";
import { showsData } from "../shared/shows-data.ts";
import { type Spelling, spellings } from "../shared/spellings.ts";

/** A token that was never issued, in the query parameters from which some services take one. */
const withQuery =
  (token: string): Spelling =>
  (path) =>
    `${path}?token=${token}&access_token=${token}&api_key=${token}`;

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
  claim: "Without credentials no other spelling of a path gives access, nor does an unknown token in the query",
  lane: "anonymous",
  async run(context) {
    const anonymous = context.asCaller(noCredentials);
    const parameters = await knownIds(context);
    const chosen = (at: number) => operations[(at + context.seed) % operations.length] ?? "listProducts";
    // Few in each run, since a target may limit requests without credentials by address.
    const [withSlash, ...others] = spellings;
    const other = others.at(-(context.seed % others.length)) ?? withSlash;
    // With both numbers of the same seed, a spelling would always meet the same operation.
    const turn = Math.floor(context.seed / others.length);
    const tried = [
      [withQuery(neverIssuedToken(context)), chosen(0)],
      [withSlash, "listProducts"],
      [other, chosen(1 + turn)],
    ] as const;
    for (const [spell, operation] of tried) {
      const { id, path } = context.contract.operation(operation);
      const exchange = await anonymous.send(id, { parameters, undeclared: { path: spell(path) } });
      if (showsData(exchange)) mismatch(exchange, "no data without an Authorization header");
    }
  },
});
