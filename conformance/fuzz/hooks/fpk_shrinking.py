"""Lets Hypothesis shrink failing requests: Schemathesis 4.32 raises failures in a form that Hypothesis does not shrink."""

from fpk_cases import number_of
from fpk_input import INPUT


class Scenario:
    """The inputs that failed, and the number of other inputs that were tried since."""

    def __init__(self):
        self.failing_inputs, self.tries = set(), 0


def shrinking(run_one_case):
    """Wraps `run_one_case` so that it raises failures as Schemathesis' pytest plugin does, in a form that Hypothesis shrinks.

    Each try is a request, so their number is bounded. After that number, only inputs that have failed before are sent.
    """
    from schemathesis.core.failures import FailureGroup, as_reported_failure

    scenarios = {}

    def run(*, case, scenario, **others):
        state = scenarios.setdefault(scenario.scenario_id, Scenario())
        generated = number_of(case)
        if state.failing_inputs and generated not in state.failing_inputs:
            state.tries += 1
            if state.tries > INPUT["maxShrinkingTries"]:
                return
        try:
            run_one_case(case=case, scenario=scenario, **others)
        except FailureGroup as failure:
            state.failing_inputs.add(generated)
            raise as_reported_failure(failure) from None

    return run


def enable_shrinking():
    try:
        from schemathesis.engine.run.unit import _case

        _case.run_one_case = shrinking(_case.run_one_case)
    except (ImportError, AttributeError):
        # In another version of Schemathesis, failing requests stay as large as they were generated.
        pass
