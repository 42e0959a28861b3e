import { Cut } from "../client/client.ts";
import { NotJudgeable } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";

/** The exchange; undefined if there is no response that can be judged. Throws `Cut` if the run is cut. */
export const ifAnswered = (answer: Promise<Exchange>) =>
  answer.catch((error: unknown) => {
    if (error instanceof Cut || !(error instanceof NotJudgeable)) throw error;
    return undefined;
  });
