/** Faults with sessions, further keys and parts of tokens (§2, §4, §5), and with the context of another product (§7). */
import { notFound, param } from "../../parts/route.ts";
import { text } from "../../store/row.ts";
import { firstCaller } from "../seams/callers.ts";
import { replace } from "../seams/replace.ts";
import { omitting } from "../seams/resources.ts";
import { failWhen, replaceRoute } from "../seams/routes.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

export default [
  defineMutant({
    id: "features-without-a-format-for-sessions",
    clause: "feature.required",
    fault: "Features lack descriptionFormat for a session",
    change: replaceRoute("listFeatures", (route) => (request) => {
      const list = Object(route(request));
      if (request.caller.kind !== "session") return list;
      return { ...list, data: list.data.map(omitting("descriptionFormat")) };
    }),
  }),
  defineMutant({
    id: "sessions-submissions-lost",
    clause: "feedback.identifier",
    fault: "The status of a session's submission is 404",
    change: replace("routes", ({ submitFeedback, getFeedbackStatus }) => {
      const lost = new Set<unknown>();
      return {
        submitFeedback: (request) => {
          const acceptance = Object(submitFeedback(request));
          if (request.caller.kind === "session") lost.add(acceptance.feedbackId);
          return acceptance;
        },
        getFeedbackStatus: (request) => {
          if (lost.has(param(request, "feedbackId"))) throw notFound("feedback");
          return getFeedbackStatus(request);
        },
      };
    }),
  }),
  defineMutant({
    id: "profile-id-of-the-request",
    clause: "resource.created-at",
    fault: "The profile has another id in each response",
    change: replace("routes", ({ getMe }) => {
      let reads = 0;
      return {
        getMe: (request) => {
          reads += 1;
          return { ...Object(getMe(request)), id: `usr_read_${reads}` };
        },
      };
    }),
  }),
  defineMutant({
    id: "context-of-another-product-500",
    clause: "error.no-server-error",
    fault: "A submission with a context of another product fails with 500",
    change: failWhen(["submitFeedback"], ({ store, body }) => {
      const { productId, contextId } = Object(body);
      const row = store.first("SELECT productId FROM contexts WHERE id = ?", String(contextId));
      return row !== undefined && text(row, "productId") !== productId;
    }),
  }),
  defineMutant({
    id: "token-percent-a-wildcard",
    clause: "auth.unauthorized",
    fault: "A token with % at its end is accepted as any key that begins like it",
    change: replace("credentials", {
      callerOfUnknownToken: (store, token) => (token.endsWith("%") ? firstCaller(store) : undefined),
      tokenOf: (header) => /^bearer +([\w.~+/%-]+=*) *$/i.exec(header ?? "")?.[1],
    }),
  }),
  ...(["base64", "hex"] as const).map((encoding) =>
    defineMutant({
      id: `key-in-${encoding}`,
      clause: "auth.key-secrecy",
      fault: `The installation contains the caller's credentials, in ${encoding}`,
      change: replace("responseWriter", ({ send }, { credentials }) => ({
        send: (response, status, body, operation) => {
          const token = credentials.tokenOf(response.req.headers.authorization) ?? "";
          const auth = Buffer.from(encoding === "hex" ? token : `${token}:`).toString(encoding);
          const isShown = operation === "getInstallation" && status === 200;
          send(response, status, isShown ? { ...Object(body), auth } : body, operation);
        },
      })),
    }),
  ),
  defineMutant({
    id: "key-without-its-prefix",
    clause: "auth.key-secrecy",
    fault: "The installation contains the caller's key in two parts: its prefix, and the rest",
    change: replace("responseWriter", ({ send }, { credentials }) => ({
      send: (response, status, body, operation) => {
        const token = credentials.tokenOf(response.req.headers.authorization) ?? "";
        const [prefix = "", secret] = token.split(/(?<=_key_)/);
        const isShown = operation === "getInstallation" && status === 200 && secret !== undefined;
        send(response, status, isShown ? { ...Object(body), key: { prefix, secret } } : body, operation);
      },
    })),
  }),
] satisfies readonly Mutant[];
