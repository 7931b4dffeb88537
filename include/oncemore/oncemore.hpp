// SPDX-License-Identifier: MIT
#pragma once

// Everything. Begin to read at decide.hpp; each header it includes is one of its nouns.

#include <oncemore/advance.hpp>
#include <oncemore/attempt.hpp>
#include <oncemore/backoff.hpp>
#include <oncemore/count.hpp>
#include <oncemore/counting.hpp>
#include <oncemore/deadline.hpp>
#include <oncemore/decide.hpp>
#include <oncemore/decision.hpp>
#include <oncemore/describe.hpp>
#include <oncemore/evidence.hpp>
#include <oncemore/failure.hpp>
#include <oncemore/follow.hpp>
#include <oncemore/hints/calendar.hpp>
#include <oncemore/hints/http_date.hpp>
#include <oncemore/hints/reference_time.hpp>
#include <oncemore/hints/retry_after_field.hpp>
#include <oncemore/hints/scanner.hpp>
#include <oncemore/integer.hpp>
#include <oncemore/method.hpp>
#include <oncemore/outcome.hpp>
#include <oncemore/policy.hpp>
#include <oncemore/redirect.hpp>
#include <oncemore/requests.hpp>
#include <oncemore/retry_after.hpp>
#include <oncemore/server_wait.hpp>
#include <oncemore/status.hpp>
#include <oncemore/text.hpp>
#include <oncemore/thousandths.hpp>
#include <oncemore/time.hpp>
#include <oncemore/version.hpp>
