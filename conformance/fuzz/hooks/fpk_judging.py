"""Sends each exchange to the server that judges it (`judging-server.ts`), and keeps the findings of the laws."""

import base64
import http.client
import json
import os
from urllib.parse import urlsplit

import requests
from fpk_input import SENT_BY
from schemathesis import cli
from schemathesis.engine import events

SERVER = urlsplit(os.environ["FPK_FUZZ_JUDGING_SERVER"])
# The findings of the laws, by case id. A case that is absent has not been judged yet.
FINDINGS = {}
# Errors of the network between Schemathesis and the target. Any other error is a fault of Schemathesis or of these hooks.
NETWORK_ERRORS = (
    requests.ConnectionError,
    requests.Timeout,
    requests.TooManyRedirects,
    requests.exceptions.ChunkedEncodingError,
    requests.exceptions.ContentDecodingError,
    requests.exceptions.InvalidHeader,
)


def post(message):
    connection = http.client.HTTPConnection(SERVER.hostname, SERVER.port, timeout=30)
    try:
        connection.request("POST", SERVER.path, json.dumps(message))
        return json.loads(connection.getresponse().read())
    finally:
        connection.close()


def base64_of(body):
    content = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body or b""
    return base64.b64encode(content).decode("ascii")


def phase_of(case):
    return "" if case.meta is None else case.meta.phase.name.value


def judge(case, request, response, phase):
    """Has an exchange judged. `response` is None if it was lost; `phase` is empty for requests that Schemathesis' checks send."""
    caller = SENT_BY.get(case.id)
    answer = post(
        {
            "phase": phase,
            "isNegative": case.meta is not None and case.meta.generation.mode.is_negative,
            "label": caller and caller["label"],
            "request": {
                "method": request.method,
                "url": request.url,
                "contentType": request.headers.get("Content-Type"),
                "hasAuthorization": "Authorization" in request.headers,
                "body": base64_of(request.body),
            },
            "response": response
            and {
                "status": response.status_code,
                "headers": response.headers,
                "body": base64_of(response.content),
                "seconds": response.elapsed,
            },
        }
    )
    FINDINGS[case.id] = answer["findings"]


@cli.handler()
class Events(cli.EventHandler):
    """Reports what Schemathesis calls no hook for: requests that its checks send, errors, the start and the end of the run."""

    def start(self, ctx):
        post({"event": "started"})

    def handle_event(self, ctx, event):
        if isinstance(event, events.ScenarioFinished):
            judge_others(event.recorder)
        elif isinstance(event, events.NonFatalError):
            kind = "network-error" if isinstance(event.value, NETWORK_ERRORS) else "error"
            post({"event": kind, "message": f"{event.label}: {type(event.value).__name__}: {event.value}"})
        elif isinstance(event, events.FatalError):
            post({"event": "error", "message": f"{type(event.exception).__name__}: {event.exception}"})
        elif isinstance(event, events.EngineFinished):
            post({"event": "finished"})


def judge_others(recorder):
    for case_id, interaction in recorder.interactions.items():
        if case_id not in FINDINGS and interaction.response is not None:
            judge(recorder.cases[case_id].value, interaction.response.request, interaction.response, phase="")
