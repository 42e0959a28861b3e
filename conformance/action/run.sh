#!/usr/bin/env bash
# The one step of action.yml: builds the command where it is not built yet, then runs it as the inputs say.
set -euo pipefail
if [ ! -f "$GITHUB_ACTION_PATH/dist/conformance/action/main.js" ]; then
  npm ci --include=dev --prefix "$GITHUB_ACTION_PATH" --no-audit --no-fund --loglevel error >&2
fi
exec node "$GITHUB_ACTION_PATH/dist/conformance/action/main.js"
