/** Counts the requests that were judged, and those that were not judged, by reason. */
import { plural } from "../../cli/plural.ts";
import { type OperationId, operationIds } from "../../spec/contract.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Recorded } from "./recorded.ts";
import type { WhyNotJudged } from "./traffic-reader.ts";

/** How many addresses other than the target's are named. */
const maxAddresses = 3;

/** How many different failures are named. */
const maxFailures = 10;

/** `GET /api/v1/products → 200: cut off after 463 of 513 bytes`. */
export function failureOf({ request, response, failure }: Recorded): string {
  const path = URL.canParse(request.url) ? new URL(request.url).pathname : request.url;
  return `${request.method} ${path}${response === undefined ? "" : ` → ${response.status}`}: ${failure}`;
}

export class TrafficCounts {
  readonly #operations = new Map<OperationId, number>();
  readonly #notJudged = new Map<WhyNotJudged, number>();
  #withoutBody = 0;
  readonly #addresses = new Map<string, number>();

  /** Key: why there is no whole response. Value: with the first such request, and their number. */
  readonly #failures = new Map<string, { readonly first: string; count: number }>();

  /** How many exchanges have no whole response. */
  get failed(): number {
    return [...this.#failures.values()].reduce((total, { count }) => total + count, 0);
  }

  add(recorded: Recorded, read: Exchange | WhyNotJudged): void {
    const { request } = recorded;
    if (recorded.failure !== undefined) this.#addFailure(recorded.failure, recorded);
    if (typeof read !== "string") {
      if (read.operation !== undefined) count(this.#operations, read.operation);
      if (read.response?.isCut === true) this.#withoutBody += 1;
      return;
    }
    count(this.#notJudged, read);
    if (read === "not below the base URL") count(this.#addresses, addressOf(request.url));
  }

  #addFailure(failure: string, recorded: Recorded): void {
    const known = this.#failures.get(failure);
    if (known === undefined) this.#failures.set(failure, { first: failureOf(recorded), count: 1 });
    else known.count += 1;
  }

  /** Sentences for the report. */
  notes(): readonly string[] {
    const judged = operationIds
      .filter((id) => this.#operations.has(id))
      .map((id) => `${id} ${this.#operations.get(id)}`);
    const others = [...this.#notJudged].map(([why, number]) => `${number} ${why}${this.#named(why)}`);
    return [
      `${plural(sum(this.#operations), "exchange")} judged${judged.length === 0 ? "" : `: ${judged.join(", ")}`}`,
      ...(others.length === 0 ? [] : [`not judged: ${others.join(", ")}`]),
      ...(this.#withoutBody === 0
        ? []
        : [
            `not judged: the bodies of ${plural(this.#withoutBody, "response")}, which were not recorded, or not whole`,
          ]),
      ...[...this.#failures.values()]
        .slice(0, maxFailures)
        .map(({ first, count }) => `${first}${count === 1 ? "" : ` (${count} times)`}`),
      ...(this.#failures.size <= maxFailures ? [] : [`${this.#failures.size - maxFailures} other failures`]),
    ];
  }

  /** Why the proxy has judged nothing. */
  whyNothing(): string {
    const [failure] = this.#failures.values();
    if (failure !== undefined) return failure.first;
    if (this.#notJudged.size === 0) return "no request came: give the base URL of the proxy to the client";
    return "no response of this API's operations could be judged: the notes say why";
  }

  #named(why: WhyNotJudged): string {
    if (why !== "not below the base URL") return "";
    const named = [...this.#addresses].sort(([, a], [, b]) => b - a).slice(0, maxAddresses);
    const more = this.#addresses.size > named.length ? ", …" : "";
    return ` (${named.map(([address, number]) => `${address} ${number}`).join(", ")}${more})`;
  }
}

function count<T>(counts: Map<T, number>, key: T): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const sum = (counts: ReadonlyMap<unknown, number>) => [...counts.values()].reduce((total, number) => total + number, 0);

const addressOf = (url: string) => (/^https?:/i.test(url) && URL.canParse(url) ? new URL(url).origin : "no http URL");
