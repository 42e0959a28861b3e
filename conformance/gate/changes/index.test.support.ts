/** Single changes of our contract, made over its structure, each with a label that was written by hand. */
import type { Document } from "../contract.test.support.ts";
import { codeAndParameterChanges } from "./codes-and-parameters.test.support.ts";
import { contentChanges, encodingChanges } from "./content.test.support.ts";
import { keywordChanges } from "./keywords.test.support.ts";
import { operationChanges } from "./operations.test.support.ts";
import { requestSchemaChanges } from "./request-schemas.test.support.ts";
import { requestChanges } from "./requests.test.support.ts";
import { responseSchemaChanges } from "./response-schemas.test.support.ts";
import { responseChanges } from "./responses.test.support.ts";
import { schemaChanges } from "./schemas.test.support.ts";
import type { Single } from "./single.test.support.ts";
import { subtypeChanges } from "./subtypes.test.support.ts";
import { synonymChanges } from "./synonyms.test.support.ts";
import { webhookAndCallbackChanges } from "./webhooks-and-callbacks.test.support.ts";

export const singles = (document: Document): readonly Single[] => [
  ...operationChanges(document),
  ...requestChanges(document),
  ...responseChanges(document),
  ...responseSchemaChanges(document),
  ...requestSchemaChanges(document),
  ...schemaChanges(),
  ...synonymChanges(),
  ...codeAndParameterChanges(),
  ...contentChanges(),
  ...encodingChanges(),
  ...keywordChanges(),
  ...webhookAndCallbackChanges(),
  ...subtypeChanges(),
];
