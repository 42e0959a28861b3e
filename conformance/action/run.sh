#!/usr/bin/env bash
# The only step of action.yml: builds the command if necessary, then runs it with the inputs.
set -euo pipefail
if [ ! -f "$GITHUB_ACTION_PATH/dist/conformance/action/main.js" ]; then
  npm ci --include=dev --prefix "$GITHUB_ACTION_PATH" --no-audit --no-fund --loglevel error >&2
fi
exec node "$GITHUB_ACTION_PATH/dist/conformance/action/main.js"
