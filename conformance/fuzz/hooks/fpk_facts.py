"""What `fpk fuzz` has found out before it started Schemathesis: `facts.ts` is the other side.

Tokens come by the environment, in the variables that the facts name, and are written nowhere.
"""

import json
import os
import threading
from pathlib import Path

FACTS = json.loads(Path(os.environ["FPK_FUZZ_FACTS"]).read_text(encoding="utf-8"))
CALLERS = [{**caller, "token": os.environ[caller["variable"]]} for caller in FACTS["callers"]]
IDS = FACTS["ids"]
LOCK = threading.Lock()
# By case: the credential that it went with; absent for what is sent without one.
SENT_BY = {}


def operation_of(case):
    return case.operation.definition.raw.get("operationId", "")
