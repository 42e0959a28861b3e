/** §4, endpoints 12, 14 and 17: values of the right types in these bodies cause no 5xx, nor does a repeated request. */
import * as fc from "fast-check";
import { arbitraryOf } from "../../generate/arbitrary.ts";
import { fieldsOf, nameOf } from "../../generate/fields.ts";
import type { Body } from "../../generate/place.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import { isObject } from "../../model/body.ts";
import {
  type ActorExchange,
  type CaseContext,
  defineCase,
  isServerError,
  type OperationId,
  type SendOptions,
} from "../case.ts";
import { mismatch, unlessFailed } from "../shared/expect.ts";
import { smallestFailingValue } from "../shared/generated-values.ts";
import { acceptedInvitation, uniqueAddress } from "../shared/invitations.ts";
import { createdOrganization } from "../shared/organizations.ts";
import { noWriteAccepted } from "../shared/permitted.ts";
import { restorableProfile, updateProfile, updatesSoFar } from "../shared/profile.ts";

/** A plain request that was accepted, and how to send one like it with generated values. */
interface Property extends ActorExchange {
  readonly operation: OperationId;
  /** The fields with generated values, and the body that contains them. */
  readonly fields: readonly string[];
  bodyOf(values: Body): Body;
  readonly options?: Omit<SendOptions, "body">;
  /** An accepted body, to be sent again. */
  readonly again?: unknown;
  /** What else of the body may matter. Before the body, of which the report may show the beginning only. */
  readonly remark?: string;
}

/** A target may reject the repetition as a conflict, or accept it. */
const sameAgain = { intent: "invalid", causes: "a repeated creation or invitation" } as const;

/** Updates fields that the run restores. Generated preferences are below one name, to be separate from the user's. */
async function updates(context: CaseContext): Promise<Property> {
  const operation = "updateMe";
  const { actor, original } = await restorableProfile(context);
  const { anyAccepted, strategy } = await updatesSoFar(context);
  if (!anyAccepted) await updateProfile(context, {});
  const isOwn = (update: ActorExchange) => update.actor.caller.label === actor.caller.label;
  const accepted = context.exchangesOf(operation).findLast((update) => update.exchange.isSuccess && isOwn(update));
  if (accepted === undefined) throw noWriteAccepted();
  const plain = Object.fromEntries(Object.entries(original).filter(([name]) => !strategy.omitted.includes(name)));
  return {
    operation,
    ...accepted,
    fields: ["firstName", "lastName", "preferences"],
    bodyOf: ({ preferences, ...values }) => ({
      ...plain,
      ...values,
      preferences: preferences === undefined ? {} : { ...Object(original.preferences), fpk: preferences },
    }),
  };
}

/**
 * Uses the slug of the organization that the run has created: a target that allows each slug once creates no other. It is first in the body,
 * since it may be the reason of a 5xx, and the name may be long.
 */
async function organizations(context: CaseContext): Promise<Property> {
  const { given, ...created } = await createdOrganization(context);
  return {
    operation: "createOrganization",
    ...created,
    fields: ["name"],
    bodyOf: ({ name }) => ({ slug: given.slug, name }),
    options: sameAgain,
    remark: ` (an organization of this run has the slug ${given.slug} already: a conflict is a 4xx)`,
  };
}

/** Longer than most database columns for an address. Each label has at most 63 characters (RFC 1035, 2.3.4). */
const longDomain = `${"long".repeat(15)}.${"long".repeat(15)}.example.com`;

/** The generated text follows a name that no other address has. */
async function invitations(context: CaseContext): Promise<Property> {
  const { parameters, rejected: _, ...invited } = await acceptedInvitation(context);
  const [name] = (await uniqueAddress(context)).split("@");
  return {
    operation: "inviteMember",
    ...invited,
    fields: ["email"],
    bodyOf({ email }) {
      const [local = ""] = String(email).split("@");
      return { email: `${name}.${local.slice(0, 24).replace(/\.$/, "")}@${longDomain}` };
    },
    options: { parameters },
    again: JSON.parse(invited.exchange.request.body),
  };
}

const longText = "long ".repeat(60).trim();

/**
 * Generated values of the fields. For every second seed, the last text is longer than a column of 255 characters; for the
 * others, an update has no preferences.
 */
function valuesOf({ contract }: CaseContext, { operation, fields }: Property, seed: number): fc.Arbitrary<Body> {
  const listed = fieldsOf(requestBodyOf(contract, operation)).filter((field) => fields.includes(nameOf(field)));
  const values = fc.record(Object.fromEntries(listed.map((field) => [nameOf(field), arbitraryOf(field.schema)])), {
    noNullPrototype: true,
  });
  const isLong = seed % 2 === 0 && operation !== "inviteMember";
  const longName = listed.map(nameOf).findLast((name) => name !== "preferences");
  if (!isLong) return values.map(({ preferences: _, ...value }) => value);
  return longName === undefined ? values : values.map((value) => ({ ...value, [longName]: longText }));
}

export const validValuesAnswered = defineCase({
  id: "body.valid-values",
  clause: "body.values",
  claim: "No value within the types of an update, an organization or an invitation is answered with a 5xx",
  needs: { writes: true },
  async run(context) {
    let isJudged = false;
    for (const [at, find] of [updates, organizations, invitations].entries()) {
      const property = await unlessFailed(() => find(context));
      if (property === undefined) continue;
      isJudged = true;
      const { operation, actor, exchange: plain, bodyOf, options, again, remark = "" } = property;
      const send = (values: Body) => actor.send(operation, { ...options, body: bodyOf(values) });
      const seed = context.seed + at;
      const failing = await smallestFailingValue({ seed }, valuesOf(context, property, seed), 1, send, isServerError);
      if (failing !== undefined)
        mismatch(failing.exchange, `no 5xx${remark} for ${JSON.stringify(bodyOf(failing.value))}`, { after: [plain] });
      if (!isObject(again)) continue;
      const second = await actor.send(operation, { ...options, ...sameAgain, body: again });
      if (isServerError(second)) mismatch(second, "no 5xx when the same is sent a second time", { after: [plain] });
    }
    if (!isJudged) throw noWriteAccepted();
  },
});
