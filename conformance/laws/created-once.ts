/** §2: a resource was created at one time, and keeps its identifier. */
import { quoted, shownItems } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { fails, holds, unjudged } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";

const readOnce = "no resource with a createdAt was read twice at the same path: add a second key of the organization";

/** Reads of what the caller's credential determines, so the identifier is the same each time (endpoints 11 and 18). */
const ownReads = ["getMe", "getInstallation"];

interface Lasting {
  /** What is compared with each other: the operation, the path, the caller and the identifier of a resource. */
  readonly key: string;
  readonly name: "id" | "createdAt";
  /** A number is not a date-time, but must not change either. */
  readonly value: string | number;
}

function lastingIn(exchange: Exchange): readonly Lasting[] {
  const { operation = "", organization, credential } = exchange;
  return shownItems(exchange).flatMap(({ id, fields: { createdAt } }): readonly Lasting[] => {
    const key = JSON.stringify([operation, pathOf(exchange), organization ?? credential, id]);
    const isDated = typeof createdAt === "string" || typeof createdAt === "number";
    return [
      ...(ownReads.includes(operation)
        ? [{ key: JSON.stringify([operation, credential]), name: "id" as const, value: id }]
        : []),
      ...(isDated ? [{ key, name: "createdAt" as const, value: createdAt }] : []),
    ];
  });
}

const isSame = ({ name, value }: Lasting, other: Lasting) =>
  name === "id" ? value === other.value : isSameTime(value, other.value);

/** The zones may differ. If one has fewer digits, as from a cache, the times may differ by less than a second. */
function isSameTime(a: string | number, b: string | number): boolean {
  if (typeof a === "number" || typeof b === "number") return a === b;
  const [inA, inB] = [fractionOf(a), fractionOf(b)];
  const apart = Math.abs(Date.parse(a) - Date.parse(b));
  return a === b || (inA.length === inB.length ? inA === inB && apart === 0 : !(apart >= 1000));
}

const textOf = ({ name, value }: Lasting) => `${name} ${typeof value === "number" ? value : quoted(value)}`;

const fractionOf = (time: string) => /[.,](\d+)/.exec(time)?.[1] ?? "";

/** Compares only reads at the same path: a list may write a time differently from the item alone. */
export const createdOnce: SequenceLaw = {
  id: "resource.created-once",
  clause: "resource.created-at",
  claim: "A resource that is read again has the same createdAt, and the caller's profile and installation the same id",
  judge({ exchanges }) {
    const shown = new Map<string, { readonly before: Lasting; readonly first: Exchange }>();
    let isJudged = false;
    for (const exchange of exchanges.filter(({ isSuccess, request }) => isSuccess && request.method === "GET")) {
      for (const lasting of lastingIn(exchange)) {
        const known = shown.get(lasting.key);
        isJudged ||= known !== undefined;
        if (known === undefined) shown.set(lasting.key, { before: lasting, first: exchange });
        if (known === undefined || isSame(known.before, lasting)) continue;
        return fails({
          expected: `${textOf(known.before)}, as in GET ${pathOf(known.first)} before`,
          actual: textOf(lasting),
          exchanges: [known.first.index, exchange.index],
        });
      }
    }
    return isJudged ? holds : unjudged("not-applicable", readOnce);
  },
};
