// SPDX-License-Identifier: MIT
#include "picked.hpp"

namespace generators {

using namespace oncemore;

namespace {

int32_t status_from(int32_t first, int32_t last) {
  return first + static_cast<int32_t>(below(static_cast<uint32_t>(last - first + 1)));
}

}  // namespace

Gen<Failure> failure() {
  return gen::exec([] { return static_cast<Failure>(1 + below(13)); });
}

Gen<Outcome> outcome() {
  return gen::exec([]() -> Outcome {
    switch (below(10)) {
      case 0:
      case 1:
      case 2:
      case 3: return one_of({503, 408, 413, 421, 425, 429, 500, 502, 504});
      case 4:
      case 5: return status_from(400, 999);
      case 6: return status_from(200, 399);
      default: return *failure();
    }
  });
}

Gen<RetryAfter> retry_after() {
  return gen::exec([]() -> RetryAfter {
    switch (below(8)) {
      case 0:
      case 1:
      case 2: return RetryAfter();
      case 3: return RetryAfter::malformed();
      case 4: return RetryAfter(*duration());
      default: return RetryAfter(*ordinary_duration());
    }
  });
}

Gen<Trail> trail() {
  return gen::exec([] {
    Trail made;
    if (!once_in(3)) return made;
    for (uint32_t steps = below(8); steps > 0; --steps) {
      switch (below(6)) {
        case 0: made = made.followed(303, "POST", "GET"); break;
        case 1: made = made.followed(302, "POST", "GET"); break;
        case 2: made = made.followed(302, "POST", "POST"); break;
        case 3: made = made.followed(307, "POST", "POST"); break;
        case 4: made = made.followed(308, "GET", "GET"); break;
        default: made = made.sent_again(); break;
      }
    }
    return made;
  });
}

Gen<Attempt> possible_attempt() {
  return gen::exec([] {
    Attempt attempt;
    attempt.number = *number();
    attempt.method = once_in(2) ? any_of<Method>()
                                : one_of({Method::get, Method::put, Method::post, Method::patch});
    attempt.outcome = *outcome();
    attempt.repeatable = any_of<Repeatable>();
    attempt.evidence = mostly(Evidence::by_outcome);
    attempt.body = mostly(Body::replayable);
    attempt.budget = mostly(BudgetAnswer::granted);
    attempt.server_says = mostly(ServerSays::nothing);
    if (once_in(5)) attempt.elapsed = *ordinary_duration();
    attempt.previous_delay = *ordinary_duration();
    attempt.retry_after = *retry_after();
    attempt.redirects = *trail();
    if (once_in(5)) attempt.budget_paid = thousandths(below(20000));
    if (once_in(5)) attempt.hold = *ordinary_duration();
    return attempt;
  });
}

Gen<Hop> possible_hop() {
  return gen::exec([] {
    Hop hop;
    hop.status = once_in(5) ? status_from(200, 599) : one_of({302, 301, 303, 307, 308});
    hop.method = any_of<Method>();
    hop.has_location = !once_in(5);
    hop.body = any_of<Body>();
    hop.retry_after = *retry_after();
    if (once_in(5)) hop.elapsed = *ordinary_duration();
    return hop;
  });
}

}  // namespace generators

template class rc::Gen<oncemore::RetryAfter>;
template class rc::Gen<oncemore::Trail>;
template class rc::Gen<oncemore::Attempt>;
template class rc::Gen<oncemore::Hop>;
