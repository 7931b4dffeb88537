# SPDX-License-Identifier: MIT
"""Rule 3.9: what another system's count of attempts or retries means in sends."""

from typing import NamedTuple

from policy import UNLIMITED

REJECTED = 0  # never a valid max_attempts

# What the system does with a number: `count` takes it as what it counts, `rejected` refuses it (as
# does a number type that cannot hold it or add 1 to it), any other number is the sends that it
# makes. `most` is the largest number that is a count, `above` what happens to a larger one.
TABLE = """
name                         counts    below_-1  -1         0          1         most     above
micronaut.attempts           retries   1         1          1          count     int32-1  rejected
micronaut.maxAttempts        retries   rejected  rejected   rejected   count     int32-1  rejected
spring.maxRetries            retries   rejected  rejected   1          count     -        -
spring-retry.maxAttempts     attempts  rejected  rejected   rejected   count     int32    rejected
microprofile.maxRetries      retries   rejected  unlimited  1          count     int32    rejected
reactor.maxAttempts          retries   1         1          1          count     -        -
reactor.numRetries           retries   rejected  rejected   1          count     -        -
httpclient5.maxRetries       retries   rejected  rejected   1          count     int32    rejected
kiota.maxRetries             retries   rejected  rejected   1          count     10       rejected
kiota-dotnet.MaxRetry        retries   1         1          1          count     10       rejected
kiota-go.MaxRetries          retries   4         4          4          count     10       11
urllib3.total                retries   1         1          1          count     -        -
tenacity.stop_after_attempt  attempts  1         1          1          count     -        -
go-retryablehttp.RetryMax    retries   1         1          1          count     -        -
cenkalti-v4.WithMaxRetries   retries   rejected  rejected   1          count     -        -
cenkalti-v5.WithMaxTries     attempts  rejected  rejected   unlimited  count     -        -
grpc.maxAttempts             attempts  rejected  rejected   rejected   rejected  5        5
resilience4j.maxAttempts     attempts  rejected  rejected   rejected   count     int32    rejected
polly.MaxRetryAttempts       retries   rejected  rejected   1          count     int32    rejected
aws.max_attempts             attempts  rejected  rejected   rejected   count     -        -
boto3.max_attempts           retries   rejected  rejected   1          count     -        -
boto3.total_max_attempts     attempts  rejected  rejected   rejected   count     -        -
failsafe.maxRetries          retries   rejected  unlimited  1          count     int32    rejected
failsafe.maxAttempts         attempts  rejected  unlimited  rejected   count     int32    rejected
failsafe-go.WithMaxRetries   retries   1         unlimited  1          count     -        -
failsafe-go.WithMaxAttempts  attempts  1         unlimited  unlimited  count     -        -
go-retry.WithMaxRetries      retries   rejected  rejected   1          count     -        -
"""

MOST = {"int32": 2**31 - 1, "int32-1": 2**31 - 2, "10": 10, "5": 5, "-": 2**63 - 1}

# The one system with a number that means "no limit" among those that count.
UNLIMITED_AT = {"polly.MaxRetryAttempts": 2**31 - 1}


class Convention(NamedTuple):
    """A line of the table, in its words."""

    counts: str
    below_minus_one: str
    minus_one: str
    zero: str
    one: str
    most: str
    above: str


CONVENTIONS = {
    name: Convention(*words) for name, *words in map(str.split, TABLE.strip().split("\n")[1:])
}


def _meaning(name, number):
    """The word of the table for a number."""
    convention = CONVENTIONS[name]
    if number < -1:
        return convention.below_minus_one
    if number <= 1:
        return {-1: convention.minus_one, 0: convention.zero, 1: convention.one}[number]
    if number == UNLIMITED_AT.get(name):
        return "unlimited"
    if number > MOST[convention.most]:
        return convention.above
    return "count"


def max_attempts_for(name, number):
    """The max_attempts that does what the other system does with `number`, or REJECTED."""
    meaning = _meaning(name, number)
    if meaning == "rejected":
        return REJECTED
    if meaning == "unlimited":
        return UNLIMITED
    if meaning != "count":
        return int(meaning)
    attempts = number + 1 if CONVENTIONS[name].counts == "retries" else number
    return min(attempts, UNLIMITED)
