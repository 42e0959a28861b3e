"""What `fpk fuzz` found out before it started Schemathesis; `hook-input.ts` writes it.

Tokens come from the environment, in the variables that the input names, and are never written to a file.
"""

import json
import os
import threading
from pathlib import Path

INPUT = json.loads(Path(os.environ["FPK_FUZZ_INPUT"]).read_text(encoding="utf-8"))
CALLERS = [{**caller, "token": os.environ[caller["variable"]]} for caller in INPUT["callers"]]
IDS = INPUT["ids"]
LOCK = threading.Lock()
# The caller whose credential each case was sent with, by case id; cases sent without a credential are absent.
SENT_BY = {}


def operation_of(case):
    return case.operation.definition.raw.get("operationId", "")
