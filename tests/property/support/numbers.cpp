// SPDX-License-Identifier: MIT
#include "picked.hpp"

namespace generators {

uint32_t below(uint32_t count) { return *gen::inRange<uint32_t>(0, count); }

Gen<int64_t> count_up_to(int64_t most) {
  return gen::exec([most] {
    if (once_in(7)) return one_of<int64_t>({0, 1, most});
    uint32_t const bits = below(63);
    int64_t const value = *gen::inRange<int64_t>(0, INT64_MAX) & ((int64_t{1} << bits) - 1);
    return value < most ? value : most;
  });
}

Gen<Milliseconds> duration_up_to(Milliseconds most) {
  return gen::exec([most] { return Milliseconds(*count_up_to(most.count())); });
}

Gen<Milliseconds> duration() { return duration_up_to(Milliseconds::largest()); }

Gen<Milliseconds> ordinary_duration() { return duration_up_to(Milliseconds(600000)); }

Gen<uint64_t> random_bits() {
  return gen::exec([] {
    if (once_in(5)) return one_of<uint64_t>({0, 1, uint64_t{1} << 63, UINT64_MAX});
    return uint64_t{below(UINT32_MAX)} << 32 | below(UINT32_MAX);
  });
}

Gen<uint32_t> number() {
  return gen::exec([]() -> uint32_t {
    if (once_in(9)) return one_of({UINT32_MAX - 1, UINT32_MAX});
    return 1 + (once_in(4) ? below(2000) : below(7));
  });
}

Gen<int64_t> any_count() {
  return gen::exec([] { return *count_up_to(INT64_MAX) * (once_in(2) ? -1 : 1); });
}

Gen<std::string> text_of(std::string const& octets) {
  return gen::exec([octets] {
    std::string text;
    for (uint32_t size = below(12); text.size() < size;) {
      text += octets[below(static_cast<uint32_t>(octets.size()))];
    }
    return text;
  });
}

}  // namespace generators

template class rc::Gen<int>;
template class rc::Gen<int64_t>;
template class rc::Gen<uint32_t>;
template class rc::Gen<uint64_t>;
template class rc::Gen<std::string>;
template class rc::Gen<oncemore::Milliseconds>;
