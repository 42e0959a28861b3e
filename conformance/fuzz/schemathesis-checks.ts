/** Which of Schemathesis' own checks are on, and why. Our laws judge; a check is on only for the requests that it sends. */

export interface SchemathesisCheck {
  /** As Schemathesis calls it. */
  readonly name: string;
  readonly isOn: boolean;
  readonly why: string;
}

export const schemathesisChecks: readonly SchemathesisCheck[] = [
  {
    name: "ignored_auth",
    isOn: true,
    why: "§5.8: it repeats what was served without credentials and with invalid ones; our laws ask for the 401",
  },
  { name: "not_a_server_error", isOn: false, why: "our laws judge it (error.no-server-error)" },
  {
    name: "negative_data_rejection",
    isOn: false,
    why: 'fails a 7 that is read as "7"; our laws judge what no parser could accept (submission.refuses, invitation.format)',
  },
  {
    name: "positive_data_acceptance",
    isOn: false,
    why: "which fields are required, and which texts a slug or a picture may be, is not shown: valid by the schema may be refused",
  },
  {
    name: "response_schema_conformance",
    isOn: false,
    why: "fails an empty 204 and dates that are not RFC 3339; our laws judge the same schemas",
  },
  {
    name: "response_headers_conformance",
    isOn: false,
    why: "our laws judge the three headers, and also know targets whose rate limit is switched off",
  },
  {
    name: "content_type_conformance",
    isOn: false,
    why: "a JSON media type is only implied; our laws judge it at that level",
  },
  {
    name: "status_code_conformance",
    isOn: false,
    why: "status codes are not shown; where an overlay pins them, our laws judge them",
  },
  { name: "unsupported_method", isOn: false, why: "how other methods are answered is not shown" },
  { name: "allow_header_conformance", isOn: false, why: "no Allow header is shown" },
  {
    name: "missing_required_header",
    isOn: false,
    why: "the one required header is Authorization, and ignored_auth sends requests without it",
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
    why: "needs users who own objects; fpk check judges tenancy",
  },
];
