"""Changes generated cases before they are sent: real identifiers, bodies that may be accepted, and nothing that could do harm."""

import json
import zlib
from urllib.parse import quote, unquote

from fpk_budgets import BUDGETS
from fpk_input import CALLERS, IDS, INPUT, operation_of

# The organization of each identifier: those found before the run, and those that responses have shown since.
OWNERS = {}
for organization, ids in IDS.items():
    for value in [*ids["productId"], *ids["feedbackId"], *ids["orgId"], *(problem for _, problem in ids["problemId"])]:
        OWNERS[value] = organization


def number_of(case):
    """The same number for the same generated input, so that a failure can be reproduced."""
    generated = json.dumps([case.method, case.path, case.path_parameters, case.body], sort_keys=True, default=str)
    return zlib.crc32(generated.encode("utf-8", "surrogatepass"))


def choose_caller(case, number):
    """A caller who is not declared to be denied the operation, of the organization that the case is sent to."""
    permitted = [caller for caller in CALLERS if operation_of(case) not in caller["denied"]] or CALLERS
    organization = choose_organization(case, permitted, number)
    return pick([caller for caller in permitted if caller["organization"] == organization], number)


def choose_organization(case, callers, number):
    """The owner of an identifier that a link has put in; else the next in turn, or the first that need not wait."""
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
    """Without characters that a proxy or a router may read as more than one segment: none of the 18 endpoints would match."""
    kept = "".join(character for character in text if character.isprintable() and character not in "/\\%?#;<>*&:")
    return kept.strip(" .") or "fpk-unknown"


def fill_path(case, organization, number):
    """Puts in real identifiers in three of four cases, so that not all is 404; keeps what a link has put in."""
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
    """Every e-mail address becomes one of example.com, so that nobody is invited, and no address is used twice."""
    if isinstance(value, dict):
        return {name: with_example_addresses(inner, case) for name, inner in value.items()}
    if isinstance(value, list):
        return [with_example_addresses(inner, case) for inner in value]
    if isinstance(value, str) and "@" in value:
        return f"fpk-{zlib.crc32(f'{case.id} {value}'.encode('utf-8', 'surrogatepass')):x}@example.com"
    return value


def completed(body, base):
    """The generated body with fields that it leaves out taken from `base`: which fields are required is not shown."""
    inner = {
        name: completed(body[name], value)
        for name, value in base.items()
        if isinstance(body.get(name), dict) and isinstance(value, dict)
    }
    return {**base, **body, **inner}


def fill_body(case, organization, number):
    """Completes three of four bodies, puts in real identifiers for generated strings, and marks what is created."""
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
        # A picture cannot be read, and so could not be restored.
        del body["avatarBase64"]
    if body != case.body:
        case.body = body


# Bodies that a server refuses whoever sends them: no such product, an empty name, no valid address.
HARMLESS_BODIES = {
    "submitFeedback": {"productId": "fpk-no-such-product", "content": {"body": ""}, "feedbackType": "fpk-none"},
    "updateMe": {"firstName": 7, "preferences": "fpk"},
    "createOrganization": {"name": "", "slug": ""},
    "inviteMember": {"email": "fpk-not-an-address"},
}


def make_harmless(case):
    """For a request without credentials, in case it is served."""
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
