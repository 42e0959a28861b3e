/** §2: a resource was created once. */
import { quoted, shownItems } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { fails, holds, unjudged } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";

const readOnce = "no resource with a createdAt was read twice at the same path: add a second key of the organization";

interface Created {
  /** The operation, the path and the identifier: one representation of one resource. */
  readonly key: string;
  /** A number, too, which is no date-time: it may change nevertheless. */
  readonly createdAt: string | number;
}

function createdIn(exchange: Exchange): readonly Created[] {
  const sender = exchange.organization ?? exchange.credential;
  return shownItems(exchange).flatMap(({ id, fields: { createdAt } }) => {
    if (typeof createdAt !== "string" && typeof createdAt !== "number") return [];
    return [{ key: JSON.stringify([exchange.operation, pathOf(exchange), sender, id]), createdAt }];
  });
}

/** In another zone it is the same time; and with fewer digits, as from a cache, where less than a second is between them. */
function isSameTime(a: string | number, b: string | number): boolean {
  if (typeof a === "number" || typeof b === "number") return a === b;
  const [inA, inB] = [fractionOf(a), fractionOf(b)];
  const apart = Math.abs(Date.parse(a) - Date.parse(b));
  return a === b || (inA.length === inB.length ? inA === inB && apart === 0 : !(apart >= 1000));
}

const textOf = (createdAt: string | number) => (typeof createdAt === "number" ? `${createdAt}` : quoted(createdAt));

const fractionOf = (time: string) => /[.,](\d+)/.exec(time)?.[1] ?? "";

/** Only reads at the same path are compared: how a list writes a time may differ from how the item alone does. */
export const createdOnce: SequenceLaw = {
  id: "resource.created-once",
  clause: "resource.created-at",
  claim: "A resource that is read again has the same createdAt",
  judge({ exchanges }) {
    const shown = new Map<string, { readonly createdAt: string | number; readonly first: Exchange }>();
    let isJudged = false;
    for (const exchange of exchanges.filter(({ isSuccess, request }) => isSuccess && request.method === "GET")) {
      for (const { key, createdAt } of createdIn(exchange)) {
        const before = shown.get(key);
        isJudged ||= before !== undefined;
        if (before === undefined) shown.set(key, { createdAt, first: exchange });
        if (before === undefined || isSameTime(before.createdAt, createdAt)) continue;
        return fails({
          expected: `createdAt ${textOf(before.createdAt)}, as in GET ${pathOf(before.first)} before`,
          actual: textOf(createdAt),
          exchanges: [before.first.index, exchange.index],
        });
      }
    }
    return isJudged ? holds : unjudged("not-applicable", readOnce);
  },
};
