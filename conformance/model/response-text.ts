/** How messages describe a response. Laws import this file, also inside k6: no npm. */
import { truncatedJson } from "../../spec/body-problems.ts";
import type { Exchange } from "./exchange.ts";

/** Status and body, of which at most `max` characters: JSON as it is, any other text quoted, with its beginning and its end. */
export function answerOf(exchange: Exchange, max?: number): string {
  const { status, response, failure = "none came" } = exchange;
  if (response === undefined) return `no response: ${failure}`;
  if (response.isUtf8 === false) return `${status} with bytes that are not UTF-8`;
  const { body } = response;
  if (body === "") return `${status} with an empty body`;
  return `${status} with ${exchange.isJson() ? truncatedJson(exchange.json(), max) : `the text ${textOf(body, max)}`}`;
}

/** How many characters of the end are shown: JSON that was cut shows it there. */
const endLength = 30;

function textOf(body: string, max = 120): string {
  if (body.length <= max) return JSON.stringify(body);
  return `${JSON.stringify(body.slice(0, max - endLength))} … ${JSON.stringify(body.slice(-endLength))}`;
}
