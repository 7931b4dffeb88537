// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "command.hpp"
#include "values.hpp"

namespace cli {

/// One option for each field of a policy.
OptionGroup policy_options();
/// One option for each field of an attempt.
OptionGroup attempt_options();
/// --response and what curl says beside it.
OptionGroup curl_options();
/// --json, --delay, --log and --exit-zero.
OptionGroup output_options();
/// The option of a group that has this name.
Option option_of(OptionGroup const& group, std::string_view name);
/// --now, --date, --age and --strict: how a Retry-After is understood.
std::vector<Option> clock_options();
Option now_option();
Option strict_option();

/// Follows a path of members: at(settings, &Settings::policy, &Policy::deadline).
template <class Value> auto& at(Value& value) { return value; }
template <class Object, class Member, class... Rest>
auto& at(Object& object, Member member, Rest... rest) {
  return at(object.*member, rest...);
}

/// An option that sets what is at the end of a path. `Written` is how the value is written where
/// the type of the member does not tell.
template <class Written, class... Path>
Option option_as(std::string name, std::string says, Path... path) {
  Settings const defaults;
  Kind const kind = kind_of(Written());
  return {std::move(name),
          kind.placeholder,
          kind.description,
          std::move(says),
          shown(Written{at(defaults, path...)}),
          {},
          [path...](Settings& settings, std::string_view text) {
            Written written{at(settings, path...)};
            if (!read(text, written)) return false;
            at(settings, path...) =
                std::remove_reference_t<decltype(at(settings, path...))>(written);
            return true;
          },
          kind.words};
}

template <class... Path> Option option(std::string name, std::string says, Path... path) {
  using Member = decltype(at(std::declval<Settings&>(), path...));
  return option_as<std::remove_reference_t<Member>>(std::move(name), std::move(says), path...);
}

/// An option without a value.
Option flag(std::string name, std::string says, bool Settings::*member);

}  // namespace cli
