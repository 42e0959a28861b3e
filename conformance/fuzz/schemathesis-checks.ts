/** Which of Schemathesis' own checks judge here, and why: those that the document supports, read as Schemathesis reads it. */

export interface SchemathesisCheck {
  /** As Schemathesis calls it. */
  readonly name: string;
  readonly isOn: boolean;
  readonly why: string;
}

export const schemathesisChecks: readonly SchemathesisCheck[] = [
  {
    name: "not_a_server_error",
    isOn: true,
    why: "bad input is the caller's error, and valid input none: neither is a 5xx (error.no-server-error)",
  },
  {
    name: "ignored_auth",
    isOn: true,
    why: "§5.8: it sends what was served again, without credentials and with invalid ones; our reading asks for the 401",
  },
  {
    name: "negative_data_rejection",
    isOn: true,
    why: "a field of another type is refused (submission.refuses, invitation.format); kept only where no parser could read it otherwise",
  },
  {
    name: "positive_data_acceptance",
    isOn: false,
    why: "which fields are required, and which texts a slug or a picture may be, is not shown: valid by the schema may be refused",
  },
  {
    name: "response_schema_conformance",
    isOn: false,
    why: "takes an empty 204 for a broken body, and only RFC 3339 for a date-time; our laws judge the same schemas",
  },
  {
    name: "response_headers_conformance",
    isOn: false,
    why: "our laws judge the three headers, and know of targets whose rate limit is switched off",
  },
  {
    name: "content_type_conformance",
    isOn: false,
    why: "a JSON media type is implied, and a body without one is none; our laws tell them apart",
  },
  {
    name: "status_code_conformance",
    isOn: false,
    why: "status codes are not shown; where an overlay pins them, our laws judge them",
  },
  { name: "unsupported_method", isOn: false, why: "what other methods are answered is not shown" },
  { name: "allow_header_conformance", isOn: false, why: "no Allow header is shown" },
  {
    name: "missing_required_header",
    isOn: false,
    why: "the one required header is Authorization: what comes without it is judged as ignored_auth is",
  },
  { name: "use_after_free", isOn: false, why: "nothing can be deleted" },
  {
    name: "ensure_resource_availability",
    isOn: false,
    why: "a key may be unable to read the organization that it created, and a status may lag its submission",
  },
  {
    name: "object_level_authorization",
    isOn: false,
    why: "needs users who own objects; fpk check judges what organizations keep from each other",
  },
];
