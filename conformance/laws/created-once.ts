/** §2: a resource was created at one time, and keeps its identifier. */
import { identifiedResources, type Listed, quoted, requestJson } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { isSameTime } from "../model/same-item.ts";
import { fails, holds, unjudged } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";

const readOnce =
  "no resource with a createdAt and an identifier (see resource.identifier-strings) was read twice at the same path: add a second key of the organization";

/** Reads of what the caller's credential determines, so the identifier is the same each time (endpoints 11 and 18). */
const ownReads = ["getMe", "getInstallation"];

const times = ["createdAt", "joinedAt"];

interface Lasting {
  /** What is compared with each other: the operation, the path, the caller, and what else names the resource. */
  readonly key: string;
  readonly name: string;
  /** A number is not a date-time, but must not change either. */
  readonly value: string | number;
}

function lastingIn(exchange: Exchange, invited: ReadonlySet<unknown>): readonly Lasting[] {
  const { operation = "", organization, credential } = exchange;
  const isOwn = ownReads.includes(operation);
  const ofCaller = JSON.stringify([operation, credential]);
  const here = JSON.stringify([operation, pathOf(exchange), organization ?? credential]);
  const found: Lasting[] = [];
  const add = (by: string, name: string, value: unknown) => {
    if (typeof value === "string" || typeof value === "number") found.push({ key: `${by} ${name}`, name, value });
  };
  const items = identifiedResources(exchange);
  const labels = items.map(({ fields }) => labelOf(fields));
  const isRepeated = repeatedIn(labels);
  for (const [at, { id, fields }] of items.entries()) {
    for (const name of times) add(`${here} ${id}`, name, fields[name]);
    if (isOwn) {
      add(ofCaller, "id", id);
      add(ofCaller, "integrationId", fields.integrationId);
    }
    const label = labels[at];
    if (label !== undefined && !isRepeated.has(label) && !invited.has(label))
      add(`${here} ${label}`, fields.userId === id ? "userId" : "id", id);
  }
  return found;
}

function repeatedIn(labels: readonly (string | undefined)[]): ReadonlySet<string | undefined> {
  const seen = new Set<string | undefined>();
  const repeated = new Set<string | undefined>();
  for (const label of labels) (seen.has(label) ? repeated : seen).add(label);
  return repeated;
}

/** What two resources seldom have in common: the e-mail address, or the name with the time of creation. */
function labelOf({ email, name, createdAt }: Listed["fields"]): string | undefined {
  if (typeof email === "string") return email;
  return typeof name === "string" && typeof createdAt === "string" ? `${name} ${createdAt}` : undefined;
}

/** The addresses that the run invites: an invitation that replaces another may have another identifier. */
const invitedBy = (exchanges: readonly Exchange[]): ReadonlySet<unknown> =>
  new Set(exchanges.flatMap((each) => (each.operation === "inviteMember" ? [Object(requestJson(each)).email] : [])));

/** The year 1: the zero value of a type for times, which a server writes if it has stored no time. */
const isZeroTime = ({ name, value }: Lasting) => times.includes(name) && /^0001-/.test(String(value));

const isSame = ({ name, value }: Lasting, { value: other }: Lasting) =>
  value === other ||
  (times.includes(name) && typeof value === "string" && typeof other === "string" && isSameTime(value, other));

const textOf = ({ name, value }: Lasting) => `${name} ${typeof value === "number" ? value : quoted(value)}`;

/** Compares only reads at the same path: a list may write a time differently from the item alone. */
export const createdOnce: SequenceLaw = {
  id: "resource.created-once",
  clause: "resource.created-at",
  claim: "A resource that is read again has the same identifier and the same createdAt, which is not in the year 1",
  judge({ exchanges }) {
    const shown = new Map<string, { readonly before: Lasting; readonly first: Exchange }>();
    const invited = invitedBy(exchanges);
    const successes = exchanges
      .filter(({ isSuccess }) => isSuccess)
      .map((exchange) => ({ exchange, all: lastingIn(exchange, invited) }));
    let isJudged = false;
    for (const { exchange, all } of successes) {
      const zero = all.find(isZeroTime);
      if (zero === undefined) continue;
      const expected = `${zero.name}: when it was created, or joined`;
      return fails({ expected, actual: textOf(zero), exchanges: [exchange.index] });
    }
    for (const { exchange, all } of successes.filter((each) => each.exchange.request.method === "GET")) {
      for (const lasting of all) {
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
