"""Reads the input that `fpk fuzz` wrote before it started Schemathesis (`hook-input.ts`).

The tokens are in environment variables, which the input names; they are never written to a file.
"""

import json
import os
import threading
from pathlib import Path

INPUT = json.loads(Path(os.environ["FPK_FUZZ_INPUT"]).read_text(encoding="utf-8"))
CALLERS = [{**caller, "token": os.environ[caller["variable"]]} for caller in INPUT["callers"]]
IDS = INPUT["ids"]
LOCK = threading.Lock()
# The caller whose credential a case was sent with, by case id. Cases that were sent without a credential are absent.
SENT_BY = {}


def operation_of(case):
    return case.operation.definition.raw.get("operationId", "")
