/** §7: a creation of an organization that is rejected creates none. */
import { isObject, type JsonObject, listItems, quoted, requestJson } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { fails, holds, notApplicable, unjudged } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";

/** The name and the slug that were sent, each also if it was sent in an array. */
function valuesSent(rejected: Exchange): readonly string[] {
  const body = requestJson(rejected);
  return isObject(body)
    ? [body.name, body.slug].flat().filter((value): value is string => typeof value === "string")
    : [];
}

/** A 4xx that is about the input. 402 may leave an organization that waits for its payment. */
export const isRejectedCreation = ({ operation, intent, status }: Exchange) =>
  operation === "createOrganization" &&
  (intent === "invalid" || intent === "valid") &&
  status >= 400 &&
  status < 500 &&
  ![401, 402, 403, 404, 405, 429].includes(status);

/** The name and the slug of a rejected creation, without those that a creation sent which may have been accepted: a server may trim these. */
function valuesOnlyRejected(rejected: Exchange, accepted: readonly Exchange[]): readonly unknown[] {
  const others = new Set(accepted.flatMap(valuesSent).map((value) => value.trim()));
  return valuesSent(rejected).filter((value) => !others.has(value.trim()));
}

/** The name and the slug of a rejected creation, if no creation that may have been accepted sent this name with this slug. */
function pairOnlyRejected(rejected: Exchange, accepted: readonly Exchange[]): Pair | undefined {
  const pair = pairSent(rejected);
  const isSame = (other: Pair | undefined) => other?.slug === pair?.slug && other?.name.trim() === pair?.name.trim();
  return accepted.some((creation) => isSame(pairSent(creation))) ? undefined : pair;
}

interface Pair {
  readonly name: string;
  readonly slug: string;
}

function pairSent(creation: Exchange): Pair | undefined {
  const body = requestJson(creation);
  if (!isObject(body)) return undefined;
  const { name, slug } = body;
  return typeof name === "string" && typeof slug === "string" ? { name, slug } : undefined;
}

const noneRejected = "every creation of an organization was accepted, whatever was sent: see body.wrong-types";

/** An earlier run with the same seed may have created the organization. Then a list before the rejection shows it. */
export const rejectedOrganization: SequenceLaw = {
  id: "organization.refused-not-created",
  clause: "error.changes-nothing",
  needs: { writes: true },
  claim: "An organization whose creation was rejected is not in a later list",
  skipReason:
    "no organizations were listed before and after a creation was rejected: add a session that may create an organization to the target file",
  dependsOn: ["listOrganizations"],
  judge({ exchanges }) {
    const creations = exchanges.filter(({ operation }) => operation === "createOrganization");
    const lists = exchanges.filter(({ operation, isSuccess }) => operation === "listOrganizations" && isSuccess);
    const accepted = creations.filter((creation) => !isRejectedCreation(creation));
    let isJudged = false;
    for (const creation of creations.filter(isRejectedCreation)) {
      const values = valuesOnlyRejected(creation, accepted);
      const pair = pairOnlyRejected(creation, accepted);
      const isOfRejected = ({ name, slug }: JsonObject) =>
        values.includes(name) ||
        values.includes(slug) ||
        (pair !== undefined && pair.name === name && pair.slug === slug);
      const ofCaller = lists.filter(({ credential }) => credential === creation.credential);
      const before = ofCaller.filter(({ receivedAt }) => receivedAt <= creation.sentAt);
      const known = new Set(before.flatMap((list) => listItems(list).map(({ id }) => id)));
      if ((values.length === 0 && pair === undefined) || before.length === 0) continue;
      for (const list of ofCaller.filter(({ sentAt }) => sentAt >= creation.receivedAt)) {
        isJudged = true;
        const created = listItems(list).find(({ id, fields }) => !known.has(id) && isOfRejected(fields));
        if (created === undefined) continue;
        return fails({
          expected: `no organization of a creation that was answered ${creation.status}`,
          actual: `GET ${pathOf(list)}: ${quoted(created.id)}, with its name or slug`,
          exchanges: [creation.index, list.index],
        });
      }
    }
    if (isJudged) return holds;
    const areAllAccepted = creations.some(({ isSuccess }) => isSuccess) && !creations.some(isRejectedCreation);
    return areAllAccepted ? unjudged("not-applicable", noneRejected) : notApplicable;
  },
};
