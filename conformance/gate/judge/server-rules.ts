/** The rules for the servers of a contract. */
import type { Tokens } from "../../../cli/json-pointer.ts";
import { isInServers } from "./contract-place.ts";
import { describeChange, describeEnum } from "./describe.ts";
import { editorial } from "./effects.ts";
import { concerningClients, type PartChange } from "./part-change.ts";
import { isAdded, isRemoved, type Rule } from "./rule.ts";
import { containmentOf } from "./schema-containment.ts";

export const serverRules: readonly Rule<PartChange>[] = [
  {
    id: (change) => `server.${addedOrRemoved(change)}`,
    applies: (change) => isServer(change) && (isAdded(change) || isRemoved(change)),
    effects: (change) => concerningClients(isAdded(change) ? "additive" : "breaking"),
    text: (change) => `the server ${change.name} ${isAdded(change) ? "is new" : "is gone"}`,
  },
  {
    id: "server.changed",
    applies: ({ place }) => isInServers(place),
    effects: ({ place, before, after }) => {
      // Its default is what the URL was, which is the same.
      if (isServerVariable(place.rest) && before === undefined) return editorial;
      const isWider = place.rest.at(-1) === "enum" && containmentOf("enum", before, after) === "wider";
      return concerningClients(isWider ? "additive" : "breaking");
    },
    text: ({ place: { rest }, name: url, ...values }) => {
      const [, , , variable] = rest;
      const subject = variable === undefined ? `the server ${url}` : `the variable ${variable} of the server ${url}`;
      const field = rest.length === 4 ? "it" : (rest.at(-1) ?? "");
      return `${subject}: ${field === "enum" ? describeEnum(values) : describeChange(field, values)}`;
    },
  },
];

function addedOrRemoved(change: PartChange): string {
  return isAdded(change) ? "added" : "removed";
}

const isServer = ({ place }: PartChange) => isInServers(place) && place.rest.length === 2;

/** `/servers/URL/variables`, or one of them. */
const isServerVariable = (rest: Tokens) => rest[2] === "variables" && rest.length <= 4;
