/** Tokens that were never issued and that a faulty server accepts, whatever the form of its own tokens. */
import { keyPrefixOf } from "../model/key-form.ts";

const inBase64Url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** 2100, in seconds since the epoch. */
const neverExpires = 4_102_444_800;

/** A JSON Web Token without a signature (RFC 7519, 6). A server that accepts it lets anybody claim to be anybody. */
const unsigned = (claims: Readonly<Record<string, unknown>>) =>
  `${inBase64Url({ alg: "none", typ: "JWT" })}.${inBase64Url({ ...claims, iat: 0, exp: neverExpires })}.`;

/** `userId` and `orgId` exist; `token` was never issued. */
export const forgedTokens = (
  userId: string,
  orgId: string,
  token: string,
): readonly (readonly [token: string, what: string])[] => [
  [unsigned({ sub: userId, userId, orgId }), "that nobody has signed"],
  ["null", "that a client without one writes"],
  ["constructor", "that every object of JavaScript has as a property"],
  [`${token}'`, "that ends with a quote"],
  [`${keyPrefixOf(token) ?? ""}%`, "that a query with LIKE takes for all of them"],
];
