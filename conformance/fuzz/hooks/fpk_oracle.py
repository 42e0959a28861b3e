"""The laws, in the process that started this one: asked about each answer, so that Schemathesis makes small what breaks them."""

import base64
import http.client
import json
import os
import threading
from urllib.parse import urlsplit

from fpk_facts import SENT_BY


class Oracle:
    """The laws, in the process that started this one; without it they judge the export alone."""

    def __init__(self, url):
        self.address = urlsplit(url) if url else None
        self.local = threading.local()

    def ask(self, question):
        if self.address is None:
            return {}
        for _ in range(2):
            try:
                connection = getattr(self.local, "connection", None)
                if connection is None:
                    connection = http.client.HTTPConnection(self.address.hostname, self.address.port, timeout=30)
                    self.local.connection = connection
                connection.request("POST", self.address.path, json.dumps(question))
                return json.loads(connection.getresponse().read())
            except (OSError, http.client.HTTPException, ValueError):
                self.local.connection = None
        return {}


ORACLE = Oracle(os.environ.get("FPK_FUZZ_ORACLE"))


def bytes_of(body):
    content = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body or b""
    return {"$base64": base64.b64encode(content).decode("ascii")}


def question_of(case, response, phase):
    """In the form of Schemathesis' own export, so that one reader reads both."""
    caller, request = SENT_BY.get(case.id), response.request
    negative = case.meta is not None and case.meta.generation.mode.is_negative
    headers = {name: [value] for name, value in request.headers.items() if name.lower() == "content-type"}
    if "Authorization" in request.headers:
        headers["Authorization"] = ["[Filtered]"]
    return {
        "phase": phase,
        "label": caller and caller["label"],
        "case": {
            "id": case.id,
            "method": case.method,
            "path": case.path,
            "meta": {"generation": {"mode": "negative" if negative else "positive"}},
        },
        "interaction": {
            "request": {"method": request.method, "uri": request.url, "headers": headers, "body": bytes_of(request.body)},
            "response": {
                "status_code": response.status_code,
                "headers": response.headers,
                "content": bytes_of(response.content),
                "elapsed": response.elapsed,
            },
        },
    }
