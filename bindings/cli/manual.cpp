// SPDX-License-Identifier: MIT
#include "manual.hpp"

#include "options.hpp"
#include "pages.hpp"
#include "text.hpp"

namespace cli {
namespace {

// --- roff ----------------------------------------------------------------------------------------

/// Lines for the man macros, in which no character and no beginning of a line means anything else.
std::string roff_lines(std::string const& lines) {
  std::string escaped;
  for (char const c : lines) {
    bool const begins = escaped.empty() || escaped.back() == '\n';
    switch (c) {
      case '\\': escaped += "\\e"; break;
      case '-': escaped += "\\-"; break;
      case '\'': escaped += "\\(aq"; break;
      case '.': escaped += begins ? "\\&." : "."; break;
      default: escaped += c;
    }
  }
  return escaped;
}

std::string roff(std::string const& text) {
  constexpr size_t width = 68;  // the escapes make a line longer
  return roff_lines(wrapped(text, 0, width));
}

std::string roff_options(OptionGroup const& group, std::vector<Option> const& shared) {
  std::string page;
  for (Option const& option : group.options) {
    std::string const value =
        option.placeholder.empty() ? "" : " \\fI" + option.placeholder + "\\fR";
    page += ".TP\n.B \\-\\-" + option.name + value + '\n' + roff(body(option, shared));
  }
  return page;
}

std::string roff_examples(std::vector<Example> const& examples) {
  std::string page;
  for (Example const& example : examples) {
    page += ".PP\n.nf\n.RS\n" + roff_lines("$ oncemore " + example.arguments + '\n');
    if (!example.prints.empty()) page += roff_lines(example.prints + '\n');
    page += ".RE\n.fi\n";
  }
  return page;
}

bool is_policy(OptionGroup const& group) { return group.title == policy_options().title; }

std::string roff_command(Command const& command, std::vector<Option> const& shared) {
  std::string page = ".SS " + roff(usage(command));
  for (std::string const& paragraph : command.description) {
    bool const first = &paragraph == &command.description.front();
    page += (first ? "" : ".PP\n") + roff(paragraph);
  }
  for (OptionGroup const& group : command.groups) {
    page += is_policy(group) ? ".PP\nIt takes the options of a policy, too.\n"
                             : roff_options(group, shared);
  }
  return page + roff_examples(command.examples);
}

}  // namespace

std::string manual_page() {
  std::vector<OptionGroup> all;
  for (Command const& command : commands()) {
    all.insert(all.end(), command.groups.begin(), command.groups.end());
  }
  std::vector<Option> const shared = shared_kinds(all);
  std::string page = ".\\\" SPDX-License-Identifier: MIT\n.TH ONCEMORE 1 \"\" \"" + version() +
                     "\"\n.SH NAME\noncemore \\- " + roff(question) + ".SH SYNOPSIS\n.nf\n";
  for (Command const& command : commands()) page += roff(usage(command));
  page += ".fi\n.SH DESCRIPTION\n";
  page += roff(
      "oncemore decides; it sends nothing and it does not sleep. Whoever has sent a "
      "request tells it how that ended, and is told whether and when to send it again.");
  page += ".SH COMMANDS\n";
  for (Command const& command : commands()) page += roff_command(command, shared);
  page += ".SH POLICY\n" + roff_options(policy_options(), shared) + ".SH VALUES\n";
  for (Option const& option : shared) {
    page += ".TP\n.I " + kind(option) + '\n' + roff(option.description + '.');
  }
  return page + ".SH EXIT STATUS\n.TP\n.B 0\nRetry, or what was asked is answered.\n" +
         ".TP\n.B 1\nStop, or the value is malformed or rejected.\n" +
         ".TP\n.B 2\nAn error; standard error has a line that says which.\n" +
         ".SH SEE ALSO\n.BR curl (1),\n.BR sleep (1)\n";
}

}  // namespace cli
