"""Makes failures small: Schemathesis 4.32 raises them in a form that Hypothesis leaves as large as they were generated."""

from fpk_facts import FACTS
from fpk_inputs import number_of


class Found:
    """What a scenario has failed on, and how many smaller inputs were tried since."""

    def __init__(self):
        self.inputs, self.tries = set(), 0


def making_small(run_one_case):
    """Raises failures as Schemathesis' pytest plugin does, which Hypothesis then tries to make small: only so often, for each
    try is a request. After that nothing new is sent, and what was found small before is.
    """
    from schemathesis.core.failures import FailureGroup, as_reported_failure

    scenarios = {}

    def run(*, case, scenario, **further):
        found = scenarios.setdefault(scenario.scenario_id, Found())
        generated = number_of(case)
        if found.inputs and generated not in found.inputs:
            found.tries += 1
            if found.tries > FACTS["mostTries"]:
                return
        try:
            run_one_case(case=case, scenario=scenario, **further)
        except FailureGroup as failure:
            found.inputs.add(generated)
            raise as_reported_failure(failure) from None

    return run


def make_failures_small():
    try:
        from schemathesis.engine.run.unit import _case

        _case.run_one_case = making_small(_case.run_one_case)
    except (ImportError, AttributeError):
        # Another version: failures are as large as they were generated.
        pass
