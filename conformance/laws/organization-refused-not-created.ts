/** §7: a creation of an organization that is rejected because of its input creates none. */
import { isObject, listedOf, quoted, requestJson } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";

/** The name and the slug that were sent, each also if it was sent in an array. */
function valuesSent(rejected: Exchange): readonly unknown[] {
  const body = requestJson(rejected);
  return isObject(body) ? [body.name, body.slug].flat().filter((value) => typeof value === "string") : [];
}

const isRejected = ({ operation, intent, status }: Exchange) =>
  operation === "createOrganization" &&
  intent === "invalid" &&
  status >= 400 &&
  status < 500 &&
  ![401, 403, 404, 405, 429].includes(status);

/** The values that this creation sent alone: another one with the same slug may have been accepted. */
function ownValues(rejected: Exchange, creations: readonly Exchange[]): readonly unknown[] {
  const others = new Set(creations.filter((creation) => creation !== rejected).flatMap(valuesSent));
  return valuesSent(rejected).filter((value) => !others.has(value));
}

export const rejectedOrganization: SequenceLaw = {
  id: "organization.refused-not-created",
  clause: "error.changes-nothing",
  needs: { writes: true },
  claim: "An organization whose creation was rejected because of a field is not in a later list",
  skipReason:
    "no organizations were listed after a creation was rejected because of a field: add a session that may create an organization to the target file",
  dependsOn: ["listOrganizations"],
  judge({ exchanges }) {
    const creations = exchanges.filter(({ operation }) => operation === "createOrganization");
    const rejected = creations
      .filter(isRejected)
      .map((creation) => ({ creation, values: ownValues(creation, creations) }));
    const lists = exchanges.filter(({ operation, isSuccess }) => operation === "listOrganizations" && isSuccess);
    const isSame = (one: Exchange, other: Exchange) => one.credential === other.credential;
    const pairs = rejected.flatMap(({ creation, values }) =>
      lists
        .filter((list) => values.length > 0 && isSame(list, creation) && list.sentAt >= creation.receivedAt)
        .map((list) => ({ creation, list, values })),
    );
    for (const { creation, list, values } of pairs) {
      const created = listedOf(list).find(({ fields }) => values.includes(fields.name) || values.includes(fields.slug));
      if (created === undefined) continue;
      return fails({
        expected: `no organization of a creation that was answered ${creation.status}`,
        actual: `GET ${pathOf(list)}: ${quoted(created.id)}, with its name or slug`,
        exchanges: [creation.index, list.index],
      });
    }
    return pairs.length > 0 ? holds : notApplicable;
  },
};
