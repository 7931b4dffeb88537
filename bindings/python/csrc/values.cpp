// SPDX-License-Identifier: MIT
//
// The types. Each is a struct of the C ABI in an immutable object, and a table of fields says how
// Python sees it; constructor, attributes, ==, hash, repr, replace and pickling follow from it.

#include <string.h>

#include "border.hpp"

namespace border {
namespace {

/// How a field is seen from Python.
enum class Kind : unsigned char {
  u32,
  i32,
  bits,      // of `more`: a bool
  enum16,    // `more` is the Enum
  enum32,    // `more` is the Enum
  truth,     // a bool in a uint32_t
  method,    // a Method, or its token
  outcome,   // a status at `offset`, a failure at `more`
  duration,  // never None
  deadline,  // None is the largest
  ratio,     // thousandths
  statuses,
  failures,
  retry_after,  // None is absent
  wait,         // of a RetryAfter; None if there is none
  malformed,    // of a RetryAfter
  trail,
  part,  // `more` is the Type that holds these fields of a policy
};

struct Field {
  char const* name;
  Kind kind;
  unsigned short offset;
  unsigned short more;
  char const* doc;
};

constexpr unsigned short number_of(Enum which) { return static_cast<unsigned short>(which); }
constexpr unsigned short number_of(Type which) { return static_cast<unsigned short>(which); }

// clang-format off
constexpr Field backoff_fields[] = {
    {"initial", Kind::duration, offsetof(oncemore_policy, backoff_initial_ms), 0,
     "The ceiling after attempt 1, a timedelta >= 0."},
    {"cap", Kind::duration, offsetof(oncemore_policy, backoff_cap_ms), 0,
     "No own delay is longer; a timedelta >= 0."},
    {"floor", Kind::duration, offsetof(oncemore_policy, backoff_floor_ms), 0,
     "No own delay is shorter; a timedelta >= 0, at most `cap`."},
    {"multiplier", Kind::ratio, offsetof(oncemore_policy, backoff_multiplier), 0,
     "What the ceiling is multiplied by after each attempt, >= 1, in whole thousandths."},
    {"jitter", Kind::enum32, offsetof(oncemore_policy, backoff_jitter), number_of(Enum::jitter),
     "From which range around the ceiling a delay is drawn."},
    {"spread", Kind::ratio, offsetof(oncemore_policy, backoff_spread), 0,
     "For Jitter.PROPORTIONAL: the part of the ceiling by which a delay may differ, 0 to 1."},
    {"spread_time", Kind::duration, offsetof(oncemore_policy, backoff_spread_time_ms), 0,
     "For Jitter.ADDITIVE: the most that is added; a timedelta >= 0, called as in the library."},
};

constexpr Field server_wait_fields[] = {
    {"mode", Kind::enum32, offsetof(oncemore_policy, server_wait_mode),
     number_of(Enum::server_wait_mode), "How the server's wait joins the client's own delay."},
    {"over_cap", Kind::enum32, offsetof(oncemore_policy, server_wait_over_cap),
     number_of(Enum::over_cap), "What to do when the server asks for more than `cap`."},
    {"cap", Kind::duration, offsetof(oncemore_policy, server_wait_cap_ms), 0,
     "The longest wait to accept from a server, a timedelta >= 0."},
    {"spread", Kind::ratio, offsetof(oncemore_policy, server_wait_spread), 0,
     "The part of the server's wait that may be added to it at random, 0 to 1."},
};

constexpr Field policy_fields[] = {
    {"max_attempts", Kind::u32, offsetof(oncemore_policy, max_attempts), 0,
     "Sends allowed in total, the first included: 1 never retries. UNLIMITED is no limit."},
    {"unrepeatable", Kind::enum32, offsetof(oncemore_policy, unrepeatable),
     number_of(Enum::unrepeatable), "Whether a request that is not repeatable is sent again."},
    {"redirect_proof", Kind::enum32, offsetof(oncemore_policy, redirect_proof),
     number_of(Enum::redirect_proof), "Which trail proves that the server accepted the request."},
    {"redirect_rewrite", Kind::enum32, offsetof(oncemore_policy, redirect_rewrite),
     number_of(Enum::redirect_rewrite), "What becomes of the method of a redirected request."},
    {"max_redirects", Kind::u32, offsetof(oncemore_policy, max_redirects), 0,
     "Hops allowed per call; 0 never follows."},
    {"failures", Kind::failures, offsetof(oncemore_policy, failures), 0,
     "The failures that are worth a retry, a FailureSet; never CANCELLED."},
    {"statuses", Kind::statuses, offsetof(oncemore_policy, statuses), 0,
     "The statuses that are worth a retry, a StatusSet; none outside 400 to 999."},
    {"unprocessed", Kind::statuses, offsetof(oncemore_policy, unprocessed), 0,
     "The statuses that mean that the request was not processed, a StatusSet."},
    {"deadline", Kind::deadline, offsetof(oncemore_policy, deadline_ms), 0,
     "Time for the whole call, from the start of attempt 1: a timedelta, or None for no deadline; "
     "0 stops every retry."},
    {"min_attempt_time", Kind::duration, offsetof(oncemore_policy, min_attempt_time_ms), 0,
     "What must be left until the deadline for an attempt to be worth it, a timedelta >= 0."},
    {"backoff", Kind::part, 0, number_of(Type::backoff), "The client's own delay, a Backoff."},
    {"server_wait", Kind::part, 0, number_of(Type::server_wait),
     "What becomes of a Retry-After, a ServerWait."},
};

constexpr Field retry_after_fields[] = {
    {"wait", Kind::wait, offsetof(oncemore_retry_after, wait_ms), 0,
     "How long the server asks to wait, a timedelta >= 0; None if it does not say."},
    {"malformed", Kind::malformed, offsetof(oncemore_retry_after, kind), 0,
     "Whether there was a field that nobody understands."},
};

constexpr Field trail_fields[] = {
    {"hops", Kind::u32, offsetof(oncemore_trail, hops), 0,
     "Hops of the whole call, counted from 0; stays at 4294967295 once there."},
    {"moved", Kind::bits, offsetof(oncemore_trail, flags), ONCEMORE_TRAIL_FLAG_MOVED,
     "Whether the request was redirected since it was sent; if not, the trail is empty."},
    {"accepted", Kind::bits, offsetof(oncemore_trail, flags), ONCEMORE_TRAIL_FLAG_ACCEPTED,
     "Whether a hop proves that the server accepted the request: a 303, or a changed method."},
    {"doubtful", Kind::bits, offsetof(oncemore_trail, flags), ONCEMORE_TRAIL_FLAG_DOUBTFUL,
     "Whether a hop leaves open what the server did with the request."},
};

constexpr Field attempt_fields[] = {
    {"number", Kind::u32, offsetof(oncemore_attempt, number), 0,
     "Sends so far, this one included: the first is 1."},
    {"method", Kind::method, offsetof(oncemore_attempt, method), 0,
     "The Method of the request that a retry would send."},
    {"outcome", Kind::outcome, offsetof(oncemore_attempt, status),
     offsetof(oncemore_attempt, failure),
     "How the attempt ended: a status as an int, or a Failure. 0, the default, is neither."},
    {"repeatable", Kind::enum32, offsetof(oncemore_attempt, repeatable),
     number_of(Enum::repeatable), "Whether the request may be sent twice with the effect of once."},
    {"evidence", Kind::enum32, offsetof(oncemore_attempt, evidence), number_of(Enum::evidence),
     "What is known about processing; when set, replaces what the outcome says."},
    {"body", Kind::enum32, offsetof(oncemore_attempt, body), number_of(Enum::body),
     "Whether the body can be produced once more; it can if there is none."},
    {"budget", Kind::enum32, offsetof(oncemore_attempt, budget), number_of(Enum::budget),
     "What the caller's own retry budget said, if there is one."},
    {"server_says", Kind::enum32, offsetof(oncemore_attempt, server_says),
     number_of(Enum::server_says), "What a field such as x-should-retry said."},
    {"elapsed", Kind::duration, offsetof(oncemore_attempt, elapsed_ms), 0,
     "Since the start of attempt 1, a timedelta >= 0."},
    {"previous_delay", Kind::duration, offsetof(oncemore_attempt, previous_delay_ms), 0,
     "The delay before this attempt, a timedelta >= 0; for Jitter.DECORRELATED."},
    {"retry_after", Kind::retry_after, offsetof(oncemore_attempt, retry_after), 0,
     "The Retry-After of the response that ended the attempt, a RetryAfter."},
    {"redirects", Kind::trail, offsetof(oncemore_attempt, redirects), 0,
     "The hops since the request was sent, a Trail; a loop inside redirect handling passes an "
     "empty one."},
    {"budget_paid", Kind::ratio, offsetof(oncemore_attempt, budget_paid), 0,
     "What a budget took for this attempt, in tokens, in whole thousandths; 0 without a budget."},
    {"hold", Kind::duration, offsetof(oncemore_attempt, hold_ms), 0,
     "The least wait that something outside asks for, a timedelta >= 0."},
};

constexpr Field hop_fields[] = {
    {"status", Kind::i32, offsetof(oncemore_hop, status), 0, "Of the response, as received."},
    {"method", Kind::method, offsetof(oncemore_hop, method), 0,
     "The Method of the request that was redirected."},
    {"has_location", Kind::truth, offsetof(oncemore_hop, has_location), 0,
     "Whether the response says where to, in a way that the client understands."},
    {"body", Kind::enum32, offsetof(oncemore_hop, body), number_of(Enum::body),
     "Whether the body of the request can be produced once more."},
    {"retry_after", Kind::retry_after, offsetof(oncemore_hop, retry_after), 0,
     "The least wait before following (RFC 9110 10.2.3), a RetryAfter."},
    {"elapsed", Kind::duration, offsetof(oncemore_hop, elapsed_ms), 0,
     "Since the start of attempt 1, a timedelta >= 0."},
};

constexpr Field decision_fields[] = {
    {"verdict", Kind::enum16, offsetof(oncemore_decision, verdict), number_of(Enum::verdict),
     "RETRY or STOP."},
    {"reason", Kind::enum16, offsetof(oncemore_decision, reason), number_of(Enum::reason),
     "The one rule that decided."},
    {"delay", Kind::duration, offsetof(oncemore_decision, delay_ms), 0,
     "To wait before the next attempt, a timedelta. Of a stop for ATTEMPTS_EXHAUSTED, "
     "BUDGET_EXHAUSTED, SERVER_WAIT_TOO_LONG or DEADLINE the wait that a retry would have had, so "
     "that the work can be queued again; of every other stop 0."},
    {"notes", Kind::enum32, offsetof(oncemore_decision, notes), number_of(Enum::note),
     "What to know besides the delay: any number of Note flags."},
};

constexpr Field hop_decision_fields[] = {
    {"verdict", Kind::enum16, offsetof(oncemore_hop_decision, verdict), number_of(Enum::verdict),
     "FOLLOW or STOP."},
    {"reason", Kind::enum16, offsetof(oncemore_hop_decision, reason), number_of(Enum::reason),
     "The one rule that decided."},
    {"delay", Kind::duration, offsetof(oncemore_hop_decision, delay_ms), 0,
     "To wait before following, a timedelta. Of a stop for SERVER_WAIT_TOO_LONG or DEADLINE the "
     "wait that following would have had; of every other stop 0."},
    {"method", Kind::enum16, offsetof(oncemore_hop_decision, method), number_of(Enum::next_method),
     "Of the next request: the same, or GET."},
    {"body", Kind::enum16, offsetof(oncemore_hop_decision, body), number_of(Enum::next_body),
     "Of the next request: sent along, or left out with its content fields."},
};

constexpr Field delay_range_fields[] = {
    {"low", Kind::duration, offsetof(oncemore_range, low_ms), 0, "The shortest, a timedelta."},
    {"high", Kind::duration, offsetof(oncemore_range, high_ms), 0, "The longest, a timedelta."},
};
// clang-format on

struct Shape {
  char const* name;
  unsigned size;
  unsigned field_count;
  Field const* fields;
};

template <unsigned count>
constexpr Shape shape(char const* name, unsigned size, Field const (&fields)[count]) {
  static_assert(count <= most_fields);
  return {name, size, count, fields};
}

/// By Type. Backoff and ServerWait are whole policies of which only their own fields count.
constexpr Shape shapes[type_count] = {
    shape("Backoff", sizeof(oncemore_policy), backoff_fields),
    shape("ServerWait", sizeof(oncemore_policy), server_wait_fields),
    shape("Policy", sizeof(oncemore_policy), policy_fields),
    shape("RetryAfter", sizeof(oncemore_retry_after), retry_after_fields),
    shape("Trail", sizeof(oncemore_trail), trail_fields),
    shape("Attempt", sizeof(oncemore_attempt), attempt_fields),
    shape("Hop", sizeof(oncemore_hop), hop_fields),
    shape("Decision", sizeof(oncemore_decision), decision_fields),
    shape("HopDecision", sizeof(oncemore_hop_decision), hop_decision_fields),
    shape("DelayRange", sizeof(oncemore_range), delay_range_fields),
};
static_assert(sizeof(oncemore_policy) <= largest_size && sizeof(oncemore_attempt) <= largest_size);

constexpr Shape const& shape_of(Type which) { return shapes[static_cast<unsigned>(which)]; }

template <class T> T& at(void* data, unsigned offset) {
  return *reinterpret_cast<T*>(static_cast<char*>(data) + offset);
}

// ---- One field ----------------------------------------------------------------------------------

unsigned size_of_number(Kind kind) {
  return kind == Kind::duration ? sizeof(int64_t) : sizeof(uint32_t);
}

/// Copies the fields that a part has from one policy to another.
void copy_part(Type part, void* to, void* from) {
  Shape const& fields = shape_of(part);
  for (unsigned i = 0; i < fields.field_count; ++i) {
    Field const& field = fields.fields[i];
    memcpy(&at<char>(to, field.offset), &at<char>(from, field.offset), size_of_number(field.kind));
  }
}

bool read_outcome(State const& state, Field const& field, PyObject* value, void* data) {
  int32_t status = 0;
  uint32_t failure = 0;
  if (is_integer(value)) {
    if (!read_i32(value, field.name, status)) return false;
  } else if (!read_enum(state, Enum::failure, value, field.name, failure)) {
    if (PyErr_ExceptionMatches(PyExc_TypeError)) {
      PyErr_Clear();
      wrong_type(field.name, "a status (an int) or a member of Failure", value);
    }
    return false;
  }
  at<int32_t>(data, field.offset) = status;
  at<uint32_t>(data, field.more) = failure;
  return true;
}

constexpr char const* both = "wait and malformed cannot both be given";

bool read_wait(State const& state, Field const& field, PyObject* value, void* data) {
  auto& retry_after = *static_cast<oncemore_retry_after*>(data);
  if (value == Py_None) return true;
  if (retry_after.kind == ONCEMORE_RETRY_AFTER_KIND_MALFORMED) {
    PyErr_SetString(PyExc_ValueError, both);
    return false;
  }
  retry_after.kind = ONCEMORE_RETRY_AFTER_KIND_WAIT;
  return read_duration(state, value, field.name, retry_after.wait_ms);
}

bool read_malformed(Field const& field, PyObject* value, void* data) {
  auto& retry_after = *static_cast<oncemore_retry_after*>(data);
  bool malformed = false;
  if (!read_bool(value, field.name, malformed)) return false;
  if (!malformed) return true;
  if (retry_after.kind == ONCEMORE_RETRY_AFTER_KIND_WAIT) {
    PyErr_SetString(PyExc_ValueError, both);
    return false;
  }
  retry_after.kind = ONCEMORE_RETRY_AFTER_KIND_MALFORMED;
  return true;
}

bool read_struct(State const& state, Type which, Field const& field, PyObject* value, void* data) {
  if (!check_type(state, which, value, field.name)) return false;
  memcpy(&at<char>(data, field.offset), data_of(value), shape_of(which).size);
  return true;
}

bool read_field(State const& state, Field const& field, PyObject* value, void* data) {
  bool truth = false;
  uint32_t number = 0;
  switch (field.kind) {
    case Kind::u32: return read_u32(value, field.name, at<uint32_t>(data, field.offset));
    case Kind::i32: return read_i32(value, field.name, at<int32_t>(data, field.offset));
    case Kind::bits: {
      if (!read_bool(value, field.name, truth)) return false;
      uint32_t const others = at<uint32_t>(data, field.offset) & ~uint32_t{field.more};
      at<uint32_t>(data, field.offset) = others | (truth ? field.more : 0U);
      return true;
    }
    case Kind::enum16: {
      if (!read_enum(state, static_cast<Enum>(field.more), value, field.name, number)) return false;
      at<uint16_t>(data, field.offset) = static_cast<uint16_t>(number);
      return true;
    }
    case Kind::enum32:
      return read_enum(state, static_cast<Enum>(field.more), value, field.name,
                       at<uint32_t>(data, field.offset));
    case Kind::truth:
      if (!read_bool(value, field.name, truth)) return false;
      at<uint32_t>(data, field.offset) = truth ? 1 : 0;
      return true;
    case Kind::method:
      return read_method(state, value, field.name, at<uint32_t>(data, field.offset));
    case Kind::outcome: return read_outcome(state, field, value, data);
    case Kind::deadline:
      at<int64_t>(data, field.offset) = state.largest;
      if (value == Py_None) return true;
      return read_duration(state, value, field.name, at<int64_t>(data, field.offset));
    case Kind::duration:
      return read_duration(state, value, field.name, at<int64_t>(data, field.offset));
    case Kind::ratio: return read_ratio(value, field.name, at<uint32_t>(data, field.offset));
    case Kind::statuses:
      return read_statuses(state, value, field.name, at<oncemore_status_set>(data, field.offset));
    case Kind::failures:
      return read_failures(state, value, field.name, at<uint32_t>(data, field.offset));
    case Kind::retry_after:
      at<oncemore_retry_after>(data, field.offset) = {0, ONCEMORE_RETRY_AFTER_KIND_ABSENT, 0};
      return value == Py_None || read_struct(state, Type::retry_after, field, value, data);
    case Kind::wait: return read_wait(state, field, value, data);
    case Kind::malformed: return read_malformed(field, value, data);
    case Kind::trail: return read_struct(state, Type::trail, field, value, data);
    case Kind::part: {
      auto const part = static_cast<Type>(field.more);
      if (!check_type(state, part, value, field.name)) return false;
      copy_part(part, data, data_of(value));
      return true;
    }
  }
  return false;
}

PyObject* write_part(State const& state, Type part, void* policy) {
  oncemore_policy alone;
  init(state, part, &alone);
  copy_part(part, &alone, policy);
  return make(state, part, &alone);
}

PyObject* write_outcome(State const& state, Field const& field, void* data) {
  uint32_t const failure = at<uint32_t>(data, field.more);
  if (failure != ONCEMORE_FAILURE_NONE) return write_enum(state, Enum::failure, failure);
  return PyLong_FromLong(at<int32_t>(data, field.offset));
}

PyObject* write_field(State const& state, Field const& field, void* data) {
  switch (field.kind) {
    case Kind::u32: return PyLong_FromUnsignedLong(at<uint32_t>(data, field.offset));
    case Kind::i32: return PyLong_FromLong(at<int32_t>(data, field.offset));
    case Kind::bits: return PyBool_FromLong((at<uint32_t>(data, field.offset) & field.more) != 0);
    case Kind::enum16:
      return write_enum(state, static_cast<Enum>(field.more), at<uint16_t>(data, field.offset));
    case Kind::enum32:
      return write_enum(state, static_cast<Enum>(field.more), at<uint32_t>(data, field.offset));
    case Kind::truth: return PyBool_FromLong(at<uint32_t>(data, field.offset) != 0);
    case Kind::method: return write_enum(state, Enum::method, at<uint32_t>(data, field.offset));
    case Kind::outcome: return write_outcome(state, field, data);
    case Kind::deadline:
      if (at<int64_t>(data, field.offset) == state.largest) Py_RETURN_NONE;
      return write_duration(state, at<int64_t>(data, field.offset));
    case Kind::duration: return write_duration(state, at<int64_t>(data, field.offset));
    case Kind::ratio: return PyFloat_FromDouble(at<uint32_t>(data, field.offset) / 1000.0);
    case Kind::statuses: return write_statuses(state, at<oncemore_status_set>(data, field.offset));
    case Kind::failures: return write_failures(state, at<uint32_t>(data, field.offset));
    case Kind::retry_after: return make(state, Type::retry_after, &at<char>(data, field.offset));
    case Kind::wait:
      if (static_cast<oncemore_retry_after*>(data)->kind != ONCEMORE_RETRY_AFTER_KIND_WAIT) {
        Py_RETURN_NONE;
      }
      return write_duration(state, at<int64_t>(data, field.offset));
    case Kind::malformed:
      return PyBool_FromLong(at<uint32_t>(data, field.offset) ==
                             ONCEMORE_RETRY_AFTER_KIND_MALFORMED);
    case Kind::trail: return make(state, Type::trail, &at<char>(data, field.offset));
    case Kind::part: return write_part(state, static_cast<Type>(field.more), data);
  }
  return nullptr;
}

/// As an argument that a repr shows: durations are seconds there.
PyObject* shown_field(State const& state, Field const& field, void* data) {
  bool const duration =
      field.kind == Kind::duration || field.kind == Kind::deadline || field.kind == Kind::wait;
  Ref value(write_field(state, field, data));
  if (!value || !duration || value.get() == Py_None) return value.release();
  return write_seconds(at<int64_t>(data, field.offset));
}

PyObject* get_field(PyObject* self, void* closure) {
  return write_field(state_of_type(self), *static_cast<Field const*>(closure), data_of(self));
}

// ---- What is asked of an object besides its fields ----------------------------------------------

PyObject* get_retry(PyObject* self, void*) {
  return PyBool_FromLong(as<oncemore_decision>(self).verdict == ONCEMORE_VERDICT_RETRY);
}
PyObject* get_follow(PyObject* self, void*) {
  return PyBool_FromLong(as<oncemore_hop_decision>(self).verdict == ONCEMORE_VERDICT_FOLLOW);
}
PyObject* get_kind(PyObject* self, void*) {
  return write_enum(state_of_type(self), Enum::retry_after_kind,
                    as<oncemore_retry_after>(self).kind);
}
PyObject* get_wait_seconds(PyObject* self, void*) {
  oncemore_retry_after const& retry_after = as<oncemore_retry_after>(self);
  if (retry_after.kind != ONCEMORE_RETRY_AFTER_KIND_WAIT) Py_RETURN_NONE;
  return write_seconds(retry_after.wait_ms);
}
/// Seconds of a duration whose field is the closure.
PyObject* get_seconds(PyObject* self, void* closure) {
  Field const& field = *static_cast<Field const*>(closure);
  return write_seconds(at<int64_t>(data_of(self), field.offset));
}

void* closure_of(Field const& field) { return const_cast<Field*>(&field); }

template <unsigned count> struct Getters { PyGetSetDef list[count + 1]; };

template <unsigned count, unsigned more>
Getters<count + more> getters(Field const (&fields)[count], PyGetSetDef const (&others)[more]) {
  Getters<count + more> all{};
  for (unsigned i = 0; i < count; ++i) {
    all.list[i] = {fields[i].name, get_field, nullptr, fields[i].doc, closure_of(fields[i])};
  }
  for (unsigned i = 0; i < more; ++i) all.list[count + i] = others[i];
  return all;
}
template <unsigned count> Getters<count> getters(Field const (&fields)[count]) {
  Getters<count> all{};
  for (unsigned i = 0; i < count; ++i) {
    all.list[i] = {fields[i].name, get_field, nullptr, fields[i].doc, closure_of(fields[i])};
  }
  return all;
}

auto backoff_getters = getters(backoff_fields);
auto server_wait_getters = getters(server_wait_fields);
auto policy_getters = getters(policy_fields);
auto trail_getters = getters(trail_fields);
auto attempt_getters = getters(attempt_fields);
auto hop_getters = getters(hop_fields);
auto retry_after_getters =
    getters(retry_after_fields, {{"kind", get_kind, nullptr, "ABSENT, MALFORMED or WAIT.", nullptr},
                                 {"wait_seconds", get_wait_seconds, nullptr,
                                  "`wait` as seconds in a float, or None.", nullptr}});
auto decision_getters = getters(
    decision_fields,
    {{"retry", get_retry, nullptr, "Whether to wait for `delay` and send once more.", nullptr},
     {"delay_seconds", get_seconds, nullptr, "`delay` as seconds in a float, for time.sleep().",
      closure_of(decision_fields[2])}});
auto hop_decision_getters =
    getters(hop_decision_fields,
            {{"follow", get_follow, nullptr, "Whether to wait for `delay` and follow.", nullptr},
             {"delay_seconds", get_seconds, nullptr, "`delay` as seconds in a float.",
              closure_of(hop_decision_fields[2])}});
auto delay_range_getters = getters(
    delay_range_fields, {{"low_seconds", get_seconds, nullptr, "`low` as seconds in a float.",
                          closure_of(delay_range_fields[0])},
                         {"high_seconds", get_seconds, nullptr, "`high` as seconds in a float.",
                          closure_of(delay_range_fields[1])}});

// ---- An object ----------------------------------------------------------------------------------

Type type_named_by(State const& state, PyTypeObject* type) {
  unsigned which = 0;
  while (state.types[which] != reinterpret_cast<PyObject*>(type)) ++which;
  return static_cast<Type>(which);
}
Type type_of_object(State const& state, PyObject* object) {
  return type_named_by(state, Py_TYPE(object));
}

/// Sets the fields that are named in a dict, which may be null.
bool set_fields(State& state, Type which, void* data, PyObject* keywords) {
  PyObject* keyword = nullptr;
  PyObject* value = nullptr;
  Py_ssize_t position = 0;
  unsigned first = 0;
  while (keywords != nullptr && PyDict_Next(keywords, &position, &keyword, &value) != 0) {
    // Owned for a moment, since a caller's own __index__() may change a dict that is the caller's.
    Py_INCREF(keyword);
    Py_INCREF(value);
    Ref const name(keyword);
    Ref const given(value);
    if (!set_field(state, which, data, name.get(), given.get(), first)) return false;
  }
  return true;
}

PyObject* new_object(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  State& state = *static_cast<State*>(PyType_GetModuleState(type));
  Type const which = type_named_by(state, type);
  if (PyTuple_Size(args) != 0) {
    return PyErr_Format(PyExc_TypeError, "%s() takes keyword arguments only", shape_of(which).name);
  }
  alignas(8) char data[largest_size];
  init(state, which, data);
  return set_fields(state, which, data, keywords) ? make(state, which, data) : nullptr;
}

void deallocate(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  PyObject_Free(self);
  Py_DECREF(reinterpret_cast<PyObject*>(type));
}

PyObject* compare(PyObject* self, PyObject* other, int operation) {
  if (Py_TYPE(self) != Py_TYPE(other) || (operation != Py_EQ && operation != Py_NE)) {
    Py_RETURN_NOTIMPLEMENTED;
  }
  unsigned const size = shape_of(type_of_object(state_of_type(self), self)).size;
  bool const equal = memcmp(data_of(self), data_of(other), size) == 0;
  return PyBool_FromLong(equal == (operation == Py_EQ));
}

/// FNV-1a over the struct, which has no padding, and the type.
Py_hash_t hash(PyObject* self) {
  Type const which = type_of_object(state_of_type(self), self);
  uint64_t mixed = 0xcbf29ce484222325U ^ static_cast<unsigned>(which);
  auto const* const octets = static_cast<unsigned char const*>(data_of(self));
  for (unsigned i = 0; i < shape_of(which).size; ++i) {
    mixed = (mixed ^ octets[i]) * 0x100000001b3U;
  }
  auto const result = static_cast<Py_hash_t>(mixed ^ mixed >> 32);
  return result == -1 ? -2 : result;
}

/// Policy(max_attempts=3): what makes an equal object. What has its default is left out, but for
/// answers, of which nothing is.
PyObject* represent(PyObject* self) {
  State const& state = state_of_type(self);
  Type const which = type_of_object(state, self);
  Shape const& own = shape_of(which);
  alignas(8) char defaults[largest_size];
  init(state, which, defaults);
  Ref text(PyUnicode_FromFormat("%s(", own.name));
  char const* separator = "";
  for (unsigned i = 0; text && i < own.field_count; ++i) {
    Ref const value(write_field(state, own.fields[i], data_of(self)));
    Ref const shown(shown_field(state, own.fields[i], data_of(self)));
    Ref const usual(write_field(state, own.fields[i], defaults));
    if (!value || !shown || !usual) return nullptr;
    int const same =
        which < Type::decision ? PyObject_RichCompareBool(value.get(), usual.get(), Py_EQ) : 0;
    if (same < 0) return nullptr;
    if (same > 0) continue;
    text.take(
        PyUnicode_FromFormat("%U%s%s=%R", text.get(), separator, own.fields[i].name, shown.get()));
    separator = ", ";
  }
  return text ? PyUnicode_FromFormat("%U)", text.get()) : nullptr;
}

PyObject* reduce(PyObject* self, PyObject*) {
  State const& state = state_of_type(self);
  Type const which = type_of_object(state, self);
  Ref const module(PyImport_ImportModule("oncemore._core"));
  if (!module) return nullptr;
  Ref const restore(PyObject_GetAttrString(module.get(), "_restore"));
  Ref const fields(PyDict_New());
  if (!restore || !fields) return nullptr;
  for (unsigned i = 0; i < shape_of(which).field_count; ++i) {
    Field const& field = shape_of(which).fields[i];
    Ref const value(write_field(state, field, data_of(self)));
    if (!value || PyDict_SetItemString(fields.get(), field.name, value.get()) != 0) return nullptr;
  }
  return Py_BuildValue("O(OO)", restore.get(), Py_TYPE(self), fields.get());
}

PyObject* itself(PyObject* self, PyObject*) {
  Py_INCREF(self);
  return self;
}

PyObject* replace(PyObject* self, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  State& state = state_of_type(self);
  Type const which = type_of_object(state, self);
  if (given != 0) {
    return PyErr_Format(PyExc_TypeError, "replace() takes keyword arguments only");
  }
  alignas(8) char data[largest_size];
  memcpy(data, data_of(self), shape_of(which).size);
  unsigned first = 0;
  Py_ssize_t const count = keywords != nullptr ? PyTuple_Size(keywords) : 0;
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (!set_field(state, which, data, PyTuple_GetItem(keywords, i), args[i], first)) {
      return nullptr;
    }
  }
  return make(state, which, data);
}

// ---- The types ----------------------------------------------------------------------------------

struct Class {
  char const* doc;
  PyGetSetDef* getters;
  PyMethodDef* methods;
};

PyMethodDef replaceable[] = {
    {"replace", fast(replace), METH_FASTCALL | METH_KEYWORDS,
     "replace($self, /, **changes)\n--\n\nA copy with some fields changed."},
    {"__replace__", fast(replace), METH_FASTCALL | METH_KEYWORDS,
     "__replace__($self, /, **changes)\n--\n\nFor copy.replace()."},
    {nullptr, nullptr, 0, nullptr},
};

PyMethodDef common[] = {
    {"__reduce__", reduce, METH_NOARGS, "__reduce__($self, /)\n--\n\nFor pickle."},
    {"__copy__", itself, METH_NOARGS, "__copy__($self, /)\n--\n\nItself: it cannot change."},
    {"__deepcopy__", itself, METH_O, "__deepcopy__($self, memo, /)\n--\n\nItself."},
    {nullptr, nullptr, 0, nullptr},
};

// The Python methods that a type has besides those above are in functions.cpp.
constexpr unsigned most_methods = 12;
PyMethodDef all_methods[type_count][most_methods];

Class const classes[type_count] = {
    {"Backoff(*, initial=..., cap=..., floor=..., multiplier=..., jitter=..., spread=..., "
     "spread_time=...)\n--\n\n"
     "The client's own delay: a ceiling that grows from `initial` to `cap`, and a jitter.",
     backoff_getters.list, nullptr},
    {"ServerWait(*, mode=..., over_cap=..., cap=..., spread=...)\n--\n\n"
     "What becomes of the wait that a server asks for with Retry-After.",
     server_wait_getters.list, nullptr},
    {"Policy(*, max_attempts=..., unrepeatable=..., redirect_proof=..., redirect_rewrite=..., "
     "max_redirects=..., failures=..., statuses=..., unprocessed=..., deadline=..., "
     "min_attempt_time=..., backoff=..., server_wait=...)\n--\n\n"
     "What the user configured. Every field has a default; validate() says whether a policy is\n"
     "valid, and a request is never sent again under one that is not.",
     policy_getters.list, nullptr},
    {"RetryAfter(*, wait=None, malformed=False)\n--\n\n"
     "What a Retry-After field says: nothing, as when it is absent; something malformed; a wait, "
     "0 included.",
     retry_after_getters.list, retry_after_methods},
    {"Trail(*, hops=0, moved=False, accepted=False, doubtful=False)\n--\n\n"
     "The hops that a client followed since a request was sent, as far as they decide. A call\n"
     "begins with Trail(); then followed() and sent_again() make the next one.",
     trail_getters.list, trail_methods},
    {"Attempt(*, number=1, method=..., outcome=0, repeatable=..., evidence=..., body=..., "
     "budget=..., server_says=..., elapsed=..., previous_delay=..., retry_after=..., "
     "redirects=..., budget_paid=0.0, hold=...)\n--\n\n"
     "The facts about the send that just ended, and the request that a retry would send.",
     attempt_getters.list, nullptr},
    {"Hop(*, status=0, method=..., has_location=False, body=..., retry_after=..., "
     "elapsed=...)\n--\n\n"
     "The facts about a response that may be a redirect.",
     hop_getters.list, nullptr},
    {"Decision(*, verdict=..., reason=..., delay=..., notes=...)\n--\n\n"
     "The answer of decide().",
     decision_getters.list, nullptr},
    {"HopDecision(*, verdict=..., reason=..., delay=..., method=..., body=...)\n--\n\n"
     "The answer of follow(). A stop keeps the method and drops nothing.",
     hop_decision_getters.list, nullptr},
    {"DelayRange(*, low=..., high=...)\n--\n\n"
     "A closed range of delays, in whole milliseconds.",
     delay_range_getters.list, delay_range_methods},
};

PyMethodDef* methods_of(unsigned which) {
  PyMethodDef* const list = all_methods[which];
  unsigned count = 0;
  // Of the two fields of a RetryAfter each says something of the other: it is made anew.
  bool const is_retry_after = static_cast<Type>(which) == Type::retry_after;
  PyMethodDef const* const sources[] = {is_retry_after ? nullptr : replaceable, common,
                                        classes[which].methods};
  for (PyMethodDef const* from : sources) {
    for (; from != nullptr && from->ml_name != nullptr; ++from) list[count++] = *from;
  }
  list[count] = {nullptr, nullptr, 0, nullptr};
  return list;
}

/// The names of a type's fields, for positional patterns and for finding keywords.
bool name_fields(State& state, unsigned which) {
  Shape const& own = shapes[which];
  Ref const names(PyTuple_New(static_cast<Py_ssize_t>(own.field_count)));
  if (!names) return false;
  for (unsigned i = 0; i < own.field_count; ++i) {
    PyObject* const name = PyUnicode_InternFromString(own.fields[i].name);
    if (name == nullptr) return false;
    state.fields[which][i] = name;
    Py_INCREF(name);
    PyTuple_SetItem(names.get(), static_cast<Py_ssize_t>(i), name);
  }
  return PyObject_SetAttrString(state.types[which], "__match_args__", names.get()) == 0;
}

/// What an object holds if no argument is given; all zero if the library has no word on it.
void set_defaults(State& state) {
  for (unsigned i = 0; i < type_count; ++i) {
    void* const data = state.defaults[i];
    switch (static_cast<Type>(i)) {
      case Type::backoff:
      case Type::server_wait:
      case Type::policy:
        oncemore_policy_init(static_cast<oncemore_policy*>(data), sizeof(oncemore_policy));
        break;
      case Type::attempt:
        oncemore_attempt_init(static_cast<oncemore_attempt*>(data), sizeof(oncemore_attempt));
        // In C a number that was forgotten is invalid; here a call begins with its first attempt.
        static_cast<oncemore_attempt*>(data)->number = 1;
        break;
      case Type::hop:
        oncemore_hop_init(static_cast<oncemore_hop*>(data), sizeof(oncemore_hop));
        break;
      default: break;
    }
  }
}

bool make_type(PyObject* module, State& state, unsigned which) {
  char full_name[40];
  PyOS_snprintf(full_name, sizeof full_name, "oncemore.%s", shapes[which].name);
  PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char*>(classes[which].doc)},
      {Py_tp_new, reinterpret_cast<void*>(new_object)},
      {Py_tp_dealloc, reinterpret_cast<void*>(deallocate)},
      {Py_tp_richcompare, reinterpret_cast<void*>(compare)},
      {Py_tp_hash, reinterpret_cast<void*>(hash)},
      {Py_tp_repr, reinterpret_cast<void*>(represent)},
      {Py_tp_getset, classes[which].getters},
      {Py_tp_methods, methods_of(which)},
      {0, nullptr},
  };
  PyType_Spec spec = {full_name, static_cast<int>(sizeof(PyObject) + shapes[which].size), 0,
                      Py_TPFLAGS_DEFAULT, slots};
  state.types[which] = PyType_FromModuleAndSpec(module, &spec, nullptr);
  return state.types[which] != nullptr && name_fields(state, which);
}

}  // namespace

void init(State const& state, Type which, void* data) {
  memcpy(data, state.defaults[static_cast<unsigned>(which)], shape_of(which).size);
}

PyObject* make(State const& state, Type which, void const* data) {
  PyObject* const object = PyObject_New(PyObject, type_of(state, which));
  if (object != nullptr) memcpy(data_of(object), data, shape_of(which).size);
  return object;
}

bool check_type(State const& state, Type which, PyObject* given, char const* argument) {
  if (Py_TYPE(given) == type_of(state, which)) return true;
  char const* const name = shape_of(which).name;
  char wanted[32];
  bool const vowel = which == Type::attempt;
  PyOS_snprintf(wanted, sizeof wanted, "%s %s", vowel ? "an" : "a", name);
  wrong_type(argument, wanted, given);
  return false;
}

void unexpected_keyword(char const* function, PyObject* keyword) {
  PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument %R", function, keyword);
}

bool set_field(State& state, Type which, void* data, PyObject* keyword, PyObject* value,
               unsigned& first) {
  Shape const& own = shape_of(which);
  PyObject* const* const names = state.fields[static_cast<unsigned>(which)];
  for (unsigned i = first; i < own.field_count; ++i) {
    if (names[i] == keyword) {
      first = i + 1;
      return read_field(state, own.fields[i], value, data);
    }
  }
  // Not in the order of the fields, or a keyword that was never interned.
  for (unsigned i = 0; i < own.field_count; ++i) {
    if (names[i] == keyword || PyUnicode_Compare(names[i], keyword) == 0) {
      return read_field(state, own.fields[i], value, data);
    }
  }
  if (!PyErr_Occurred()) unexpected_keyword(own.name, keyword);
  return false;
}

bool make_types(PyObject* module, State& state) {
  set_defaults(state);
  for (unsigned i = 0; i < type_count; ++i) {
    if (!make_type(module, state, i)) return false;
    if (PyModule_AddObjectRef(module, shapes[i].name, state.types[i]) != 0) return false;
  }
  return true;
}

}  // namespace border
