/** Single changes of our contract, made over its structure, each with a label that was written by hand. */
import type { Document } from "../contract.test.support.ts";
import { ofAnswered } from "./answered.test.support.ts";
import { ofCodesAndParameters, ofTheWhole } from "./codes-and-parameters.test.support.ts";
import { ofResponses } from "./headers.test.support.ts";
import { ofKeywords } from "./keywords.test.support.ts";
import { ofOperations } from "./operations.test.support.ts";
import { ofRequests } from "./requests.test.support.ts";
import { ofSchemas } from "./schemas.test.support.ts";
import { ofSent } from "./sent.test.support.ts";
import { ofSentByTheApi } from "./sent-by-the-api.test.support.ts";
import type { Single } from "./single.test.support.ts";
import { ofSynonyms } from "./synonyms.test.support.ts";
import { wholes } from "./whole.test.support.ts";

export const singles = (document: Document): readonly Single[] => [
  ...ofOperations(document),
  ...ofRequests(document),
  ...ofResponses(document),
  ...ofAnswered(document),
  ...ofSent(document),
  ...ofSchemas(),
  ...ofSynonyms(),
  ...ofCodesAndParameters(),
  ...ofKeywords(),
  ...ofSentByTheApi(),
];

/** Those that have no operation to stand at. */
export const ofTheDocument = (): readonly Single[] => [...wholes(), ...ofTheWhole()];
