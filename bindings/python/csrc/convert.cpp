// SPDX-License-Identifier: MIT

#include <math.h>
#include <string.h>

#include "border.hpp"

namespace border {
namespace {

constexpr int64_t us_per_ms = 1000;
constexpr int64_t ms_per_second = 1000;
constexpr int64_t ms_per_day = 86400000;
constexpr long long days_of_a_timedelta = 999999999;

int64_t clamped(int64_t ms, int64_t largest) {
  if (ms > largest) return largest;
  return ms < -largest ? -largest : ms;
}

/// `a` / `b` rounded towards minus infinity, for a positive `b`.
int64_t floor_divided(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

/// Anything that is an int or, like an integer of NumPy, stands for one: as an int.
Ref index_of(PyObject* given) {
  if (PyBool_Check(given) || !PyIndex_Check(given)) return Ref();
  return Ref(PyNumber_Index(given));
}

/// An int as a long long, `overflow` being its sign if it is too large.
bool read_integer(PyObject* given, char const* argument, long long& number, int& overflow) {
  if (PyLong_CheckExact(given)) {
    number = PyLong_AsLongLongAndOverflow(given, &overflow);
    return true;  // of an int it can only overflow
  }
  Ref const index = index_of(given);
  if (!index) {
    if (!PyErr_Occurred()) wrong_type(argument, "an int", given);
    return false;
  }
  number = PyLong_AsLongLongAndOverflow(index.get(), &overflow);
  return true;
}

bool out_of_range(char const* argument, char const* range, PyObject* given) {
  PyErr_Format(PyExc_OverflowError, "%s must be from %s, not %R", argument, range, given);
  return false;
}

bool not_finite(char const* argument, char const* wanted, PyObject* given) {
  PyErr_Format(PyExc_ValueError, "%s must be %s, not %R", argument, wanted, given);
  return false;
}

/// One of the numbers in a timedelta.
bool part_of(State const& state, PyObject* timedelta, Name which, char const* argument,
             long long most, long long& number) {
  Ref const part(PyObject_GetAttr(timedelta, name(state, which)));
  if (!part) return false;
  int overflow = 0;
  if (!read_integer(part.get(), argument, number, overflow)) return false;
  if (overflow == 0 && number <= most && number >= -most) return true;
  return out_of_range(argument, "what a timedelta can be", timedelta);
}

/// The whole milliseconds and the microseconds behind them, 0 to 999, of a timedelta.
bool read_timedelta(State const& state, PyObject* given, char const* argument, int64_t& ms,
                    int64_t& us) {
  long long days = 0;
  long long seconds = 0;
  long long microseconds = 0;
  bool const read =
      part_of(state, given, Name::days, argument, days_of_a_timedelta, days) &&
      part_of(state, given, Name::seconds, argument, days_of_a_timedelta, seconds) &&
      part_of(state, given, Name::microseconds, argument, days_of_a_timedelta, microseconds);
  if (!read) return false;
  int64_t const whole = floor_divided(microseconds, us_per_ms);
  ms = days * ms_per_day + seconds * ms_per_second + whole;
  us = microseconds - whole * us_per_ms;
  return true;
}

/// Seconds in a float, to the nearest microsecond, ties to even as in timedelta(seconds=...). The
/// number is finite and below 2^63 milliseconds.
void split_seconds(double seconds, int64_t& ms, int64_t& us) {
  double whole = 0;
  double const fraction = modf(seconds, &whole);
  auto const microseconds = static_cast<int64_t>(nearbyint(fraction * 1e6));
  int64_t const within = floor_divided(microseconds, us_per_ms);
  ms = static_cast<int64_t>(whole) * ms_per_second + within;
  us = microseconds - within * us_per_ms;
}

/// `given` x 1000 of an exact number that is no int, such as a Fraction or a Decimal, rounded by
/// `rounding`, as an int; `unlike` says that it is not finite, and no exception is set.
Ref rounded_thousandfold(State const& state, PyObject* given, Name rounding, bool& unlike) {
  Ref const thousand(PyLong_FromLong(1000));
  if (!thousand) return Ref();
  Ref const product(PyNumber_Multiply(given, thousand.get()));
  Ref whole(product ? PyObject_CallMethodObjArgs(product.get(), name(state, rounding), nullptr)
                    : nullptr);
  unlike = !whole && (PyErr_ExceptionMatches(PyExc_ValueError) != 0 ||
                      PyErr_ExceptionMatches(PyExc_ArithmeticError) != 0);
  if (unlike) PyErr_Clear();
  return whole;
}

/// The float that an exact number which is not finite stands for; NaN if for none.
Ref not_finite_float(PyObject* given) {
  double const number = PyFloat_AsDouble(given);
  if (PyErr_Occurred() == nullptr) return Ref(PyFloat_FromDouble(number));
  PyErr_Clear();
  return Ref(PyFloat_FromDouble(NAN));
}

constexpr char const* duration_wanted = "a timedelta or a number of seconds";
constexpr char const* instant_wanted = "an aware datetime or a number of seconds since 1970";

bool is_exact_number(State const& state, PyObject* given, Name rounding) {
  return !PyUnicode_Check(given) && !PyBool_Check(given) &&
         PyObject_HasAttr(given, name(state, rounding)) != 0;
}

bool is_negative(PyObject* number, bool& negative) {
  Ref const zero(PyLong_FromLong(0));
  int const below = zero ? PyObject_RichCompareBool(number, zero.get(), Py_LT) : -1;
  negative = below == 1;
  return below != -1;
}

/// A float, or what says that it stands for one, but neither str, bytes nor bool.
bool as_double(PyObject* given, double& number) {
  if (PyBool_Check(given) || PyUnicode_Check(given)) return false;
  number = PyFloat_AsDouble(given);
  if (number != -1.0 || !PyErr_Occurred()) return true;
  if (PyErr_ExceptionMatches(PyExc_TypeError)) PyErr_Clear();
  return false;
}

}  // namespace

void wrong_type(char const* argument, char const* wanted, PyObject* given) {
  Ref const type_name(
      PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(given)), "__name__"));
  if (!type_name) return;
  PyErr_Format(PyExc_TypeError, "%s must be %s, not %S", argument, wanted, type_name.get());
}

// ---- Numbers ------------------------------------------------------------------------------------

bool is_integer(PyObject* given) {
  return PyLong_CheckExact(given) || (!PyBool_Check(given) && PyIndex_Check(given) != 0);
}

bool read_u32(PyObject* given, char const* argument, uint32_t& number) {
  long long value = 0;
  int overflow = 0;
  if (!read_integer(given, argument, value, overflow)) return false;
  if (overflow != 0 || value < 0 || value > UINT32_MAX) {
    return out_of_range(argument, "0 to 4294967295", given);
  }
  number = static_cast<uint32_t>(value);
  return true;
}

bool read_i32(PyObject* given, char const* argument, int32_t& number) {
  long long value = 0;
  int overflow = 0;
  if (!read_integer(given, argument, value, overflow)) return false;
  if (overflow != 0 || value < INT32_MIN || value > INT32_MAX) {
    return out_of_range(argument, "-2147483648 to 2147483647", given);
  }
  number = static_cast<int32_t>(value);
  return true;
}

bool read_i64(PyObject* given, char const* argument, int64_t& number) {
  long long value = 0;
  int overflow = 0;
  if (!read_integer(given, argument, value, overflow)) return false;
  if (overflow != 0) {
    return out_of_range(argument, "-9223372036854775808 to 9223372036854775807", given);
  }
  number = value;
  return true;
}

bool read_u64(PyObject* given, char const* argument, uint64_t& number) {
  if (!PyLong_CheckExact(given)) {
    Ref const index = index_of(given);
    if (index) return read_u64(index.get(), argument, number);
    if (!PyErr_Occurred()) wrong_type(argument, "an int", given);
    return false;
  }
  number = PyLong_AsUnsignedLongLong(given);
  if (number != static_cast<uint64_t>(-1) || !PyErr_Occurred()) return true;
  if (!PyErr_ExceptionMatches(PyExc_OverflowError)) return false;
  PyErr_Clear();
  return out_of_range(argument, "0 to 18446744073709551615", given);
}

bool read_bool(PyObject* given, char const* argument, bool& truth) {
  if (!PyBool_Check(given)) {
    wrong_type(argument, "a bool", given);
    return false;
  }
  truth = given == Py_True;
  return true;
}

bool read_ratio(PyObject* given, char const* argument, uint32_t& thousandths) {
  double ratio = 0;
  if (!as_double(given, ratio)) {
    if (!PyErr_Occurred()) {
      wrong_type(argument, "a number", given);
    } else if (PyErr_ExceptionMatches(PyExc_OverflowError)) {  // an int that no float can hold
      PyErr_Clear();
      out_of_range(argument, "0 to 4294967.295", given);
    }
    return false;
  }
  double const scaled = floor(ratio * 1000 + 0.5);
  if (isnan(scaled)) return not_finite(argument, "a number", given);
  if (scaled < 0 || scaled > UINT32_MAX) {
    return out_of_range(argument, "0 to 4294967.295", given);
  }
  thousandths = static_cast<uint32_t>(scaled);
  return true;
}

// ---- Durations and instants ---------------------------------------------------------------------

bool read_duration(State const& state, PyObject* given, char const* argument, int64_t& ms) {
  int64_t us = 0;
  bool negative = false;  // and stays so, however small it is: -1 us is -1 ms
  if (PyFloat_Check(given)) {
    double const seconds = PyFloat_AsDouble(given);
    if (isnan(seconds)) return not_finite(argument, "a number of seconds", given);
    auto const limit = static_cast<double>(state.largest / ms_per_second + 1);
    if (seconds >= limit || seconds <= -limit) {
      ms = seconds > 0 ? state.largest : -state.largest;
      return true;
    }
    negative = seconds < 0;
    split_seconds(seconds, ms, us);
  } else if (is_integer(given)) {
    long long seconds = 0;
    int overflow = 0;
    if (!read_integer(given, argument, seconds, overflow)) return false;
    int64_t const limit = state.largest / ms_per_second + 1;
    if (overflow != 0) seconds = overflow * limit;
    ms = clamped(seconds, limit) * ms_per_second;
  } else if (PyObject_TypeCheck(given, reinterpret_cast<PyTypeObject*>(state.timedelta))) {
    if (!read_timedelta(state, given, argument, ms, us)) return false;
    negative = ms < 0;
  } else if (is_exact_number(state, given, Name::ceil)) {
    bool unlike = false;
    Ref const whole = rounded_thousandfold(state, given, Name::ceil, unlike);
    if (unlike) {
      Ref const number = not_finite_float(given);
      return number && read_duration(state, number.get(), argument, ms);
    }
    if (!whole) return false;
    long long value = 0;
    int overflow = 0;
    if (!read_integer(whole.get(), argument, value, overflow)) return false;
    ms = overflow != 0 ? overflow * state.largest : value;
    if (!is_negative(given, negative)) return false;
  } else {
    double seconds = 0;
    if (!as_double(given, seconds)) {
      if (!PyErr_Occurred()) wrong_type(argument, duration_wanted, given);
      return false;
    }
    Ref const number(PyFloat_FromDouble(seconds));
    return number && read_duration(state, number.get(), argument, ms);
  }
  ms = clamped(ms + (us > 0 ? 1 : 0), state.largest);
  if (negative && ms == 0) ms = -1;
  return true;
}

PyObject* write_duration(State const& state, int64_t ms) {
  long long const us = ms * us_per_ms;
  return PyObject_CallFunction(state.timedelta, "iiL", 0, 0, us);
}

PyObject* write_seconds(int64_t ms) { return PyFloat_FromDouble(static_cast<double>(ms) / 1000); }

namespace {

bool read_datetime(State const& state, PyObject* given, char const* argument, int64_t& ms) {
  Ref const offset(PyObject_CallMethodObjArgs(given, name(state, Name::utcoffset), nullptr));
  if (!offset) return false;
  if (offset.get() == Py_None) {
    PyErr_Format(PyExc_ValueError,
                 "%s must be an aware datetime: a naive one does not say in which time zone it is",
                 argument);
    return false;
  }
  Ref const since(PyNumber_Subtract(given, state.epoch));
  if (!since) return false;
  if (!PyObject_TypeCheck(since.get(), reinterpret_cast<PyTypeObject*>(state.timedelta))) {
    wrong_type(argument, instant_wanted, given);
    return false;
  }
  int64_t us = 0;
  return read_timedelta(state, since.get(), argument, ms, us);
}

bool instant_out_of_range(char const* argument, PyObject* given) {
  return out_of_range(argument, "-9223372036854775.808 to 9223372036854775.807 seconds", given);
}

}  // namespace

bool read_instant(State const& state, PyObject* given, char const* argument, int64_t& ms) {
  long long value = 0;
  int overflow = 0;
  if (PyFloat_Check(given)) {
    double const seconds = PyFloat_AsDouble(given);
    if (isnan(seconds)) return not_finite(argument, "a number of seconds since 1970", given);
    constexpr double limit = 9.2233720368547e15;
    if (seconds > limit || seconds < -limit) return instant_out_of_range(argument, given);
    int64_t us = 0;
    split_seconds(seconds, ms, us);
    return true;
  }
  if (PyObject_TypeCheck(given, reinterpret_cast<PyTypeObject*>(state.datetime))) {
    return read_datetime(state, given, argument, ms);
  }
  if (is_integer(given)) {
    if (!read_integer(given, argument, value, overflow)) return false;
    if (overflow != 0 || value > INT64_MAX / ms_per_second || value < INT64_MIN / ms_per_second) {
      return instant_out_of_range(argument, given);
    }
    ms = value * ms_per_second;
    return true;
  }
  if (is_exact_number(state, given, Name::floor)) {
    bool unlike = false;
    Ref const whole = rounded_thousandfold(state, given, Name::floor, unlike);
    if (unlike) {
      Ref const number = not_finite_float(given);
      return number && read_instant(state, number.get(), argument, ms);
    }
    if (!whole || !read_integer(whole.get(), argument, value, overflow)) return false;
    if (overflow != 0) return instant_out_of_range(argument, given);
    ms = value;
    return true;
  }
  double seconds = 0;
  if (!as_double(given, seconds)) {
    if (!PyErr_Occurred()) wrong_type(argument, instant_wanted, given);
    return false;
  }
  Ref const number(PyFloat_FromDouble(seconds));
  return number && read_instant(state, number.get(), argument, ms);
}

// ---- Enumerations, methods, texts ---------------------------------------------------------------

char const* const enum_names[enum_count] = {
    "Verdict",        "Reason",    "Note",         "NextMethod",    "NextBody",        "Method",
    "Failure",        "Evidence",  "Repeatable",   "Body",          "BudgetAnswer",    "ServerSays",
    "RetryAfterKind", "TrailFlag", "Unrepeatable", "RedirectProof", "RedirectRewrite", "Jitter",
    "ServerWaitMode", "OverCap",   "Grammar",      "PolicyError",   "Convention",
};

char const* enumerator_name(Enum which, uint32_t value) {
  switch (which) {
    case Enum::verdict: return oncemore_verdict_name(value);
    case Enum::reason: return oncemore_reason_name(value);
    case Enum::note: return oncemore_note_name(value);
    case Enum::next_method: return oncemore_next_method_name(value);
    case Enum::next_body: return oncemore_next_body_name(value);
    case Enum::method: return oncemore_method_name(value);
    case Enum::failure: return oncemore_failure_name(value);
    case Enum::evidence: return oncemore_evidence_name(value);
    case Enum::repeatable: return oncemore_repeatable_name(value);
    case Enum::body: return oncemore_body_name(value);
    case Enum::budget: return oncemore_budget_answer_name(value);
    case Enum::server_says: return oncemore_server_says_name(value);
    case Enum::retry_after_kind: return oncemore_retry_after_kind_name(value);
    case Enum::trail_flag: return oncemore_trail_flag_name(value);
    case Enum::unrepeatable: return oncemore_unrepeatable_name(value);
    case Enum::redirect_proof: return oncemore_redirect_proof_name(value);
    case Enum::redirect_rewrite: return oncemore_redirect_rewrite_name(value);
    case Enum::jitter: return oncemore_jitter_name(value);
    case Enum::server_wait_mode: return oncemore_server_wait_mode_name(value);
    case Enum::over_cap: return oncemore_over_cap_name(value);
    case Enum::grammar: return oncemore_grammar_name(value);
    case Enum::policy_error: return oncemore_policy_error_name(value);
    case Enum::convention: return oncemore_convention_name(value);
  }
  return nullptr;
}

namespace {

/// Whether `given` is a member, and which.
bool find_member(Members const& enumeration, PyObject* given, uint32_t& value) {
  for (uint32_t i = 0; i < enumeration.count; ++i) {
    if (enumeration.member[i] == given) {
      value = i;
      return true;
    }
  }
  return false;
}

void wrong_enum(Members const& enumeration, char const* argument, char const* or_else,
                PyObject* given) {
  Ref const wanted(PyObject_GetAttrString(enumeration.type, "__name__"));
  Ref const type_name(
      PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(given)), "__name__"));
  if (!wanted || !type_name) return;
  PyErr_Format(PyExc_TypeError, "%s must be a member of %S%s, not %S", argument, wanted.get(),
               or_else, type_name.get());
}

}  // namespace

bool read_enum(State const& state, Enum which, PyObject* given, char const* argument,
               uint32_t& value) {
  Members const& enumeration = members(state, which);
  if (find_member(enumeration, given, value)) return true;
  wrong_enum(enumeration, argument, "", given);
  return false;
}

PyObject* write_enum(State const& state, Enum which, uint32_t value) {
  Members const& enumeration = members(state, which);
  if (value >= enumeration.count) {
    PyErr_Format(PyExc_SystemError, "oncemore: no enumerator has the number %lu",
                 static_cast<unsigned long>(value));
    return nullptr;
  }
  PyObject* const member = enumeration.member[value];
  Py_INCREF(member);
  return member;
}

bool read_method(State const& state, PyObject* given, char const* argument, uint32_t& method) {
  if (PyUnicode_Check(given) || PyBytes_Check(given)) {
    Octets token;
    if (!read_octets(given, argument, token)) return false;
    method = oncemore_parse_method(token.data, token.size);
    return true;
  }
  Members const& methods = members(state, Enum::method);
  if (find_member(methods, given, method)) return true;
  wrong_enum(methods, argument, " or a token", given);
  return false;
}

bool read_octets(PyObject* given, char const* argument, Octets& octets) {
  PyObject* bytes = given;
  if (given == Py_None) return true;
  if (PyUnicode_Check(given)) {
    Py_ssize_t size = 0;
    octets.data = PyUnicode_AsUTF8AndSize(given, &size);
    if (octets.data != nullptr) {
      octets.size = static_cast<size_t>(size);
      return true;
    }
    if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) return false;
    // Octets that nobody could decode, such as those in a header, are surrogates in a str.
    PyErr_Clear();
    bytes = PyUnicode_AsEncodedString(given, "utf-8", "surrogatepass");
    if (bytes == nullptr) return false;
  } else if (PyBytes_Check(given)) {
    Py_INCREF(bytes);
  } else {
    wrong_type(argument, "a str, a bytes or None", given);
    return false;
  }
  octets.room.take(bytes);
  char* data = nullptr;
  Py_ssize_t size = 0;
  if (PyBytes_AsStringAndSize(bytes, &data, &size) != 0) return false;
  octets.data = data;
  octets.size = static_cast<size_t>(size);
  return true;
}

bool read_token(State const& state, PyObject* given, char const* argument, Octets& octets) {
  uint32_t method = 0;
  if (find_member(members(state, Enum::method), given, method)) {
    octets.data = oncemore_method_name(method);
    octets.size = strlen(octets.data);
    return true;
  }
  if (given == Py_None || !(PyUnicode_Check(given) || PyBytes_Check(given))) {
    wrong_enum(members(state, Enum::method), argument, " or a token", given);
    return false;
  }
  return read_octets(given, argument, octets);
}

// ---- Sets ---------------------------------------------------------------------------------------

namespace {

/// The bits of a set of one of the classes in _sets, made of what is given if it is another
/// iterable.
bool read_set(State const& state, PyObject* set_class, PyObject* given, char const* argument,
              char const* wanted, void* bits, Py_ssize_t size) {
  if (reinterpret_cast<PyObject*>(Py_TYPE(given)) != set_class) {
    Ref converted(PyObject_CallFunctionObjArgs(set_class, given, nullptr));
    if (!converted) {
      if (PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear();
        wrong_type(argument, wanted, given);
      }
      return false;
    }
    return read_set(state, set_class, converted.get(), argument, wanted, bits, size);
  }
  Ref const attribute(PyObject_GetAttr(given, name(state, Name::bits)));
  if (!attribute) return false;
  if (!PyBytes_Check(attribute.get()) || PyBytes_Size(attribute.get()) != size) {
    wrong_type(argument, wanted, given);
    return false;
  }
  char const* const data = PyBytes_AsString(attribute.get());
  memcpy(bits, data, static_cast<size_t>(size));
  return true;
}

PyObject* write_set(PyObject* set_class, void const* bits, Py_ssize_t size) {
  return PyObject_CallMethod(set_class, "_of", "y#", static_cast<char const*>(bits), size);
}

}  // namespace

bool read_statuses(State const& state, PyObject* given, char const* argument,
                   oncemore_status_set& set) {
  return read_set(state, state.status_set, given, argument, "a set of statuses", &set, sizeof set);
}

bool read_failures(State const& state, PyObject* given, char const* argument,
                   oncemore_failure_set& set) {
  return read_set(state, state.failure_set, given, argument, "a set of members of Failure", &set,
                  sizeof set);
}

PyObject* write_statuses(State const& state, oncemore_status_set const& set) {
  return write_set(state.status_set, &set, sizeof set);
}

PyObject* write_failures(State const& state, oncemore_failure_set set) {
  return write_set(state.failure_set, &set, sizeof set);
}

}  // namespace border
