"""The hooks of Schemathesis: they choose caller and identifiers, wait for the rate limit, and have each exchange judged."""

import sys
from pathlib import Path

import requests.auth
import schemathesis

sys.path.insert(0, str(Path(__file__).parent))

from fpk_budgets import ANONYMOUS_BUDGET, BUDGETS, wait_and_spend  # noqa: E402
from fpk_cases import choose_caller, fill_body, fill_path, learn_ids, make_harmless, number_of  # noqa: E402
from fpk_input import CALLERS, LOCK, SENT_BY  # noqa: E402
from fpk_judging import FINDINGS, judge, phase_of  # noqa: E402
from fpk_shrinking import enable_shrinking  # noqa: E402

# The caller that is chosen for a case, by case id.
CHOSEN = {}


class BearerOfChosenCaller(requests.auth.AuthBase):
    """Waits for the budget of the chosen caller's organization, and sets the Authorization header (§5.1)."""

    def __call__(self, request):
        case_id = request.headers.get("X-Schemathesis-TestCaseId", "")
        caller = CHOSEN.get(case_id, CALLERS[0])
        wait_and_spend(BUDGETS[caller["organization"]])
        request.headers["Authorization"] = f"Bearer {caller['token']}"
        SENT_BY[case_id] = caller
        return request


schemathesis.auth.set_from_requests(BearerOfChosenCaller())


@schemathesis.hook
def before_call(ctx, case, kwargs):
    number = number_of(case)
    caller = CHOSEN[case.id] = choose_caller(case, number)
    fill_path(case, caller["organization"], number)
    if case._auth is not None:
        fill_body(case, caller["organization"], number)
    else:
        make_harmless(case)
        wait_and_spend(ANONYMOUS_BUDGET)


def remaining_in(response):
    values = response.headers.get("x-ratelimit-remaining") or [""]
    return int(values[0]) if values[0].strip().isdigit() else None


@schemathesis.hook
def after_call(ctx, case, response):
    judge(case, response.request, response, phase_of(case))
    caller = SENT_BY.get(case.id)
    budget = ANONYMOUS_BUDGET if caller is None else BUDGETS[caller["organization"]]
    with LOCK:
        budget.update(response.status_code, remaining_in(response))
    if response.status_code == 429:
        # Schemathesis sends the request again without a delay, and the budget makes it wait.
        response.headers["retry-after"] = ["0"]
    elif caller is not None and 200 <= response.status_code < 300:
        try:
            learn_ids(response.json(), caller["organization"])
        except ValueError:
            pass


@schemathesis.hook
def after_network_error(ctx, case, request):
    judge(case, request, None, phase_of(case))


@schemathesis.check
def laws(ctx, response, case):
    """Raises the findings of our laws as a failure, so that Schemathesis shrinks the request that causes them."""
    findings = FINDINGS.get(case.id)
    if findings and response.status_code != 429:
        raise AssertionError("\n".join(findings))


enable_shrinking()
