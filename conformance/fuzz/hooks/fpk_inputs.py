"""What becomes of a generated input: real identifiers, bodies that may be taken, and nothing that could do harm."""

import json
import zlib
from urllib.parse import quote, unquote

from fpk_budgets import BUDGETS
from fpk_facts import CALLERS, FACTS, IDS, operation_of

# Which organization an identifier belongs to: those found before, and those that answers have shown since.
OWNERS = {}
for organization, own in IDS.items():
    for value in [*own["productId"], *own["feedbackId"], *own["orgId"], *(problem for _, problem in own["problemId"])]:
        OWNERS[value] = organization


def number_of(case):
    """The same for the same generated input, so that a failure comes again."""
    generated = json.dumps([case.method, case.path, case.path_parameters, case.body], sort_keys=True, default=str)
    return zlib.crc32(generated.encode("utf-8", "surrogatepass"))


def may_call(case):
    """Those that are not declared to be denied this; the profile is updated by one alone, who can put it back."""
    return [one for one in CALLERS if operation_of(case) not in one["denied"]] or CALLERS


def organization_for(case, callers, number):
    """That of an identifier that a link has put in; else the next in turn, or whichever need not wait."""
    able = {one["organization"] for one in callers}
    for value in map(said, (case.path_parameters or {}).values()):
        if OWNERS.get(value) in able:
            return OWNERS[value]
    names = [name for name in IDS if name in able and IDS[name]["productId"]] or [name for name in IDS if name in able]
    names = names[number % len(names) :] + names[: number % len(names)]
    return min(names, key=lambda name: BUDGETS[name].wait())


def one_of(values, number):
    return values[number % len(values)] if values else None


def said(parameter):
    """What a parameter of the path says: Schemathesis keeps it encoded."""
    return unquote(str(parameter))


def plain(text):
    """One segment of a path, whatever stands between us and the service: what is no segment meets none of the 18 endpoints."""
    kept = "".join(one for one in text if one.isprintable() and one not in "/\\%?#;<>*&:").strip(" .")
    return kept or "fpk-unknown"


def put_ids(case, organization, number):
    """Three of four identifiers are real ones, so that not all is 404; what a link has put in stays."""
    own = IDS[organization]
    is_real = number % 4 != 0
    given = {name: said(one) for name, one in (case.path_parameters or {}).items()}
    real = {name: one_of(own[name], number // 4) for name in given if name in own and name != "problemId"}
    if "problemId" in given and given["problemId"] not in OWNERS:
        real["productId"], real["problemId"] = one_of(own["problemId"], number) or (real.get("productId"), None)
    parameters = dict(case.path_parameters or {})
    for name, value in given.items():
        if value not in OWNERS or (name == "productId" and real.get("problemId") and is_real):
            own_one = real.get(name) if is_real else None
            parameters[name] = quote(own_one or plain(value), safe="")
    if parameters != (case.path_parameters or {}):
        case.path_parameters = parameters


def to_example(value, case):
    """Invitations go nowhere: every address is one of example.com, and nobody is invited twice."""
    if isinstance(value, dict):
        return {name: to_example(one, case) for name, one in value.items()}
    if isinstance(value, list):
        return [to_example(one, case) for one in value]
    if isinstance(value, str) and "@" in value:
        return f"fpk-{zlib.crc32(f'{case.id} {value}'.encode('utf-8', 'surrogatepass')):x}@example.com"
    return value


def filled(body, base):
    """What a generated body leaves out, from one that should be taken: which fields are required is not shown."""
    inner = {name: filled(body[name], one) for name, one in base.items() if isinstance(body.get(name), dict) and isinstance(one, dict)}
    return {**base, **body, **inner}


def put_body(case, organization, number):
    """Most bodies are filled up, their references real ones where they are text, and what is created marked; what is wrong stays so."""
    if not isinstance(case.body, dict):
        return
    body, operation = dict(case.body), operation_of(case)
    if number % 4 != 0:
        base = FACTS["bodies"][organization].get(operation, {})
        body = filled(body, base)
        for name in ("productId", "contextId", "actorId"):
            if isinstance(body.get(name), str):
                body[name] = base.get(name, body[name])
    if operation == "submitFeedback":
        if isinstance(body.get("metadata", {}), dict):
            body["metadata"] = {**body.get("metadata", {}), "fpk": FACTS["mark"]}
    if operation == "inviteMember":
        body = to_example(body, case)
    if operation == "createOrganization" and isinstance(body.get("slug"), str) and isinstance(body.get("name"), str):
        body["name"], body["slug"] = f"{FACTS['mark']} {body['name']}", f"{FACTS['mark']}-{number:x}"
    if operation == "updateMe" and isinstance(body.get("avatarBase64"), str):
        # A picture cannot be read back, and so not be put back.
        del body["avatarBase64"]
    if body != case.body:
        case.body = body


# Refused even where the caller is not: no product, no text for a name, no name, no address (conformance/everywhere.ts).
HARMLESS = {
    "submitFeedback": {"productId": "fpk-no-such-product", "content": {"body": ""}, "feedbackType": "fpk-none"},
    "updateMe": {"firstName": 7, "preferences": "fpk"},
    "createOrganization": {"name": "", "slug": ""},
    "inviteMember": {"email": "fpk-not-an-address"},
}


def make_harmless(case):
    """What is sent without credentials, should it be served."""
    if operation_of(case) in HARMLESS:
        case.body = HARMLESS[operation_of(case)]


def learn(value, organization):
    if isinstance(value, dict):
        for name, one in value.items():
            if name in ("id", "feedbackId") and isinstance(one, str):
                OWNERS.setdefault(one, organization)
            elif isinstance(one, (dict, list)):
                learn(one, organization)
    elif isinstance(value, list):
        for one in value:
            learn(one, organization)
