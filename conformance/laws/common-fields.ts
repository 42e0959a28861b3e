/** §2: identifiers, and timestamps in the two readings of ISO 8601. */
import { identifierFields } from "../model/resources.ts";
import { problemLaw, showAny, showsAny, showsNone } from "./judge-problems.ts";

/** A nullable identifier may be null. */
export const identifierStrings = problemLaw({
  id: "resource.identifier-strings",
  clause: "resource.identifiers",
  claim: "Every identifier is a string",
  appliesTo: showsAny,
  skipReason: showsNone,
  dependsOn: showAny,
  concerns: ({ kind, field }) => kind === "type" && identifierFields.includes(field),
});

export const dateTimes = problemLaw({
  id: "resource.date-times",
  clause: "resource.timestamps",
  claim: "Every timestamp is an ISO 8601 date-time string",
  appliesTo: showsAny,
  skipReason: showsNone,
  dependsOn: showAny,
  concerns: ({ kind }) => kind === "date-time",
});

export const zonedDateTimes = problemLaw({
  id: "resource.zoned-date-times",
  clause: "resource.rfc3339",
  claim: "Every timestamp is an RFC 3339 date-time, with a zone",
  appliesTo: showsAny,
  skipReason: showsNone,
  dependsOn: showAny,
  concerns: ({ kind }) => kind === "zone",
});
