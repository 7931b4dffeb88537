// SPDX-License-Identifier: MIT
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>
#include <stdint.h>

#include "core.hpp"

// Between Python and C: what a Python argument becomes, and what becomes of an answer. No rule is
// decided here. Functions that fail set a Python exception and return false, -1 or a null pointer.
namespace border {

/// A reference that is given up at the end of its scope.
class Ref {
 public:
  Ref() = default;
  explicit Ref(PyObject* owned) : object_(owned) {}
  Ref(Ref&& other) noexcept : object_(other.release()) {}
  Ref(Ref const&) = delete;
  Ref& operator=(Ref const&) = delete;
  Ref& operator=(Ref&&) = delete;
  ~Ref() { Py_XDECREF(object_); }

  [[nodiscard]] PyObject* get() const { return object_; }
  void take(PyObject* owned) {
    Py_XDECREF(object_);
    object_ = owned;
  }
  [[nodiscard]] PyObject* release() {
    PyObject* const object = object_;
    object_ = nullptr;
    return object;
  }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  PyObject* object_ = nullptr;
};

// ---- What the module holds ----------------------------------------------------------------------

/// The enumerations, each a Python class of the module _enums.
enum class Enum : unsigned char {
  verdict,
  reason,
  note,
  next_method,
  next_body,
  method,
  failure,
  evidence,
  repeatable,
  body,
  budget,
  server_says,
  retry_after_kind,
  trail_flag,
  unrepeatable,
  redirect_proof,
  redirect_rewrite,
  jitter,
  server_wait_mode,
  over_cap,
  grammar,
  policy_error,
  convention,
};
inline constexpr unsigned enum_count = 23;

/// The types, each a struct of the C ABI in a Python object.
enum class Type : unsigned char {
  backoff,
  server_wait,
  policy,
  retry_after,
  trail,
  attempt,
  hop,
  decision,
  hop_decision,
  delay_range,
};
inline constexpr unsigned type_count = 10;

inline constexpr unsigned most_members = 48;
inline constexpr unsigned most_fields = 16;
inline constexpr unsigned largest_size = sizeof(oncemore_policy);

struct Members {
  PyObject* type;
  PyObject* member[most_members];  // by value
  uint32_t count;
};

/// Attribute names, made once.
enum class Name : unsigned char { days, seconds, microseconds, utcoffset, ceil, floor, bits };
inline constexpr unsigned name_count = 7;

struct State {
  Members enums[enum_count];
  PyObject* types[type_count];
  PyObject* fields[type_count][most_fields];  // their names
  PyObject* names[name_count];
  PyObject* timedelta;
  PyObject* datetime;
  PyObject* epoch;  // 1970-01-01T00:00:00Z
  PyObject* status_set;
  PyObject* failure_set;
  int64_t largest;  // the largest duration, in milliseconds
  alignas(8) char defaults[type_count][largest_size];
};

inline State& state_of(PyObject* module) { return *static_cast<State*>(PyModule_GetState(module)); }
/// The state that belongs to an object of one of our types, none of which can be subclassed.
inline State& state_of_type(PyObject* object) {
  return *static_cast<State*>(PyType_GetModuleState(Py_TYPE(object)));
}

inline Members const& members(State const& state, Enum which) {
  return state.enums[static_cast<unsigned>(which)];
}
inline PyObject* name(State const& state, Name which) {
  return state.names[static_cast<unsigned>(which)];
}
inline PyTypeObject* type_of(State const& state, Type which) {
  return reinterpret_cast<PyTypeObject*>(state.types[static_cast<unsigned>(which)]);
}

/// What the enumerations are called in Python, by Enum.
extern char const* const enum_names[enum_count];

/// The library's name of an enumerator; null for a number that names none.
char const* enumerator_name(Enum which, uint32_t value);

// ---- Numbers, texts, durations (convert.cpp) ----------------------------------------------------

/// Sets a TypeError that names the argument: "number must be an int, not str".
void wrong_type(char const* argument, char const* wanted, PyObject* given);

bool read_u32(PyObject* given, char const* argument, uint32_t& number);
bool read_u64(PyObject* given, char const* argument, uint64_t& number);
bool read_i32(PyObject* given, char const* argument, int32_t& number);
bool read_i64(PyObject* given, char const* argument, int64_t& number);
/// An int that is none of ours to convert is left alone: false without an exception.
bool is_integer(PyObject* given);
bool read_bool(PyObject* given, char const* argument, bool& truth);

/// A timedelta or a number of seconds. Seconds in a float are rounded to the nearest microsecond;
/// what is finer than a millisecond is rounded up.
bool read_duration(State const& state, PyObject* given, char const* argument, int64_t& ms);
PyObject* write_duration(State const& state, int64_t ms);
PyObject* write_seconds(int64_t ms);

/// An aware datetime or a number of seconds since 1970, rounded down to the millisecond.
bool read_instant(State const& state, PyObject* given, char const* argument, int64_t& ms);

/// A number, to the nearest thousandth.
bool read_ratio(PyObject* given, char const* argument, uint32_t& thousandths);

bool read_enum(State const& state, Enum which, PyObject* given, char const* argument,
               uint32_t& value);
PyObject* write_enum(State const& state, Enum which, uint32_t value);
bool read_method(State const& state, PyObject* given, char const* argument, uint32_t& method);

/// The octets of a str, a bytes or None (null), borrowed from what is given or from `room`.
struct Octets {
  char const* data = nullptr;
  size_t size = 0;
  Ref room{};
};
bool read_octets(PyObject* given, char const* argument, Octets& octets);
/// The same of a method: a Method is its token.
bool read_token(State const& state, PyObject* given, char const* argument, Octets& octets);

bool read_statuses(State const& state, PyObject* given, char const* argument,
                   oncemore_status_set& set);
bool read_failures(State const& state, PyObject* given, char const* argument,
                   oncemore_failure_set& set);
PyObject* write_statuses(State const& state, oncemore_status_set const& set);
PyObject* write_failures(State const& state, oncemore_failure_set set);

// ---- The types (values.cpp) ---------------------------------------------------------------------

/// The struct in an object of one of our types.
inline void* data_of(PyObject* object) {
  return reinterpret_cast<char*>(object) + sizeof(PyObject);
}
template <class Struct> Struct& as(PyObject* object) {
  return *static_cast<Struct*>(data_of(object));
}

/// A new object with a copy of `data`.
PyObject* make(State const& state, Type which, void const* data);

/// Writes the default of a type.
void init(State const& state, Type which, void* data);

/// Sets fields of a struct from keyword arguments. `first` is where to begin to look for the name.
bool set_field(State& state, Type which, void* data, PyObject* keyword, PyObject* value,
               unsigned& first);

/// Sets a TypeError for a keyword that no function has.
void unexpected_keyword(char const* function, PyObject* keyword);

bool check_type(State const& state, Type which, PyObject* given, char const* argument);

bool make_types(PyObject* module, State& state);

/// A function that takes its arguments in an array, as a PyMethodDef holds it.
using Fast = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);
inline PyCFunction fast(Fast function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

// ---- The functions (functions.cpp) --------------------------------------------------------------

/// Arguments by position or by name into `values`, which holds as many as there are names; null for
/// one that is left out. The first `required` may not be.
bool take_arguments(char const* function, char const* const* names, unsigned count,
                    unsigned required, PyObject* const* args, Py_ssize_t given, PyObject* keywords,
                    PyObject** values);

extern PyMethodDef functions[];
extern PyMethodDef trail_methods[];
extern PyMethodDef retry_after_methods[];
extern PyMethodDef delay_range_methods[];

}  // namespace border
