/** Finds bodies that the server left unread on a connection (`client/unread-bodies.ts`), and reports the first one. */
import { isObject } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";
import { describeUnreadBody } from "../report/unread-body.ts";
import type { Run } from "../run.ts";

/** The returned function examines the exchanges since its last call. */
export function connectionExaminer({ client, progress }: Run): () => Promise<void> {
  let examined = 0;
  let isReported = false;
  return async () => {
    const unseen = client.exchanges.slice(examined);
    examined = client.exchanges.length;
    for (const exchange of unseen) if (mayAnswerUnreadBody(exchange)) await client.examineConnection(exchange);
    const [unread] = client.unreadBefore.values();
    if (unread === undefined || isReported) return;
    isReported = true;
    progress?.say(`! ${describeUnreadBody(unread)}. From here on a request with a body has a connection of its own`);
  };
}

/** A 5xx, or an error response without this API's error body. */
const mayAnswerUnreadBody = (exchange: Exchange) =>
  exchange.status >= 500 ||
  (exchange.status >= 400 && exchange.request.method !== "HEAD" && !isObject(exchange.json()));
