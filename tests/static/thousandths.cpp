// SPDX-License-Identifier: MIT
#include <oncemore/thousandths.hpp>

#include <stdint.h>

#include "rule.hpp"

using namespace oncemore;

RULES(thousandths_are_said_by_name) {
  RULE(Thousandths().count() == 0);
  RULE(thousandths(1500).count() == 1500 && times(2).count() == 2000);
  RULE(times(0) == Thousandths() && thousandths(1000) == times(1));
  RULE(Thousandths::from_count(77).count() == 77);
}

RULES(a_number_out_of_range_of_thousandths_counts_as_the_nearest) {
  RULE(thousandths(-1) == Thousandths() && times(-1) == Thousandths());
  RULE(thousandths(INT64_MIN) == Thousandths() && times(INT64_MIN) == Thousandths());
  RULE(thousandths(UINT64_MAX).count() == UINT32_MAX && times(UINT64_MAX).count() == UINT32_MAX);
  RULE(times(4294967).count() == 4294967000 && times(4294968).count() == UINT32_MAX);
}

RULES(thousandths_compare_as_their_counts_do) {
  RULE(times(1) == times(1) && !(times(1) == times(2)));
  RULE(times(1) != times(2) && !(times(1) != times(1)));
  RULE(times(1) < times(2) && !(times(2) < times(1)) && !(times(1) < times(1)));
  RULE(times(2) > times(1) && !(times(1) > times(2)) && !(times(1) > times(1)));
}
