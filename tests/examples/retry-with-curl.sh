#!/bin/sh
# SPDX-License-Identifier: MIT
# retry-with-curl.sh METHOD CURL-ARGUMENT...
#
# Sends a request with curl, and sends it once more for as long as oncemore says so. METHOD is the
# one that curl sends with these arguments: POST with -d, HEAD with -I, GET without either.
#
#     retry-with-curl.sh GET -L https://example.com/report
#     ONCEMORE_OPTIONS='--max-attempts 3 --repeatable yes' retry-with-curl.sh POST -d @order ...
#
# The last response's body goes to standard output, each decision to standard error, and the exit
# code is that of the last curl. ONCEMORE is the command, if it is not in the PATH.
set -u

[ $# -ge 2 ] || { sed -n '3,12s/^# \{0,1\}//p' "$0" >&2; exit 2; }
method=$1
shift

# What curl's exit code says of the attempt (curl(1), EXIT CODES); nothing if there is a response.
# An exit code that may mean several things is taken for the one that promises least.
failure() {
  case $1 in
    0 | 22) ;;
    5 | 6) echo name_resolution ;;
    7 | 97) echo connect ;;
    35) echo tls_handshake ;;
    51 | 60) echo tls_certificate ;;
    55) echo send ;;
    28) echo timeout ;;
    16 | 18 | 52 | 56 | 92 | 95) echo connection_lost ;;
    8 | 61) echo bad_response ;;
    47) echo redirect_limit ;;
    *) echo other ;;
  esac
}

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

start=$(date +%s)
attempt=1
delay=0
while :; do
  : >"$work/heads" # curl leaves the last attempt's there if nobody answers
  rm -f "$work/body"
  curl -sS -D "$work/heads" -o "$work/body" "$@"
  code=$?
  failure=$(failure "$code")
  # shellcheck disable=SC2086 # the options are words
  delay=$("${ONCEMORE:-oncemore}" decide --delay --log --method "$method" --attempt "$attempt" \
    --elapsed "$(($(date +%s) - start))s" --previous-delay "${delay}s" \
    --response "$work/heads" ${failure:+--failure "$failure"} ${ONCEMORE_OPTIONS-}) || {
    [ $? -eq 1 ] && break # 1 is a stop, anything else an error
    exit 2
  }
  sleep "$delay"
  attempt=$((attempt + 1))
done
[ ! -e "$work/body" ] || cat "$work/body"
exit "$code"
