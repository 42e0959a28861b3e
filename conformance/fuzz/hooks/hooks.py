"""What `fpk fuzz` puts into Schemathesis: real identifiers, the organizations' keys in turn, their rate limits, our laws."""

import json
import sys
from pathlib import Path

import requests.auth
import schemathesis

sys.path.insert(0, str(Path(__file__).parent))

from fpk_budgets import BUDGETS, NOBODY, pause  # noqa: E402
from fpk_facts import CALLERS, FACTS, LOCK, SENT_BY  # noqa: E402
from fpk_inputs import learn, make_harmless, may_call, number_of, organization_for, put_body, put_ids  # noqa: E402
from fpk_oracle import ORACLE, question_of  # noqa: E402
from fpk_shrinking import make_failures_small  # noqa: E402

# By case: the organization and the credential that it is to go with.
GOES_TO = {}


class Rotation(requests.auth.AuthBase):
    """The bearer of the organization's next credential, §5.1, once its budget has room."""

    def __call__(self, request):
        case_id = request.headers.get("X-Schemathesis-TestCaseId", "")
        organization, caller = GOES_TO.get(case_id, (CALLERS[0]["organization"], CALLERS[0]))
        pause(BUDGETS[organization])
        request.headers["Authorization"] = f"Bearer {caller['token']}"
        SENT_BY[case_id] = caller
        with LOCK, Path(FACTS["labels"]).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"case": case_id, "label": caller["label"]}) + "\n")
        return request


schemathesis.auth.set_from_requests(Rotation())


@schemathesis.hook
def before_call(ctx, case, kwargs):
    number, callers = number_of(case), may_call(case)
    organization = organization_for(case, callers, number)
    own = [one for one in callers if one["organization"] == organization]
    GOES_TO[case.id] = (organization, own[number % len(own)])
    put_ids(case, organization, number)
    if case._auth is not None:
        put_body(case, organization, number)
    else:
        make_harmless(case)
        pause(NOBODY)


def remaining_of(response):
    values = response.headers.get("x-ratelimit-remaining") or [""]
    return int(values[0]) if values[0].strip().isdigit() else None


@schemathesis.hook
def after_call(ctx, case, response):
    caller = SENT_BY.get(case.id)
    budget = NOBODY if caller is None else BUDGETS[caller["organization"]]
    with LOCK:
        budget.told(response.status_code, remaining_of(response))
    if response.status_code == 429:
        # Not answered: sent again, and the budget knows when.
        response.headers["retry-after"] = ["0"]
    elif caller is not None and 200 <= response.status_code < 300:
        try:
            learn(response.json(), caller["organization"])
        except ValueError:
            pass


@schemathesis.check
def document(ctx, response, case):
    """Our laws, so that Schemathesis makes small what breaks them."""
    phase = "" if ctx.phase is None else ctx.phase.value
    findings = ORACLE.ask(question_of(case, response, phase)).get("findings", [])
    if findings:
        raise AssertionError("\n".join(findings))


@schemathesis.hook
def filter_failure(ctx, failure, case, response):
    """A 429 is no answer; and what was wrong with a request that was served is the document's business."""
    if response.status_code == 429:
        return False
    if type(failure).__name__ != "AcceptedNegativeData":
        return True
    return ORACLE.ask(question_of(case, response, "")).get("isWrong", False)


make_failures_small()
