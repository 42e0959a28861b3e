/** §4, endpoints 9 and 10. */
import { notFound, param, type Route } from "../parts/route.ts";
import { findFeedback, insertFeedback } from "../store/feedback.ts";
import { field, textField } from "./body-fields.ts";
import { findVisible } from "./visible.ts";

export const submitFeedback: Route = ({ store, caller, body, now, baseUrl, parts }) => {
  const { queue, serializers, tenancy } = parts;
  const content = field(body, "content");
  const contextId = textField(body, "contextId");
  const actorId = textField(body, "actorId");
  const product = tenancy.resolve(store, caller, { productId: textField(body, "productId") ?? "", contextId, actorId });
  const feedback = queue.accept(
    {
      orgId: product.orgId,
      productId: product.id,
      contextId,
      actorId,
      body: textField(content, "body"),
      title: textField(content, "title"),
      bodyFormat: textField(content, "bodyFormat"),
      sourceUrl: textField(body, "sourceUrl"),
      feedbackType: textField(body, "feedbackType"),
      metadata: textField(body, "metadata"),
      notes: textField(body, "notes"),
      source: textField(body, "source"),
      acceptedAt: now,
    },
    queue.newId(),
  );
  insertFeedback(store, feedback);
  return serializers.acceptance({
    feedbackId: feedback.id,
    url: queue.url(baseUrl, feedback),
    status: queue.statusOnAcceptance(feedback),
  });
};

export const getFeedbackStatus: Route = (request) => {
  const { store, now, baseUrl, parts } = request;
  const { queue, serializers } = parts;
  const feedback = findVisible(request, "feedback", "feedback", (scope) =>
    findFeedback(store, scope, param(request, "feedbackId")),
  );
  if (feedback === undefined || !queue.isVisible(feedback, now)) throw notFound("feedback");
  return serializers.processing({
    feedbackId: feedback.id,
    status: queue.statusAt(feedback, now),
    resultUrl: queue.resultUrl(baseUrl, feedback),
  });
};
