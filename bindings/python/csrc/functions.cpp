// SPDX-License-Identifier: MIT
//
// The functions: arguments out of Python, the call, the answer into Python.

#include <string.h>

#include "border.hpp"

namespace border {
namespace {

/// The arguments of a call, by position or by name; null for one that was left out.
template <unsigned count> struct Arguments {
  PyObject* value[count];

  PyObject* operator[](unsigned i) const { return value[i]; }
};

/// What a function is called, and its parameters; the first `required` may not be left out.
template <unsigned count> struct Signature {
  char const* function;
  char const* names[count];
  unsigned required;

  bool take(PyObject* const* args, Py_ssize_t given, PyObject* keywords,
            Arguments<count>& arguments) const {
    if (given > static_cast<Py_ssize_t>(count)) {
      PyErr_Format(PyExc_TypeError, "%s() takes at most %u arguments (%zd given)", function, count,
                   given);
      return false;
    }
    for (unsigned i = 0; i < count; ++i) {
      arguments.value[i] = static_cast<Py_ssize_t>(i) < given ? args[i] : nullptr;
    }
    Py_ssize_t const named = keywords != nullptr ? PyTuple_Size(keywords) : 0;
    for (Py_ssize_t i = 0; i < named; ++i) {
      if (!take_one(PyTuple_GetItem(keywords, i), args[given + i], arguments)) return false;
    }
    for (unsigned i = 0; i < required; ++i) {
      if (arguments.value[i] == nullptr) {
        PyErr_Format(PyExc_TypeError, "%s() misses the argument '%s'", function, names[i]);
        return false;
      }
    }
    return true;
  }

 private:
  bool take_one(PyObject* keyword, PyObject* given, Arguments<count>& arguments) const {
    for (unsigned i = 0; i < count; ++i) {
      if (PyUnicode_CompareWithASCIIString(keyword, names[i]) != 0) continue;
      if (arguments.value[i] != nullptr) {
        PyErr_Format(PyExc_TypeError, "%s() got the argument '%s' twice", function, names[i]);
        return false;
      }
      arguments.value[i] = given;
      return true;
    }
    unexpected_keyword(function, keyword);
    return false;
  }
};

PyObject* truth(uint32_t answer) { return PyBool_FromLong(answer != 0); }

/// A Policy, or a Backoff, which is one of which the rest does not count.
oncemore_policy const* read_backoff(State const& state, PyObject* given) {
  bool const known = Py_TYPE(given) == type_of(state, Type::policy) ||
                     Py_TYPE(given) == type_of(state, Type::backoff);
  if (known) return &as<oncemore_policy>(given);
  wrong_type("policy", "a Policy or a Backoff", given);
  return nullptr;
}

bool read_grammar(State const& state, PyObject* given, uint32_t& grammar) {
  grammar = ONCEMORE_GRAMMAR_LENIENT;
  return given == nullptr || read_enum(state, Enum::grammar, given, "grammar", grammar);
}

PyObject* make_decision(State const& state, oncemore_decision const& decision) {
  return make(state, Type::decision, &decision);
}

// ---- To decide ----------------------------------------------------------------------------------

PyObject* decide(PyObject* module, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  static constexpr Signature<3> signature = {"decide", {"policy", "attempt", "random"}, 3};
  State const& state = state_of(module);
  Arguments<3> in{};
  uint64_t random = 0;
  bool const read = signature.take(args, given, keywords, in) &&
                    check_type(state, Type::policy, in[0], "policy") &&
                    check_type(state, Type::attempt, in[1], "attempt") &&
                    read_u64(in[2], "random", random);
  if (!read) return nullptr;
  return make_decision(
      state, oncemore_decide(&as<oncemore_policy>(in[0]), &as<oncemore_attempt>(in[1]), random));
}

PyObject* decide_attempt(PyObject* module, PyObject* const* args, Py_ssize_t given,
                         PyObject* keywords) {
  State& state = state_of(module);
  if (given != 1) {
    return PyErr_Format(PyExc_TypeError,
                        "decide_attempt() takes one argument by position, the policy (%zd given)",
                        given);
  }
  if (!check_type(state, Type::policy, args[0], "policy")) return nullptr;
  oncemore_attempt attempt;
  init(state, Type::attempt, &attempt);
  uint64_t random = 0;
  bool has_random = false;
  unsigned first = 0;
  Py_ssize_t const named = keywords != nullptr ? PyTuple_Size(keywords) : 0;
  for (Py_ssize_t i = 0; i < named; ++i) {
    PyObject* const keyword = PyTuple_GetItem(keywords, i);
    PyObject* const value = args[given + i];
    if (!has_random && PyUnicode_CompareWithASCIIString(keyword, "random") == 0) {
      has_random = true;
      if (!read_u64(value, "random", random)) return nullptr;
    } else if (!set_field(state, Type::attempt, &attempt, keyword, value, first)) {
      return nullptr;
    }
  }
  if (!has_random) {
    return PyErr_Format(PyExc_TypeError, "decide_attempt() misses the argument 'random'");
  }
  return make_decision(state, oncemore_decide(&as<oncemore_policy>(args[0]), &attempt, random));
}

PyObject* follow(PyObject* module, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  static constexpr Signature<3> signature = {"follow", {"policy", "trail", "hop"}, 3};
  State const& state = state_of(module);
  Arguments<3> in{};
  bool const read = signature.take(args, given, keywords, in) &&
                    check_type(state, Type::policy, in[0], "policy") &&
                    check_type(state, Type::trail, in[1], "trail") &&
                    check_type(state, Type::hop, in[2], "hop");
  if (!read) return nullptr;
  oncemore_hop_decision const answer = oncemore_follow(
      &as<oncemore_policy>(in[0]), &as<oncemore_trail>(in[1]), &as<oncemore_hop>(in[2]));
  return make(state, Type::hop_decision, &answer);
}

PyObject* advance(PyObject* module, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  static constexpr Signature<3> signature = {"advance", {"attempt", "decision", "paid"}, 2};
  State const& state = state_of(module);
  Arguments<3> in{};
  uint32_t paid = 0;
  bool const read = signature.take(args, given, keywords, in) &&
                    check_type(state, Type::attempt, in[0], "attempt") &&
                    check_type(state, Type::decision, in[1], "decision") &&
                    (in[2] == nullptr || read_ratio(in[2], "paid", paid));
  if (!read) return nullptr;
  oncemore_attempt attempt = as<oncemore_attempt>(in[0]);
  oncemore_advance(&attempt, &as<oncemore_decision>(in[1]), paid);
  return make(state, Type::attempt, &attempt);
}

PyObject* time_left(PyObject* module, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  static constexpr Signature<2> signature = {"time_left", {"policy", "elapsed"}, 2};
  State const& state = state_of(module);
  Arguments<2> in{};
  int64_t elapsed = 0;
  bool const read = signature.take(args, given, keywords, in) &&
                    check_type(state, Type::policy, in[0], "policy") &&
                    read_duration(state, in[1], "elapsed", elapsed);
  if (!read) return nullptr;
  int64_t const left = oncemore_time_left(&as<oncemore_policy>(in[0]), elapsed);
  if (left >= state.largest) Py_RETURN_NONE;
  return write_duration(state, left);
}

PyObject* describe(PyObject* module, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  static constexpr Signature<3> signature = {"describe", {"policy", "attempt", "decision"}, 3};
  State const& state = state_of(module);
  Arguments<3> in{};
  bool const read = signature.take(args, given, keywords, in) &&
                    check_type(state, Type::policy, in[0], "policy") &&
                    check_type(state, Type::attempt, in[1], "attempt") &&
                    check_type(state, Type::decision, in[2], "decision");
  if (!read) return nullptr;
  char line[ONCEMORE_DESCRIBE_MAX];
  size_t const length = oncemore_describe(&as<oncemore_policy>(in[0]), &as<oncemore_attempt>(in[1]),
                                          &as<oncemore_decision>(in[2]), line, sizeof line);
  return PyUnicode_FromStringAndSize(line, static_cast<Py_ssize_t>(length));
}

PyObject* policy_error(PyObject* module, PyObject* policy) {
  State const& state = state_of(module);
  if (!check_type(state, Type::policy, policy, "policy")) return nullptr;
  return write_enum(state, Enum::policy_error, oncemore_validate(&as<oncemore_policy>(policy)));
}

PyObject* policy_error_message(PyObject* module, PyObject* error) {
  uint32_t number = 0;
  if (!read_enum(state_of(module), Enum::policy_error, error, "error", number)) return nullptr;
  return PyUnicode_FromString(oncemore_policy_error_message(number));
}

PyObject* reason_message(PyObject* module, PyObject* reason) {
  uint32_t number = 0;
  if (!read_enum(state_of(module), Enum::reason, reason, "reason", number)) return nullptr;
  return PyUnicode_FromString(oncemore_reason_message(number));
}

PyObject* verdict_of(PyObject* module, PyObject* reason) {
  State const& state = state_of(module);
  uint32_t number = 0;
  if (!read_enum(state, Enum::reason, reason, "reason", number)) return nullptr;
  return write_enum(state, Enum::verdict,
                    oncemore_verdict_of(static_cast<oncemore_reason>(number)));
}

PyObject* proves_acceptance(PyObject* module, PyObject* const* args, Py_ssize_t given,
                            PyObject* keywords) {
  static constexpr Signature<2> signature = {"proves_acceptance", {"proof", "trail"}, 2};
  State const& state = state_of(module);
  Arguments<2> in{};
  uint32_t proof = 0;
  bool const read = signature.take(args, given, keywords, in) &&
                    read_enum(state, Enum::redirect_proof, in[0], "proof", proof) &&
                    check_type(state, Type::trail, in[1], "trail");
  return read ? truth(oncemore_proves_acceptance(proof, &as<oncemore_trail>(in[1]))) : nullptr;
}

// ---- Evidence -----------------------------------------------------------------------------------

PyObject* evidence_of_attempt(PyObject* module, PyObject* const* args, Py_ssize_t given,
                              PyObject* keywords) {
  static constexpr Signature<2> signature = {"evidence_of_attempt", {"policy", "attempt"}, 2};
  State const& state = state_of(module);
  Arguments<2> in{};
  bool const read = signature.take(args, given, keywords, in) &&
                    check_type(state, Type::policy, in[0], "policy") &&
                    check_type(state, Type::attempt, in[1], "attempt");
  if (!read) return nullptr;
  return write_enum(
      state, Enum::evidence,
      oncemore_evidence_of_attempt(&as<oncemore_policy>(in[0]), &as<oncemore_attempt>(in[1])));
}

PyObject* evidence_of_failure(PyObject* module, PyObject* failure) {
  State const& state = state_of(module);
  uint32_t number = 0;
  if (!read_enum(state, Enum::failure, failure, "failure", number)) return nullptr;
  return write_enum(state, Enum::evidence, oncemore_evidence_of_failure(number));
}

PyObject* evidence_of_status(PyObject* module, PyObject* const* args, Py_ssize_t given,
                             PyObject* keywords) {
  static constexpr Signature<2> signature = {"evidence_of_status", {"status", "unprocessed"}, 1};
  State const& state = state_of(module);
  Arguments<2> in{};
  int32_t status = 0;
  oncemore_status_set unprocessed;
  oncemore_default_unprocessed(&unprocessed);
  bool const read = signature.take(args, given, keywords, in) &&
                    read_i32(in[0], "status", status) &&
                    (in[1] == nullptr || read_statuses(state, in[1], "unprocessed", unprocessed));
  if (!read) return nullptr;
  return write_enum(state, Enum::evidence, oncemore_evidence_of_status(status, &unprocessed));
}

// ---- Fields -------------------------------------------------------------------------------------

PyObject* parse_retry_after(PyObject* module, PyObject* const* args, Py_ssize_t given,
                            PyObject* keywords) {
  static constexpr Signature<3> signature = {"parse_retry_after", {"field", "now", "grammar"}, 2};
  State const& state = state_of(module);
  Arguments<3> in{};
  Octets field;
  int64_t now = 0;
  uint32_t grammar = 0;
  bool const read = signature.take(args, given, keywords, in) &&
                    read_octets(in[0], "field", field) && read_instant(state, in[1], "now", now) &&
                    read_grammar(state, in[2], grammar);
  if (!read) return nullptr;
  oncemore_retry_after const answer =
      oncemore_parse_retry_after(field.data, field.size, now, grammar);
  return make(state, Type::retry_after, &answer);
}

PyObject* parse_http_date(PyObject* module, PyObject* const* args, Py_ssize_t given,
                          PyObject* keywords) {
  static constexpr Signature<3> signature = {"parse_http_date", {"field", "now", "grammar"}, 2};
  State const& state = state_of(module);
  Arguments<3> in{};
  Octets field;
  int64_t now = 0;
  uint32_t grammar = 0;
  bool const read = signature.take(args, given, keywords, in) &&
                    read_octets(in[0], "field", field) && read_instant(state, in[1], "now", now) &&
                    read_grammar(state, in[2], grammar);
  if (!read) return nullptr;
  oncemore_http_date const date = oncemore_parse_http_date(field.data, field.size, now, grammar);
  if (date.valid == 0) Py_RETURN_NONE;
  return PyLong_FromLongLong(date.instant_ms / 1000);  // whole seconds
}

PyObject* reference_time(PyObject* module, PyObject* const* args, Py_ssize_t given,
                         PyObject* keywords) {
  static constexpr Signature<3> signature = {"reference_time", {"date", "age", "now"}, 3};
  State const& state = state_of(module);
  Arguments<3> in{};
  Octets date;
  Octets age;
  int64_t now = 0;
  bool const read = signature.take(args, given, keywords, in) && read_octets(in[0], "date", date) &&
                    read_octets(in[1], "age", age) && read_instant(state, in[2], "now", now);
  if (!read) return nullptr;
  int64_t const reference = oncemore_reference_time(date.data, date.size, age.data, age.size, now);
  if (reference == now) return Py_NewRef(in[2]);
  return PyLong_FromLongLong(reference / 1000);  // a date has whole seconds
}

PyObject* combined(PyObject* module, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  static constexpr Signature<2> signature = {"combined", {"a", "b"}, 2};
  State const& state = state_of(module);
  Arguments<2> in{};
  bool const read = signature.take(args, given, keywords, in) &&
                    check_type(state, Type::retry_after, in[0], "a") &&
                    check_type(state, Type::retry_after, in[1], "b");
  if (!read) return nullptr;
  oncemore_retry_after const answer =
      oncemore_combined(&as<oncemore_retry_after>(in[0]), &as<oncemore_retry_after>(in[1]));
  return make(state, Type::retry_after, &answer);
}

PyObject* parse_method(PyObject* module, PyObject* token) {
  State const& state = state_of(module);
  Octets octets;
  if (token == Py_None || !read_octets(token, "token", octets)) {
    if (!PyErr_Occurred()) wrong_type("token", "a str or a bytes", token);
    return nullptr;
  }
  return write_enum(state, Enum::method, oncemore_parse_method(octets.data, octets.size));
}

using MethodQuestion = uint32_t (*)(oncemore_method);
using StatusQuestion = uint32_t (*)(int32_t);

template <MethodQuestion question> PyObject* ask_method(PyObject* module, PyObject* given) {
  uint32_t method = 0;
  return read_method(state_of(module), given, "method", method) ? truth(question(method)) : nullptr;
}

template <StatusQuestion question> PyObject* ask_status(PyObject*, PyObject* given) {
  int32_t status = 0;
  return read_i32(given, "status", status) ? truth(question(status)) : nullptr;
}

// Made a type of their own because a noexcept function is no argument of such a template.
uint32_t is_safe(oncemore_method method) { return oncemore_is_safe(method); }
uint32_t is_idempotent(oncemore_method method) { return oncemore_is_idempotent(method); }
uint32_t is_final(int32_t status) { return oncemore_is_final(status); }
uint32_t is_success(int32_t status) { return oncemore_is_success(status); }
uint32_t is_redirection(int32_t status) { return oncemore_is_redirection(status); }
uint32_t is_followable(int32_t status) { return oncemore_is_followable(status); }
uint32_t is_assigned_server_error(int32_t status) {
  return oncemore_is_assigned_server_error(status);
}

// ---- The backoff alone --------------------------------------------------------------------------

PyObject* ceiling(PyObject* module, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  static constexpr Signature<2> signature = {"ceiling", {"policy", "number"}, 2};
  State const& state = state_of(module);
  Arguments<2> in{};
  uint32_t number = 0;
  if (!signature.take(args, given, keywords, in)) return nullptr;
  oncemore_policy const* const policy = read_backoff(state, in[0]);
  if (policy == nullptr || !read_u32(in[1], "number", number)) return nullptr;
  return write_duration(state, oncemore_ceiling(policy, number));
}

PyObject* delay_range(PyObject* module, PyObject* const* args, Py_ssize_t given,
                      PyObject* keywords) {
  static constexpr Signature<3> signature = {
      "delay_range", {"policy", "number", "previous_delay"}, 2};
  State const& state = state_of(module);
  Arguments<3> in{};
  uint32_t number = 0;
  int64_t previous = 0;
  if (!signature.take(args, given, keywords, in)) return nullptr;
  oncemore_policy const* const policy = read_backoff(state, in[0]);
  bool const read = policy != nullptr && read_u32(in[1], "number", number) &&
                    (in[2] == nullptr || read_duration(state, in[2], "previous_delay", previous));
  if (!read) return nullptr;
  oncemore_range const range = oncemore_delay_range(policy, number, previous);
  return make(state, Type::delay_range, &range);
}

PyObject* own_delay(PyObject* module, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  static constexpr Signature<4> signature = {
      "own_delay", {"policy", "number", "random", "previous_delay"}, 3};
  State const& state = state_of(module);
  Arguments<4> in{};
  uint32_t number = 0;
  uint64_t random = 0;
  int64_t previous = 0;
  if (!signature.take(args, given, keywords, in)) return nullptr;
  oncemore_policy const* const policy = read_backoff(state, in[0]);
  bool const read = policy != nullptr && read_u32(in[1], "number", number) &&
                    read_u64(in[2], "random", random) &&
                    (in[3] == nullptr || read_duration(state, in[3], "previous_delay", previous));
  return read ? write_duration(state, oncemore_own_delay(policy, number, previous, random))
              : nullptr;
}

// ---- Counting -----------------------------------------------------------------------------------

PyObject* attempts_from_retries(PyObject*, PyObject* given) {
  uint32_t retries = 0;
  if (!read_u32(given, "retries", retries)) return nullptr;
  return PyLong_FromUnsignedLong(oncemore_attempts_from_retries(retries));
}

PyObject* retries_from_attempts(PyObject*, PyObject* given) {
  uint32_t attempts = 0;
  if (!read_u32(given, "attempts", attempts)) return nullptr;
  return PyLong_FromUnsignedLong(oncemore_retries_from_attempts(attempts));
}

PyObject* max_attempts_for(PyObject* module, PyObject* const* args, Py_ssize_t given,
                           PyObject* keywords) {
  static constexpr Signature<2> signature = {"max_attempts_for", {"convention", "n"}, 2};
  Arguments<2> in{};
  uint32_t convention = 0;
  int64_t n = 0;
  bool const read =
      signature.take(args, given, keywords, in) &&
      read_enum(state_of(module), Enum::convention, in[0], "convention", convention) &&
      read_i64(in[1], "n", n);
  if (!read) return nullptr;
  uint32_t const max_attempts = oncemore_max_attempts_for(convention, n);
  if (max_attempts != 0) return PyLong_FromUnsignedLong(max_attempts);
  return PyErr_Format(PyExc_ValueError, "n: %s does not take %R",
                      oncemore_convention_name(convention), in[1]);
}

using Requests = uint64_t (*)(uint32_t, uint32_t);

uint64_t per_call(uint32_t attempts, uint32_t redirects) {
  return oncemore_requests_per_call(attempts, redirects);
}
uint64_t per_call_shared(uint32_t attempts, uint32_t redirects) {
  return oncemore_requests_per_call_shared(attempts, redirects);
}

template <Requests count>
PyObject* requests(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  static constexpr Signature<2> signature = {
      count == per_call ? "requests_per_call" : "requests_per_call_shared",
      {"attempts", "redirects"},
      2};
  Arguments<2> in{};
  uint32_t attempts = 0;
  uint32_t redirects = 0;
  bool const read = signature.take(args, given, keywords, in) &&
                    read_u32(in[0], "attempts", attempts) &&
                    read_u32(in[1], "redirects", redirects);
  return read ? PyLong_FromUnsignedLongLong(count(attempts, redirects)) : nullptr;
}

/// A pair of numbers.
bool read_layer(PyObject* given, oncemore_request_layer& layer) {
  bool const pair = PyTuple_Check(given) || PyList_Check(given);
  if (!pair || PySequence_Size(given) != 2) {
    wrong_type("layers", "pairs of attempts and redirects", given);
    return false;
  }
  Ref const attempts(PySequence_GetItem(given, 0));
  Ref const redirects(PySequence_GetItem(given, 1));
  return attempts && redirects && read_u32(attempts.get(), "attempts", layer.attempts) &&
         read_u32(redirects.get(), "redirects", layer.redirects);
}

PyObject* requests_per_call_layers(PyObject*, PyObject* layers) {
  Ref const list(PySequence_Tuple(layers));
  if (!list) {
    if (PyErr_ExceptionMatches(PyExc_TypeError)) {
      PyErr_Clear();
      wrong_type("layers", "pairs of attempts and redirects", layers);
    }
    return nullptr;
  }
  auto const count = static_cast<size_t>(PyTuple_Size(list.get()));
  auto* const read =
      static_cast<oncemore_request_layer*>(PyMem_Calloc(count + 1, sizeof(oncemore_request_layer)));
  if (read == nullptr) return PyErr_NoMemory();
  bool good = true;
  for (size_t i = 0; good && i < count; ++i) {
    good = read_layer(PyTuple_GetItem(list.get(), static_cast<Py_ssize_t>(i)), read[i]);
  }
  uint64_t const product = oncemore_requests_per_call_layers(read, count);
  PyMem_Free(read);
  return good ? PyLong_FromUnsignedLongLong(product) : nullptr;
}

// ---- For the Python part of this package --------------------------------------------------------

/// _restore(cls, fields): what pickles hold.
PyObject* restore(PyObject*, PyObject* args) {
  PyObject* type = nullptr;
  PyObject* fields = nullptr;
  if (!PyArg_ParseTuple(args, "OO!:_restore", &type, &PyDict_Type, &fields)) return nullptr;
  Ref const none(PyTuple_New(0));
  return none ? PyObject_Call(type, none.get(), fields) : nullptr;
}

/// _name(class_name, value): the library's name; None for a number that names none, and for a name
/// that no enumeration has.
PyObject* enumerator(PyObject*, PyObject* args) {
  PyObject* class_name = nullptr;
  unsigned long value = 0;
  if (!PyArg_ParseTuple(args, "Uk:_name", &class_name, &value)) return nullptr;
  for (unsigned i = 0; i < enum_count && value <= UINT32_MAX; ++i) {
    if (PyUnicode_CompareWithASCIIString(class_name, enum_names[i]) != 0) continue;
    char const* const name = enumerator_name(static_cast<Enum>(i), static_cast<uint32_t>(value));
    if (name != nullptr) return PyUnicode_FromString(name);
  }
  Py_RETURN_NONE;
}

/// The bits of a set out of a bytes that holds them.
template <class Set> bool read_bits(PyObject* given, Set& set) {
  if (!PyBytes_Check(given) || PyBytes_Size(given) != static_cast<Py_ssize_t>(sizeof set)) {
    wrong_type("bits", "the bits of a set", given);
    return false;
  }
  char const* const data = PyBytes_AsString(given);
  memcpy(&set, data, sizeof set);
  return true;
}

template <class Set> PyObject* write_bits(Set const& set) {
  return PyBytes_FromStringAndSize(reinterpret_cast<char const*>(&set), sizeof set);
}

/// _status_set(bits, status, add): the bits with one status more or less.
PyObject* status_set(PyObject*, PyObject* args) {
  PyObject* bits = nullptr;
  PyObject* status = nullptr;
  int add = 0;
  oncemore_status_set set;
  int32_t number = 0;
  bool const read = PyArg_ParseTuple(args, "OOp:_status_set", &bits, &status, &add) != 0 &&
                    read_bits(bits, set) && read_i32(status, "status", number);
  if (!read) return nullptr;
  (add != 0 ? oncemore_status_set_with : oncemore_status_set_without)(&set, number);
  return write_bits(set);
}

PyObject* status_set_contains(PyObject*, PyObject* args) {
  PyObject* bits = nullptr;
  PyObject* status = nullptr;
  oncemore_status_set set;
  int32_t number = 0;
  bool const read = PyArg_ParseTuple(args, "OO:_status_set_contains", &bits, &status) != 0 &&
                    read_bits(bits, set) && read_i32(status, "status", number);
  return read ? truth(oncemore_status_set_contains(&set, number)) : nullptr;
}

PyObject* status_set_valid(PyObject*, PyObject* bits) {
  oncemore_status_set set;
  return read_bits(bits, set) ? truth(oncemore_status_set_valid(&set)) : nullptr;
}

PyObject* default_statuses(PyObject*, PyObject*) {
  oncemore_status_set set;
  oncemore_default_statuses(&set);
  return write_bits(set);
}

PyObject* default_unprocessed(PyObject*, PyObject*) {
  oncemore_status_set set;
  oncemore_default_unprocessed(&set);
  return write_bits(set);
}

/// _failure_set(bits, failure, add): the bits with one failure more or less.
PyObject* failure_set(PyObject* module, PyObject* args) {
  PyObject* bits = nullptr;
  PyObject* failure = nullptr;
  int add = 0;
  oncemore_failure_set set = 0;
  uint32_t number = 0;
  bool const read = PyArg_ParseTuple(args, "OOp:_failure_set", &bits, &failure, &add) != 0 &&
                    read_bits(bits, set) &&
                    read_enum(state_of(module), Enum::failure, failure, "failure", number);
  if (!read) return nullptr;
  set =
      add != 0 ? oncemore_failure_set_with(set, number) : oncemore_failure_set_without(set, number);
  return write_bits(set);
}

PyObject* failure_set_contains(PyObject* module, PyObject* args) {
  PyObject* bits = nullptr;
  PyObject* failure = nullptr;
  oncemore_failure_set set = 0;
  uint32_t number = 0;
  bool const read = PyArg_ParseTuple(args, "OO:_failure_set_contains", &bits, &failure) != 0 &&
                    read_bits(bits, set) &&
                    read_enum(state_of(module), Enum::failure, failure, "failure", number);
  return read ? truth(oncemore_failure_set_contains(set, number)) : nullptr;
}

PyObject* failure_set_valid(PyObject*, PyObject* bits) {
  oncemore_failure_set set = 0;
  return read_bits(bits, set) ? truth(oncemore_failure_set_valid(set)) : nullptr;
}

PyObject* default_failures(PyObject*, PyObject*) { return write_bits(oncemore_default_failures()); }

// ---- Methods of the types -----------------------------------------------------------------------

PyObject* followed(PyObject* self, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  static constexpr Signature<3> signature = {
      "followed", {"status", "method_before", "method_after"}, 3};
  State const& state = state_of_type(self);
  Arguments<3> in{};
  int32_t status = 0;
  Octets before;
  Octets after;
  bool const read = signature.take(args, given, keywords, in) &&
                    read_i32(in[0], "status", status) &&
                    read_token(state, in[1], "method_before", before) &&
                    read_token(state, in[2], "method_after", after);
  if (!read) return nullptr;
  oncemore_trail const next = oncemore_trail_followed(
      &as<oncemore_trail>(self), status, before.data, before.size, after.data, after.size);
  return make(state, Type::trail, &next);
}

PyObject* sent_again(PyObject* self, PyObject*) {
  oncemore_trail const next = oncemore_trail_sent_again(&as<oncemore_trail>(self));
  return make(state_of_type(self), Type::trail, &next);
}

/// A class method, so that `type` is RetryAfter itself: there is no subclass.
PyObject* until(PyObject* type, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  static constexpr Signature<2> signature = {"until", {"instant", "now"}, 2};
  State const& state =
      *static_cast<State*>(PyType_GetModuleState(reinterpret_cast<PyTypeObject*>(type)));
  Arguments<2> in{};
  int64_t instant = 0;
  int64_t now = 0;
  bool const read = signature.take(args, given, keywords, in) &&
                    read_instant(state, in[0], "instant", instant) &&
                    read_instant(state, in[1], "now", now);
  if (!read) return nullptr;
  oncemore_retry_after const answer = oncemore_retry_after_until(instant, now);
  return make(state, Type::retry_after, &answer);
}

PyObject* draw(PyObject* self, PyObject* given) {
  uint64_t random = 0;
  if (!read_u64(given, "random", random)) return nullptr;
  return write_duration(state_of_type(self), oncemore_draw(&as<oncemore_range>(self), random));
}

constexpr int fast_call = METH_FASTCALL | METH_KEYWORDS;

}  // namespace

PyMethodDef trail_methods[] = {
    {"followed", fast(followed), fast_call,
     "followed($self, /, status, method_before, method_after)\n--\n\n"
     "The trail after one more hop, as the client really made it: the status that it followed,\n"
     "and the method before and after, compared octet by octet."},
    {"sent_again", sent_again, METH_NOARGS,
     "sent_again($self, /)\n--\n\n"
     "The trail of the next attempt: hops are counted per call and go on, the rest is over."},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef retry_after_methods[] = {
    {"until", fast(until), fast_call | METH_CLASS,
     "until($type, /, instant, now)\n--\n\n"
     "A wait until an instant, for a vendor's field that names one; 0 if it is past."},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef delay_range_methods[] = {
    {"draw", draw, METH_O,
     "draw($self, random, /)\n--\n\n"
     "One of the milliseconds of the range, all equally likely when `random` is 64 uniform bits."},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef functions[] = {
    {"decide", fast(decide), fast_call,
     "decide($module, /, policy, attempt, random)\n--\n\n"
     "Should this request be sent once more, and when?\n\n"
     "`random` is 64 uniform bits as an int, such as random.getrandbits(64) or, ready to use,\n"
     "oncemore.system.decide(). The same arguments always give the same decision."},
    {"decide_attempt", fast(decide_attempt), fast_call,
     "decide_attempt($module, policy, /, *, random, number=1, method=..., outcome=0, "
     "repeatable=..., evidence=..., body=..., budget=..., server_says=..., elapsed=..., "
     "previous_delay=..., retry_after=..., redirects=..., budget_paid=0.0, hold=...)\n--\n\n"
     "decide() of an Attempt that is described in the call and never made."},
    {"follow", fast(follow), fast_call,
     "follow($module, /, policy, trail, hop)\n--\n\n"
     "Does the client follow this redirect, when, and with what?\n\n"
     "`trail` is the call's, so that the hops of all its attempts count. A Retry-After is the\n"
     "least wait (RFC 9110 10.2.3)."},
    {"advance", fast(advance), fast_call,
     "advance($module, /, attempt, decision, paid=0.0)\n--\n\n"
     "The attempt that begins, made of the one that ended: number goes up, previous_delay is the\n"
     "decision's delay, the trail keeps its hops alone, elapsed grows by the delay (a loop that\n"
     "measures replaces it), budget_paid becomes `paid`, in tokens, and what was known of the "
     "last\n"
     "answer is forgotten: outcome, evidence, server_says, retry_after, budget, hold. method,\n"
     "repeatable and body stay. After a decision that is no retry it is the same attempt."},
    {"time_left", fast(time_left), fast_call,
     "time_left($module, /, policy, elapsed)\n--\n\n"
     "What is left of the deadline for the next attempt, so long after the call began: the\n"
     "time-out to give it, a timedelta. None is no limit: there is no deadline, or one of 0 or\n"
     "less, which only forbids retries and hops. 0 says that it is too late: do not send, and "
     "never\n"
     "hand it on, since several clients take 0 for no limit."},
    {"describe", fast(describe), fast_call,
     "describe($module, /, policy, attempt, decision)\n--\n\n"
     "One ASCII line that says what was decided and why, for a log."},
    {"policy_error", policy_error, METH_O,
     "policy_error($module, policy, /)\n--\n\n"
     "The first field that makes the policy invalid; PolicyError.NONE if it is valid."},
    {"_policy_error_message", policy_error_message, METH_O,
     "_policy_error_message($module, error, /)\n--\n\nWhat the field must be."},
    {"_reason_message", reason_message, METH_O,
     "_reason_message($module, reason, /)\n--\n\nWhy, as an English sentence."},
    {"verdict_of", verdict_of, METH_O,
     "verdict_of($module, reason, /)\n--\n\nThe verdict that a reason stands for."},
    {"proves_acceptance", fast(proves_acceptance), fast_call,
     "proves_acceptance($module, /, proof, trail)\n--\n\n"
     "Whether a trail proves that the server accepted the request at its beginning."},
    {"evidence_of_attempt", fast(evidence_of_attempt), fast_call,
     "evidence_of_attempt($module, /, policy, attempt)\n--\n\n"
     "What is known about whether the request of this attempt was processed."},
    {"evidence_of_failure", evidence_of_failure, METH_O,
     "evidence_of_failure($module, failure, /)\n--\n\nWhat a failure says of the request."},
    {"evidence_of_status", fast(evidence_of_status), fast_call,
     "evidence_of_status($module, /, status, unprocessed=...)\n--\n\n"
     "What a status says of the request; `unprocessed` defaults to DEFAULT_UNPROCESSED."},
    {"parse_retry_after", fast(parse_retry_after), fast_call,
     "parse_retry_after($module, /, field, now, grammar=...)\n--\n\n"
     "What one Retry-After field line asks for (RFC 9110 10.2.3): seconds, or a date that is\n"
     "compared with `now`, a date in the past being a wait of 0. None is an absent field, an\n"
     "empty one is malformed. The response's own Date is a better `now` than a clock that may be "
     "wrong."},
    {"parse_http_date", fast(parse_http_date), fast_call,
     "parse_http_date($module, /, field, now, grammar=...)\n--\n\n"
     "The instant that an HTTP-date names (RFC 9110 5.6.7), in seconds since 1970; None if it is\n"
     "malformed. `now` serves only to complete a two-digit year."},
    {"reference_time", fast(reference_time), fast_call,
     "reference_time($module, /, date, age, now)\n--\n\n"
     "The instant that a date in Retry-After is compared with, for the `now` of\n"
     "parse_retry_after(): the response's own Date, in seconds since 1970, so that a client whose\n"
     "clock is wrong still waits as long as the server meant. `now`, as it was given, if there is\n"
     "no Date that can be read, or if it is a cache's: an Age that is not 0 (RFC 9111 5.1). None "
     "is\n"
     "a field that is absent."},
    {"combined", fast(combined), fast_call,
     "combined($module, /, a, b)\n--\n\n"
     "One field out of two lines: a wait beats a malformed one, a malformed one an absent one,\n"
     "the longer of two waits wins. Lines are parsed one by one, never joined with a comma."},
    {"parse_method", parse_method, METH_O,
     "parse_method($module, token, /)\n--\n\n"
     "The Method of a token, which is case-sensitive (RFC 9110 9.1): 'get' is UNKNOWN."},
    {"is_safe", ask_method<is_safe>, METH_O,
     "is_safe($module, method, /)\n--\n\n"
     "Whether who uses the method asks for no change of state (RFC 9110 9.2.1)."},
    {"is_idempotent", ask_method<is_idempotent>, METH_O,
     "is_idempotent($module, method, /)\n--\n\n"
     "Whether to send such a request twice asks for the same as once (RFC 9110 9.2.2)."},
    {"is_final", ask_status<is_final>, METH_O,
     "is_final($module, status, /)\n--\n\n"
     "Whether a response with this status can end an attempt: 101 and 200 to 999."},
    {"is_success", ask_status<is_success>, METH_O,
     "is_success($module, status, /)\n--\n\n"
     "Whether the request has what it asked for: 101, 2xx and 304."},
    {"is_redirection", ask_status<is_redirection>, METH_O,
     "is_redirection($module, status, /)\n--\n\n"
     "Whether a status asks the client to go elsewhere: every 3xx but 304."},
    {"is_followable", ask_status<is_followable>, METH_O,
     "is_followable($module, status, /)\n--\n\n"
     "Whether a status is one that a client can follow: 301 302 303 307 308."},
    {"is_assigned_server_error", ask_status<is_assigned_server_error>, METH_O,
     "is_assigned_server_error($module, status, /)\n--\n\n"
     "Whether the IANA registry assigns a status of 500 or above."},
    {"ceiling", fast(ceiling), fast_call,
     "ceiling($module, /, policy, number)\n--\n\n"
     "The delay after attempt `number` without jitter, already capped."},
    {"delay_range", fast(delay_range), fast_call,
     "delay_range($module, /, policy, number, previous_delay=...)\n--\n\n"
     "The range from which the delay after attempt `number` is drawn. `previous_delay` matters\n"
     "only to Jitter.DECORRELATED."},
    {"own_delay", fast(own_delay), fast_call,
     "own_delay($module, /, policy, number, random, previous_delay=...)\n--\n\n"
     "The client's own delay after attempt `number`: one draw from delay_range()."},
    {"attempts_from_retries", attempts_from_retries, METH_O,
     "attempts_from_retries($module, retries, /)\n--\n\n"
     "The attempts that so many retries make: one more. 4294967294 and above are UNLIMITED."},
    {"retries_from_attempts", retries_from_attempts, METH_O,
     "retries_from_attempts($module, attempts, /)\n--\n\n"
     "The retries among so many attempts: one less, 0 of 0. UNLIMITED stays so."},
    {"max_attempts_for", fast(max_attempts_for), fast_call,
     "max_attempts_for($module, /, convention, n)\n--\n\n"
     "max_attempts for another system's setting. ValueError if that system itself rejects `n`."},
    {"requests_per_call", fast(requests<per_call>), fast_call,
     "requests_per_call($module, /, attempts, redirects)\n--\n\n"
     "The worst number of requests of one call whose redirect allowance starts afresh with each\n"
     "attempt: attempts x (1 + redirects), 3 x (1 + 5) = 18."},
    {"requests_per_call_shared", fast(requests<per_call_shared>), fast_call,
     "requests_per_call_shared($module, /, attempts, redirects)\n--\n\n"
     "The same where one allowance serves the whole call, as follow() counts."},
    {"requests_per_call_layers", requests_per_call_layers, METH_O,
     "requests_per_call_layers($module, layers, /)\n--\n\n"
     "requests_per_call() of clients that wrap each other: `layers` are pairs of attempts and\n"
     "redirects, the answer is their product, at most 2**64 - 1."},
    {"_restore", restore, METH_VARARGS, nullptr},
    {"_name", enumerator, METH_VARARGS, nullptr},
    {"_status_set", status_set, METH_VARARGS, nullptr},
    {"_status_set_contains", status_set_contains, METH_VARARGS, nullptr},
    {"_status_set_valid", status_set_valid, METH_O, nullptr},
    {"_default_statuses", default_statuses, METH_NOARGS, nullptr},
    {"_default_unprocessed", default_unprocessed, METH_NOARGS, nullptr},
    {"_failure_set", failure_set, METH_VARARGS, nullptr},
    {"_failure_set_contains", failure_set_contains, METH_VARARGS, nullptr},
    {"_failure_set_valid", failure_set_valid, METH_O, nullptr},
    {"_default_failures", default_failures, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace border
