// SPDX-License-Identifier: MIT
#include <iostream>

#include "command.hpp"
#include "options.hpp"
#include "values.hpp"

namespace cli {
namespace {

using oncemore::RequestLayer;

/// An option of the layer at hand; where the layer has it already, it begins the next one.
Option layer_option(std::string name, std::string says, std::string default_value,
                    std::optional<uint32_t> Layer::*member) {
  Kind const kind = kind_of(uint32_t{});
  return {std::move(name),
          kind.placeholder,
          kind.description,
          std::move(says),
          std::move(default_value),
          {},
          [member](Settings& settings, std::string_view text) {
            uint32_t number = 0;
            if (!read(text, number)) return false;
            bool const next = settings.layers.empty() || settings.layers.back().*member;
            if (next) settings.layers.emplace_back();
            settings.layers.back().*member = number;
            return true;
          }};
}

std::string counted(uint64_t number, std::string const& what) {
  return std::to_string(number) + ' ' + what + (number == 1 ? "" : "s");
}

ExitCode run(Settings const& settings) {
  if (settings.layers.empty()) throw UsageError{"--attempts, --redirects or both are missing"};
  if (settings.shared && settings.layers.size() > 1) {
    throw UsageError{
        "--shared is for one layer: an allowance for the call is shared in its client"};
  }
  std::vector<RequestLayer> layers;
  std::string formula;
  for (Layer const& given : settings.layers) {
    RequestLayer const plain;
    layers.push_back(
        {given.attempts.value_or(plain.attempts), given.redirects.value_or(plain.redirects)});
    formula += formula.empty() ? ": " : ", times ";
    formula += counted(layers.back().attempts, "attempt") + (settings.shared ? " + " : " x (1 + ") +
               counted(layers.back().redirects, "redirect") + (settings.shared ? "" : ")");
  }
  uint64_t const requests =
      settings.shared ? oncemore::requests_per_call_shared(layers[0].attempts, layers[0].redirects)
                      : oncemore::requests_per_call(layers.data(), layers.size());
  std::cout << counted(requests, "request") << formula << '\n';
  return exit_go_on;
}

}  // namespace

Command requests_command() {
  RequestLayer const plain;
  return {
      "requests",
      "",
      "the worst number of requests of one call",
      {"Says how many requests one call can cost in the worst case. By default the allowance "
       "of redirects starts afresh with each attempt. Layers of clients that wrap each other "
       "are told by repeating the options: one that is given again begins the next layer."},
      {{"Options",
        {layer_option("attempts", "Sends allowed, the first included.", shown(plain.attempts),
                      &Layer::attempts),
         layer_option("redirects", "Redirects followed after each.", shown(plain.redirects),
                      &Layer::redirects),
         flag("shared", "One allowance of redirects serves the whole call.", &Settings::shared)}}},
      {{"requests --attempts 3 --redirects 5", "18 requests: 3 attempts x (1 + 5 redirects)"},
       {"requests --attempts 3 --redirects 5 --shared", "8 requests: 3 attempts + 5 redirects"},
       {"requests --attempts 3 --redirects 1 --attempts 2",
        "12 requests: 3 attempts x (1 + 1 redirect), times 2 attempts x (1 + 0 redirects)"}},
      run};
}

}  // namespace cli
