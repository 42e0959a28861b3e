/** The first requests of a run, which may find nobody. */
import { Unanswered } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";

/** Nobody answers at the base URL. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
  /** The request that nobody answered. */
  readonly exchange: Exchange | undefined;
  constructor(message: string, exchange?: Exchange) {
    super(message);
    this.exchange = exchange;
  }
}

/** What `send` is answered, also where that is not HTTP. Throws `Unreachable` where no answer comes. */
export async function answered(send: () => Promise<Exchange>): Promise<Exchange> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof Unanswered) || error.exchange === undefined) throw error;
    if (error.exchange.reason === "protocol") return error.exchange;
    throw new Unreachable(error.message, error.exchange);
  }
}
