#!/usr/bin/env bash
# openapi.sh BUILT: starts the host in BUILT with plugins.yaml on a free port, holds both of its OpenAPI documents
# against the specification, and asks everything that the one for apps describes. Ends with 1 on a finding: a document
# that is not valid, an answer that is a server's error, or one that the document does not describe.
set -euo pipefail
cd "$(dirname "$0")/.."

built=$1
examples=${EXAMPLES:-50}
tools=$PWD/.build/openapi
limit=5m

# What is asked for by version stays as it is until somebody looks at a newer one.
if [ ! -x "$tools/bin/schemathesis" ]; then
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet openapi-spec-validator==0.9.0 schemathesis==4.32.5
fi

state=$(mktemp -d)
: > "$state/log"
"$built/flagstand" run --config plugins.yaml --state "$state" --listen 127.0.0.1:0 2> "$state/log" &
host=$!
trap 'kill "$host" 2> /dev/null && wait "$host" 2> /dev/null; rm -rf "$state"' EXIT

# The readiness line tells the port; a host that does not come up has said why.
url=
for _ in {1..150}; do
    url=$(sed -n -E 's|^flagstand: ready .* on (http://[^:]*:[0-9]+).*|\1|p' "$state/log")
    if [ -n "$url" ] || ! kill -0 "$host" 2> /dev/null; then break; fi
    sleep 0.2
done
if [ -z "$url" ]; then
    cat "$state/log" >&2
    exit 1
fi

curl --silent --show-error --fail "$url/openapi.json" > "$state/apps.json"
curl --silent --show-error --fail --unix-socket "$state/door" http://host/openapi.json > "$state/door.json"
for document in apps door; do
    "$tools/bin/python" -m openapi_spec_validator "$state/$document.json"
done

# What schemathesis keeps, it keeps where it runs.
cd "$state"

# Who says that it was told of newer flags than there are is refused with 503, as the document says.
cat > schemathesis.toml <<'END'
[[operations]]
include-path = "/ofrep/v1/evaluate/flags"
checks.not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "503"]
END

# Streams do not end by themselves, so they are left to the tests.
timeout "$limit" "$tools/bin/schemathesis" run "$url/openapi.json" --max-examples "$examples" --request-timeout 5 \
    --exclude-path-regex '/stream(/|$)' --generation-database none \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance
