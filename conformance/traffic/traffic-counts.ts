/** Counts the requests that were judged, and those that were not judged, by reason. */
import { plural } from "../../cli/plural.ts";
import { type OperationId, operationIds } from "../../spec/contract.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Recorded } from "./recorded.ts";
import type { WhyNotJudged } from "./traffic-reader.ts";

/** How many addresses other than the target's are named. */
const maxAddresses = 3;

export class TrafficCounts {
  readonly #operations = new Map<OperationId, number>();
  readonly #notJudged = new Map<WhyNotJudged, number>();
  #withoutBody = 0;
  readonly #addresses = new Map<string, number>();

  add({ request }: Recorded, read: Exchange | WhyNotJudged): void {
    if (typeof read !== "string") {
      if (read.operation !== undefined) count(this.#operations, read.operation);
      if (read.response?.isCut === true) this.#withoutBody += 1;
      return;
    }
    count(this.#notJudged, read);
    if (read === "not below the base URL") count(this.#addresses, addressOf(request.url));
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
    ];
  }

  /** Why the proxy has judged nothing. */
  whyNothing(): string {
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
