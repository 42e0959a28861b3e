/** The checks of Schemathesis that are on. Our laws judge the responses, so a check is on only if it sends useful requests. */

/** `ignored_auth` sends each served request again, without credentials and with invalid ones (§5.8). */
export const enabledChecks: readonly string[] = ["ignored_auth"];

/** Why each other check is off, by its name. */
export const disabledChecks: Readonly<Record<string, string>> = {
  not_a_server_error: "our laws judge it (error.no-server-error)",
  negative_data_rejection: 'fails a 7 that is read as "7"; our laws judge what no parser accepts (submission.refuses)',
  positive_data_acceptance:
    "which fields are required, and which texts a slug or a picture may be, is not shown: valid by the schema may be rejected",
  response_schema_conformance: "fails an empty 204 and dates that are not RFC 3339; our laws judge the same schemas",
  response_headers_conformance: "our laws judge the headers, and also know targets whose rate limit is switched off",
  content_type_conformance: "a JSON media type is only implied; our laws judge it at that level",
  status_code_conformance: "status codes are not shown; where an overlay pins them, our laws judge them",
  unsupported_method: "how other methods are answered is not shown",
  allow_header_conformance: "no Allow header is shown",
  missing_required_header: "the one required header is Authorization, and ignored_auth sends requests without it",
  use_after_free: "nothing can be deleted",
  ensure_resource_availability: "a key may be unable to read the organization that it created, and a status may lag",
  object_level_authorization: "needs users who own objects; fpk check judges tenancy",
};
