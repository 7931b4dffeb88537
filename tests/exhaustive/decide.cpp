// SPDX-License-Identifier: MIT
//
// The decision table of the model, class by class, against the core, member by member: every status
// from -1 to 66535 and every failure, with every method, trail and setting that the table knows.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "../vectors/answers.hpp"

namespace {

using cases::Text;

constexpr int32_t first_status = -1;
constexpr int32_t last_status = 65536 + 999;  // beyond 16 bits: 65736 is not 200
constexpr size_t status_count = last_status - first_status + 1;

/// The columns of the table, in its order.
enum Dimension {
  outcome,
  server_says,
  unrepeatable,
  repeatable,
  method,
  proof,
  trail,
  evidence,
  body
};
constexpr char const* dimension_names[] = {"outcome",    "server_says", "unrepeatable",
                                           "repeatable", "method",      "redirect_proof",
                                           "trail",      "evidence",    "body"};
constexpr size_t dimension_count = std::size(dimension_names);

struct Class {
  std::string name;
  std::vector<std::string> members;
};

struct Row {
  int line = 0;
  std::string text;
  oncemore::Verdict verdict{};
  oncemore::Reason reason{};
};

struct Table {
  std::vector<Class> classes[dimension_count];
  std::vector<Row> rows;
  /// For each combination of classes the row that it is in; the last dimension runs fastest.
  std::vector<Row const*> row_of;
};

size_t dimension_named(Text name) {
  auto const found = std::find(std::begin(dimension_names), std::end(dimension_names), name);
  if (found == std::end(dimension_names)) throw cases::bad("no such dimension", name);
  return static_cast<size_t>(found - std::begin(dimension_names));
}

/// The numbers of the classes that a cell of the table names.
std::vector<size_t> classes_of_cell(std::vector<Class> const& classes, Text cell) {
  std::vector<size_t> numbers;
  for (size_t i = 0; i < classes.size(); ++i) {
    auto const names = cases::split(cell, ',');
    bool const named = std::find(names.begin(), names.end(), classes[i].name) != names.end();
    if (cell == "*" || named) numbers.push_back(i);
  }
  if (cell != "*" && numbers.size() != cases::split(cell, ',').size()) {
    throw cases::bad("names an unknown class", cell);
  }
  return numbers;
}

/// Puts a row into every place that it stands for. Two rows for one place are an error.
void place(Table& table, Row const& row, std::vector<Text> const& cells, size_t dimension = 0,
           size_t index = 0) {
  if (dimension == dimension_count) {
    if (table.row_of[index] != nullptr) throw cases::bad("a second row for a case", row.text);
    table.row_of[index] = &row;
    return;
  }
  auto const& classes = table.classes[dimension];
  for (size_t const number : classes_of_cell(classes, cells[dimension])) {
    place(table, row, cells, dimension + 1, index * classes.size() + number);
  }
}

void read_row(Table& table, int line, std::string const& text) {
  auto const cells = cases::cells_of(text);
  auto const words = cases::split(cells.back(), ' ');
  if (words.size() != 2) throw cases::bad("not a verdict and a reason", text);
  table.rows.push_back({line, text, cases::enumerator<oncemore::Verdict>(words[0]),
                        cases::enumerator<oncemore::Reason>(words[1])});
}

Table read_table() {
  std::ifstream in(ONCEMORE_CLASSES);
  Table table;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    auto const cells = cases::cells_of(line);
    if (cells.size() == dimension_count + 1) {
      read_row(table, number, line);
    } else if (cells.size() == 3 && table.rows.empty()) {
      Class read{std::string(cells[1]), {}};
      for (Text const member : cases::split(cells[2], ' ')) read.members.emplace_back(member);
      table.classes[dimension_named(cells[0])].push_back(read);
    } else {
      throw cases::bad("neither a class nor a row", line);
    }
  }
  size_t size = 1;
  for (auto const& classes : table.classes) size *= classes.size();
  table.row_of.assign(size, nullptr);
  for (Row const& row : table.rows) place(table, row, cases::cells_of(row.text));
  for (size_t i = 0; i < size; ++i) {
    if (table.row_of[i] == nullptr) throw cases::bad("no row for a case", std::to_string(i));
  }
  return table;
}

/// A member that the core understands, the number of its class, and whether it is its first.
template <class Value> struct Member {
  Value value;
  size_t class_number;
  bool first;
};

template <class Value, class Read>
std::vector<Member<Value>> members(std::vector<Class> const& classes, Read read) {
  std::vector<Member<Value>> all;
  for (size_t i = 0; i < classes.size(); ++i) {
    for (auto const& member : classes[i].members) {
      all.push_back({read(member), i, &member == classes[i].members.data()});
    }
  }
  return all;
}

/// Outcomes by class: for every status of the domain its class, and the rest one by one.
struct Outcomes {
  std::vector<size_t> class_of_status = std::vector<size_t>(status_count, SIZE_MAX);
  std::vector<Member<oncemore::Attempt>> others;
};

Outcomes outcomes(std::vector<Class> const& classes) {
  Outcomes result;
  for (size_t i = 0; i < classes.size(); ++i) {
    for (auto const& member : classes[i].members) {
      auto const dots = member.find("..");
      if (!cases::is_number(member) || member.find('+') != std::string::npos) {
        // A failure, or a status with a server wait.
        auto const plus = member.find('+');
        std::string list = "outcome=" + member.substr(0, plus);
        if (plus != std::string::npos) list += ' ' + member.substr(plus + 1);
        result.others.push_back({cases::read<oncemore::Attempt>(list), i, false});
        continue;
      }
      int64_t const from = cases::number(member.substr(0, dots));
      int64_t const to = dots == std::string::npos ? from : cases::number(member.substr(dots + 2));
      for (int64_t status = std::max<int64_t>(from, first_status);
           status <= std::min<int64_t>(to, last_status); ++status) {
        size_t& place = result.class_of_status[static_cast<size_t>(status - first_status)];
        if (place != SIZE_MAX) throw cases::bad("a status in two classes", member);
        place = i;
      }
    }
  }
  return result;
}

/// Walks through the whole product and stops at the first case that differs.
class Comparison {
 public:
  explicit Comparison(Table const& table)
      : table_(table), outcomes_(outcomes(table.classes[Dimension::outcome])) {}

  void run() {
    using namespace oncemore;
    auto const& classes = table_.classes;
    for (auto const& each :
         members<Unrepeatable>(classes[Dimension::unrepeatable], cases::enumerator<Unrepeatable>)) {
      policy_.unrepeatable = each.value;
      class_[Dimension::unrepeatable] = each.class_number;
      for (auto const& other :
           members<RedirectProof>(classes[Dimension::proof], cases::enumerator<RedirectProof>)) {
        policy_.redirect_proof = other.value;
        class_[Dimension::proof] = other.class_number;
        run_attempts();
        if (failed_) return;
      }
    }
  }

  uint64_t cases() const { return cases_; }

 private:
  /// Every attempt but for its outcome.
  void run_attempts() {
    using namespace oncemore;
    auto const& classes = table_.classes;
    auto const every_says =
        members<ServerSays>(classes[Dimension::server_says], cases::enumerator<ServerSays>);
    auto const every_repeatable =
        members<Repeatable>(classes[Dimension::repeatable], cases::enumerator<Repeatable>);
    auto const every_method =
        members<Method>(classes[Dimension::method], [](Text token) { return parse_method(token); });
    auto const every_trail = members<Trail>(classes[Dimension::trail], cases::trail);
    auto const every_evidence =
        members<Evidence>(classes[Dimension::evidence], cases::enumerator<Evidence>);
    auto const every_body = members<Body>(classes[Dimension::body], cases::enumerator<Body>);
    for (auto const& says : every_says) {
      for (auto const& repeats : every_repeatable) {
        for (auto const& token : every_method) {
          for (auto const& hops : every_trail) {
            for (auto const& known : every_evidence) {
              for (auto const& sent : every_body) {
                attempt_.server_says = says.value;
                attempt_.repeatable = repeats.value;
                attempt_.method = token.value;
                attempt_.redirects = hops.value;
                attempt_.evidence = known.value;
                attempt_.body = sent.value;
                class_[Dimension::server_says] = says.class_number;
                class_[Dimension::repeatable] = repeats.class_number;
                class_[Dimension::method] = token.class_number;
                class_[Dimension::trail] = hops.class_number;
                class_[Dimension::evidence] = known.class_number;
                class_[Dimension::body] = sent.class_number;
                // The other trails of a class only where the trail can be asked for.
                hops.first ? run_outcomes(first_status, last_status) : run_outcomes(100, 999);
                if (failed_) return;
              }
            }
          }
        }
      }
    }
  }

  void run_outcomes(int32_t from, int32_t to) {
    look_up_rows();
    oncemore::Attempt attempt = attempt_;
    for (int32_t status = from; status <= to; ++status) {
      attempt.outcome = status;
      size_t const place = static_cast<size_t>(status - first_status);
      if (!as_expected(attempt, *expected_[outcomes_.class_of_status[place]])) return;
    }
    for (auto const& other : outcomes_.others) {
      attempt.outcome = other.value.outcome;
      attempt.retry_after = other.value.retry_after;
      if (!as_expected(attempt, *expected_[other.class_number])) return;
    }
    cases_ += static_cast<size_t>(to - from + 1) + outcomes_.others.size();
  }

  /// The row of each class of outcomes, given the classes of all else.
  void look_up_rows() {
    size_t const count = table_.classes[Dimension::outcome].size();
    expected_.resize(count);
    for (size_t number = 0; number < count; ++number) {
      class_[Dimension::outcome] = number;
      size_t index = 0;
      for (size_t i = 0; i < dimension_count; ++i) {
        index = index * table_.classes[i].size() + class_[i];
      }
      expected_[number] = table_.row_of[index];
    }
  }

  bool as_expected(oncemore::Attempt const& attempt, Row const& row) {
    // No row depends on `random`, so it may be any.
    random_ += 0x9e3779b97f4a7c15;
    auto const decision = decide(policy_, attempt, random_);
    bool const waits = decision.delay != oncemore::Milliseconds();
    bool const same = decision.reason == row.reason && decision.verdict == row.verdict &&
                      waits == (row.verdict == oncemore::Verdict::retry);
    if (!same) report(attempt, decision, row);
    return same;
  }

  void report(oncemore::Attempt const& attempt, oncemore::Decision const& decision,
              Row const& row) {
    failed_ = true;
    auto const outcome = attempt.outcome;
    ADD_FAILURE() << "classes.txt:" << row.line << ": " << row.text << "\n  for outcome "
                  << (outcome.is_failure() ? name(outcome.failure())
                                           : std::to_string(outcome.status()))
                  << (attempt.retry_after.is_wait() ? " with Retry-After" : "") << ", server_says "
                  << name(attempt.server_says) << ", unrepeatable " << name(policy_.unrepeatable)
                  << ", repeatable " << name(attempt.repeatable) << ", method "
                  << name(attempt.method) << ", redirect_proof " << name(policy_.redirect_proof)
                  << ", trail flags " << attempt.redirects.flags() << ", evidence "
                  << name(attempt.evidence) << ", body " << name(attempt.body)
                  << "\n  the core says: " << answers::text(decision);
  }

  Table const& table_;
  Outcomes const outcomes_;
  oncemore::Policy policy_;
  oncemore::Attempt attempt_;
  size_t class_[dimension_count] = {};
  std::vector<Row const*> expected_;
  uint64_t random_ = 0;
  uint64_t cases_ = 0;
  bool failed_ = false;
};

TEST(Decide, the_classes_hold_every_status_failure_and_method) {
  Table const table = read_table();
  auto const all = outcomes(table.classes[Dimension::outcome]);
  for (size_t i = 0; i < status_count; ++i) {
    ASSERT_NE(all.class_of_status[i], SIZE_MAX) << first_status + static_cast<int>(i);
  }
  std::set<oncemore::Failure> failures;
  for (auto const& other : all.others) failures.insert(other.value.outcome.failure());
  // Failure::none is there, too: 413 with a wait.
  for (uint32_t i = 0; name(static_cast<oncemore::Failure>(i)) != nullptr; ++i) {
    EXPECT_EQ(failures.count(static_cast<oncemore::Failure>(i)), 1U) << i;
  }
  std::set<oncemore::Method> methods;
  for (auto const& each :
       members<oncemore::Method>(table.classes[Dimension::method],
                                 [](Text token) { return oncemore::parse_method(token); })) {
    methods.insert(each.value);
  }
  for (uint32_t i = 0; name(static_cast<oncemore::Method>(i)) != nullptr; ++i) {
    EXPECT_EQ(methods.count(static_cast<oncemore::Method>(i)), 1U) << i;
  }
}

TEST(Decide, every_member_of_every_class) {
  Table const table = read_table();
  Comparison comparison(table);
  comparison.run();
  std::cout << "exhaustive: decide: " << comparison.cases() << " cases of " << table.rows.size()
            << " rows\n";
}

}  // namespace
