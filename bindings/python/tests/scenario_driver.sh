#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# scenario_driver.sh             makes or renews an environment, build/scenarios/python, which has
#                                oncemore, built from this checkout, and the clients
# scenario_driver.sh ADAPTER     does so, and then runs scenario_driver.py there
#
# Several may be started at once: the first one makes the environment, the others wait for it.
set -euo pipefail
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$tests/../../.." && pwd)
environment=$root/build/scenarios/python
export PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1

sources() {
  (cd "$root" && find include capi bindings/python/{src,csrc,setup.py,pyproject.toml} -type f \
    ! -path '*/csrc/core/*' ! -path '*.egg-info/*' ! -name '*.pyc' ! -name '*.so' -print0 |
    sort -z | xargs -0 sha256sum)
}

mkdir -p "$(dirname "$environment")"
exec 9>"$environment.lock"
flock 9
if [ "$(sources)" != "$(cat "$environment/sources" 2>/dev/null)" ]; then
  [ -x "$environment/bin/pip" ] || python3 -m venv "$environment" >&2
  "$environment/bin/pip" install --quiet "$root/bindings/python[clients]" >&2
  sources >"$environment/sources"
fi
exec 9>&-
[ $# -eq 0 ] || exec "$environment/bin/python" "$tests/scenario_driver.py" "$1"
