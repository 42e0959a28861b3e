"""Changes generated cases before they are sent, so that they have real identifiers and complete bodies, and do no harm."""

import json
import zlib
from urllib.parse import quote, unquote

from fpk_budgets import BUDGETS
from fpk_input import CALLERS, IDS, INPUT, operation_of

# The organization of each known identifier: of the input, and of the responses so far.
OWNERS = {}
for organization, ids in IDS.items():
    for value in [*ids["productId"], *ids["feedbackId"], *ids["orgId"], *(problem for _, problem in ids["problemId"])]:
        OWNERS[value] = organization


def number_of(case):
    """A number that depends only on the generated input, so that a failure can be reproduced."""
    generated = json.dumps([case.method, case.path, case.path_parameters, case.body], sort_keys=True, default=str)
    return zlib.crc32(generated.encode("utf-8", "surrogatepass"))


def choose_caller(case, number):
    """A caller of the chosen organization to whom the operation is not declared as denied."""
    permitted = [caller for caller in CALLERS if operation_of(case) not in caller["denied"]] or CALLERS
    organization = choose_organization(case, permitted, number)
    return pick([caller for caller in permitted if caller["organization"] == organization], number)


def choose_organization(case, callers, number):
    """The organization that owns an identifier in the path, which a link put there; else the one with the shortest wait.

    If several need not wait, the number chooses between them.
    """
    names = {caller["organization"] for caller in callers}
    for value in map(decoded, (case.path_parameters or {}).values()):
        if OWNERS.get(value) in names:
            return OWNERS[value]
    turns = [name for name in IDS if name in names and IDS[name]["productId"]] or [name for name in IDS if name in names]
    turns = turns[number % len(turns) :] + turns[: number % len(turns)]
    return min(turns, key=lambda name: BUDGETS[name].wait())


def pick(values, number):
    return values[number % len(values)] if values else None


def decoded(parameter):
    """The value of a path parameter, which Schemathesis keeps percent-encoded."""
    return unquote(str(parameter))


def as_path_segment(text):
    """The text without characters that a proxy or a router may read as the end of the segment: no endpoint would match."""
    kept = "".join(character for character in text if character.isprintable() and character not in "/\\%?#;<>*&:")
    return kept.strip(" .") or "fpk-unknown"


def fill_path(case, organization, number):
    """Replaces generated identifiers by real ones in three of four cases, so that not every response is 404.

    Identifiers that a link has put into the path stay.
    """
    ids = IDS[organization]
    is_real = number % 4 != 0
    generated = {name: decoded(value) for name, value in (case.path_parameters or {}).items()}
    real = {name: pick(ids[name], number // 4) for name in generated if name in ids and name != "problemId"}
    if "problemId" in generated and generated["problemId"] not in OWNERS:
        real["productId"], real["problemId"] = pick(ids["problemId"], number) or (real.get("productId"), None)
    parameters = dict(case.path_parameters or {})
    for name, value in generated.items():
        if value not in OWNERS or (name == "productId" and real.get("problemId") and is_real):
            replacement = real.get(name) if is_real else None
            parameters[name] = quote(replacement or as_path_segment(value), safe="")
    if parameters != (case.path_parameters or {}):
        case.path_parameters = parameters


def with_example_addresses(value, case):
    """The value with each e-mail address replaced by a new one at example.com, so that no real person is invited."""
    if isinstance(value, dict):
        return {name: with_example_addresses(inner, case) for name, inner in value.items()}
    if isinstance(value, list):
        return [with_example_addresses(inner, case) for inner in value]
    if isinstance(value, str) and "@" in value:
        return f"fpk-{zlib.crc32(f'{case.id} {value}'.encode('utf-8', 'surrogatepass')):x}@example.com"
    return value


def completed(body, base):
    """The generated body with the fields of `base` that it lacks, because the document does not show which are required."""
    inner = {
        name: completed(body[name], value)
        for name, value in base.items()
        if isinstance(body.get(name), dict) and isinstance(value, dict)
    }
    return {**base, **body, **inner}


def fill_body(case, organization, number):
    """Completes three of four bodies with fields and real identifiers, and marks everything that a body creates."""
    if not isinstance(case.body, dict):
        return
    body, operation = dict(case.body), operation_of(case)
    if number % 4 != 0:
        base = INPUT["bodies"][organization].get(operation, {})
        body = completed(body, base)
        for name in ("productId", "contextId", "actorId"):
            if isinstance(body.get(name), str):
                body[name] = base.get(name, body[name])
    if operation == "submitFeedback":
        if isinstance(body.get("metadata", {}), dict):
            body["metadata"] = {**body.get("metadata", {}), "fpk": INPUT["mark"]}
    if operation == "inviteMember":
        body = with_example_addresses(body, case)
    if operation == "createOrganization" and isinstance(body.get("slug"), str) and isinstance(body.get("name"), str):
        body["name"], body["slug"] = f"{INPUT['mark']} {body['name']}", f"{INPUT['mark']}-{number:x}"
    if operation == "updateMe" and isinstance(body.get("avatarBase64"), str):
        # No endpoint returns the picture, so it could not be restored.
        del body["avatarBase64"]
    if body != case.body:
        case.body = body


# Bodies that a server refuses from any caller: with an unknown product, values of wrong types, empty texts, no address.
HARMLESS_BODIES = {
    "submitFeedback": {"productId": "fpk-no-such-product", "content": {"body": ""}, "feedbackType": "fpk-none"},
    "updateMe": {"firstName": 7, "preferences": "fpk"},
    "createOrganization": {"name": "", "slug": ""},
    "inviteMember": {"email": "fpk-not-an-address"},
}


def make_harmless(case):
    """Gives a request without credentials a body that does no harm if the server accepts such requests."""
    if operation_of(case) in HARMLESS_BODIES:
        case.body = HARMLESS_BODIES[operation_of(case)]


def learn_ids(value, organization):
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in ("id", "feedbackId") and isinstance(inner, str):
                OWNERS.setdefault(inner, organization)
            elif isinstance(inner, (dict, list)):
                learn_ids(inner, organization)
    elif isinstance(value, list):
        for inner in value:
            learn_ids(inner, organization)
