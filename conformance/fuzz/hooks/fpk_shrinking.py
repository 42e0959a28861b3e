"""Lets Hypothesis shrink failing requests: Schemathesis 4.32 raises failures in a form that Hypothesis does not shrink."""

import threading

from fpk_cases import number_of
from fpk_input import INPUT


def shrinking(run_one_case):
    """Wraps `run_one_case` so that it raises failures as Schemathesis' pytest plugin does, in a form that Hypothesis shrinks.

    Each try is a request, so their number is bounded in each scenario. After that number, only inputs that have failed
    before are sent. A worker of Schemathesis is a thread, and runs one scenario after another.
    """
    from schemathesis.core.failures import FailureGroup, as_reported_failure

    worker = threading.local()

    def run(*, case, **others):
        # Up to 4.32.3 the recorder of the scenario is an argument; from 4.32.4 on it is a part of the scenario.
        recorder = others["recorder"] if "recorder" in others else others["scenario"].recorder
        if getattr(worker, "recorder", None) is not recorder:
            worker.recorder, worker.failing_inputs, worker.tries = recorder, set(), 0
        generated = number_of(case)
        if worker.failing_inputs and generated not in worker.failing_inputs:
            worker.tries += 1
            if worker.tries > INPUT["maxShrinkingTries"]:
                return
        try:
            run_one_case(case=case, **others)
        except FailureGroup as failure:
            worker.failing_inputs.add(generated)
            raise as_reported_failure(failure) from None

    return run


def enable_shrinking():
    try:
        from schemathesis.engine.run.unit import _case

        _case.run_one_case = shrinking(_case.run_one_case)
    except (ImportError, AttributeError):
        # In another version of Schemathesis, failing requests stay as large as they were generated.
        pass
