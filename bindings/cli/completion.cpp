// SPDX-License-Identifier: MIT
#include <iostream>

#include "command.hpp"
#include "pages.hpp"
#include "suggest.hpp"
#include "text.hpp"

// Completions for bash and zsh, made of the tables that the commands are made of.
namespace cli {
namespace {

std::string joined(std::vector<std::string> const& words) {
  std::string text;
  for (std::string const& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// A text as one word of a shell.
std::string in_quotes(std::string const& text) {
  std::string word = "'";
  for (char const c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + '\'';
}

bool is_file(Option const& option) { return option.placeholder.substr(0, 4) == "FILE"; }

std::vector<std::string> operands(Command const& command) {
  return command.operand_words ? command.operand_words() : std::vector<std::string>();
}

// --- bash ----------------------------------------------------------------------------------------

std::string bash_case(Command const& command) {
  std::vector<std::string> options;
  std::string values;
  std::string others;
  for (OptionGroup const& group : command.groups) {
    for (Option const& option : group.options) {
      options.push_back("--" + option.name);
      std::string const pattern = in_quotes(command.name + " --" + option.name);
      if (is_file(option)) {
        values += "    " + pattern + ") files=yes ;;\n";
      } else if (!option.words.empty()) {
        values += "    " + pattern + ") words=" + in_quotes(joined(option.words)) + " ;;\n";
      } else if (!option.placeholder.empty()) {
        others += (others.empty() ? "    " : " | ") + pattern;
      }
    }
  }
  if (!others.empty()) values += others + ") ;;\n";
  return values + "    " + in_quotes(command.name + ' ') +
         "*)\n      options=" + in_quotes(joined(options) + " --help") +
         " words=" + in_quotes(joined(operands(command))) + " ;;\n";
}

std::string bash() {
  std::string cases;
  for (Command const& command : commands()) cases += bash_case(command);
  return "# oncemore: completion for bash. source <(oncemore completion bash)\n"
         "_oncemore() {\n"
         "  local current=$2 previous=$3 options='' words='' files=''\n"
         "  # bash takes --name=value apart.\n"
         "  if [[ $current == = ]]; then current=; fi\n"
         "  if [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
         "  case \"${COMP_WORDS[1]} $previous\" in\n" +
         cases +
         "  esac\n"
         "  if ((COMP_CWORD == 1)); then\n"
         "    words=" +
         in_quotes(joined(command_names())) +
         " options='--help --version --man'\n"
         "  fi\n"
         "  if [[ $current == -* ]]; then words=$options; fi\n"
         "  local IFS=$'\\n'\n"
         "  # shellcheck disable=SC2207 # bash 3.2 has no mapfile\n"
         "  COMPREPLY=($(IFS=' '; compgen ${files:+-f} -W \"$words\" -- \"$current\"))\n"
         "}\n"
         "complete -F _oncemore oncemore\n";
}

// --- zsh -----------------------------------------------------------------------------------------

/// A text inside of [...] or before a colon.
std::string zsh_text(std::string const& text) {
  std::string escaped;
  for (char const c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string zsh_option(Option const& option) {
  std::string const says = '[' + zsh_text(first_clause(option)) + ']';
  if (option.placeholder.empty()) return "*--" + option.name + says;
  std::string const action = is_file(option)         ? "_files"
                             : !option.words.empty() ? '(' + joined(option.words) + ')'
                                                     : "";
  return "*--" + option.name + '=' + says + ':' + zsh_text(option.placeholder) + ':' + action;
}

std::string zsh_case(Command const& command) {
  std::string specs;
  auto const add = [&specs](std::string const& spec) {
    specs += " \\\n        " + in_quotes(spec);
  };
  add("(- *)--help[Say what the command takes.]");
  for (OptionGroup const& group : command.groups) {
    for (Option const& option : group.options) add(zsh_option(option));
  }
  std::string const words = joined(operands(command));
  if (!command.operands.empty()) {
    add("*:" + zsh_text(command.operands) + ':' + (words.empty() ? "" : '(' + words + ')'));
  }
  return "    " + command.name + ")\n      _arguments" + specs + " ;;\n";
}

std::string zsh() {
  std::string names;
  std::string cases;
  for (Command const& command : commands()) {
    names += "    " + in_quotes(command.name + ':' + zsh_text(command.summary)) + '\n';
    cases += zsh_case(command);
  }
  return "#compdef oncemore\n"
         "# oncemore: completion for zsh. source <(oncemore completion zsh)\n"
         "_oncemore() {\n"
         "  local -a names=(\n" +
         names +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe command names\n"
         "    return\n"
         "  fi\n"
         "  shift words\n"
         "  (( CURRENT-- ))\n"
         "  case $words[1] in\n" +
         cases +
         "  esac\n"
         "}\n"
         "if [[ $funcstack[1] == _oncemore ]]; then _oncemore \"$@\"; else compdef _oncemore "
         "oncemore; "
         "fi\n";
}

ExitCode run(Settings const& settings) {
  std::vector<std::string> const& shells = settings.operands;
  bool const one = shells.size() == 1;
  if (one && shells[0] == "bash") {
    std::cout << bash();
  } else if (one && shells[0] == "zsh") {
    std::cout << zsh();
  } else {
    std::string const near = one ? did_you_mean(shells[0], {"bash", "zsh"}) : "";
    throw UsageError{"takes bash or zsh" + (one ? ", not " + quoted(shells[0]) : "") + near};
  }
  return exit_go_on;
}

}  // namespace

Command completion_command() {
  return {"completion",
          "bash|zsh",
          "completion of commands, options and words for a shell",
          {"Prints a script that the shell reads, as with 'source <(oncemore completion bash)'. "
           "Installed with CMake it is where both shells look for it."},
          {},
          {},
          run,
          [] {
            return std::vector<std::string>{"bash", "zsh"};
          }};
}

}  // namespace cli
