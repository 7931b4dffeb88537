// SPDX-License-Identifier: MIT
//
// oncemore._core: what is made when it is imported. Nothing changes after that, so its functions
// need no lock, and no GIL either.

#include "border.hpp"

namespace border { namespace {

constexpr char const* name_texts[name_count] = {
    "days", "seconds", "microseconds", "utcoffset", "__ceil__", "__floor__", "_bits"};

/// How many values a Python enumeration must know: all that the library names, of flags every sum.
uint32_t values_of(Enum which) {
  bool const flags = which == Enum::note || which == Enum::trail_flag;
  uint32_t next = flags ? 1 : 0;
  while (enumerator_name(which, next) != nullptr) next = flags ? next * 2 : next + 1;
  return next;
}

bool take_enum(PyObject* enums, unsigned which, Members& enumeration) {
  enumeration.type = PyObject_GetAttrString(enums, enum_names[which]);
  if (enumeration.type == nullptr) return false;
  uint32_t const count = values_of(static_cast<Enum>(which));
  if (count > most_members) {
    PyErr_Format(PyExc_SystemError, "oncemore: %s has too many members", enum_names[which]);
    return false;
  }
  for (; enumeration.count < count; ++enumeration.count) {
    PyObject* const member =
        PyObject_CallFunction(enumeration.type, "k", static_cast<unsigned long>(enumeration.count));
    if (member == nullptr) return false;
    enumeration.member[enumeration.count] = member;
  }
  return true;
}

bool take_enums(State& state) {
  Ref const enums(PyImport_ImportModule("oncemore._enums"));
  if (!enums) return false;
  for (unsigned i = 0; i < enum_count; ++i) {
    if (!take_enum(enums.get(), i, state.enums[i])) return false;
  }
  return true;
}

bool take_sets(State& state) {
  Ref const sets(PyImport_ImportModule("oncemore._sets"));
  if (!sets) return false;
  state.status_set = PyObject_GetAttrString(sets.get(), "StatusSet");
  state.failure_set = PyObject_GetAttrString(sets.get(), "FailureSet");
  return state.status_set != nullptr && state.failure_set != nullptr;
}

bool take_datetime(State& state) {
  Ref const module(PyImport_ImportModule("datetime"));
  if (!module) return false;
  state.timedelta = PyObject_GetAttrString(module.get(), "timedelta");
  state.datetime = PyObject_GetAttrString(module.get(), "datetime");
  Ref const timezone(PyObject_GetAttrString(module.get(), "timezone"));
  if (state.timedelta == nullptr || state.datetime == nullptr || !timezone) return false;
  Ref const utc(PyObject_GetAttrString(timezone.get(), "utc"));
  if (!utc) return false;
  state.epoch =
      PyObject_CallFunction(state.datetime, "iiiiiiiO", 1970, 1, 1, 0, 0, 0, 0, utc.get());
  return state.epoch != nullptr;
}

bool add_constants(PyObject* module) {
  Ref const largest(PyLong_FromUnsignedLong(oncemore_attempts_from_retries(UINT32_MAX)));
  return largest && PyModule_AddObjectRef(module, "UNLIMITED", largest.get()) == 0 &&
         PyModule_AddStringConstant(module, "__version__", oncemore_version()) == 0;
}

int execute(PyObject* module) {
  State& state = state_of(module);
  oncemore_policy defaults;
  oncemore_policy_init(&defaults, sizeof defaults);
  state.largest = defaults.deadline_ms;  // none, which is the largest duration
  for (unsigned i = 0; i < name_count; ++i) {
    state.names[i] = PyUnicode_InternFromString(name_texts[i]);
    if (state.names[i] == nullptr) return -1;
  }
  bool const made = take_datetime(state) && take_enums(state) && take_sets(state) &&
                    make_types(module, state) && add_constants(module);
  return made ? 0 : -1;
}

/// Calls `visit` for every reference that the state holds.
template <class Visit> int each(State& state, Visit visit) {
  for (Members& enumeration : state.enums) {
    if (int const result = visit(enumeration.type)) return result;
    for (PyObject*& member : enumeration.member) {
      if (int const result = visit(member)) return result;
    }
  }
  for (PyObject*& type : state.types) {
    if (int const result = visit(type)) return result;
  }
  for (auto& names : state.fields) {
    for (PyObject*& name : names) {
      if (int const result = visit(name)) return result;
    }
  }
  for (PyObject*& name : state.names) {
    if (int const result = visit(name)) return result;
  }
  PyObject** const others[] = {&state.timedelta, &state.datetime, &state.epoch, &state.status_set,
                               &state.failure_set};
  for (PyObject** object : others) {
    if (int const result = visit(*object)) return result;
  }
  return 0;
}

int traverse(PyObject* module, visitproc visit, void* argument) {
  void* const state = PyModule_GetState(module);
  if (state == nullptr) return 0;
  return each(*static_cast<State*>(state),
              [&](PyObject* object) { return object != nullptr ? visit(object, argument) : 0; });
}

int clear(PyObject* module) {
  void* const state = PyModule_GetState(module);
  if (state == nullptr) return 0;
  return each(*static_cast<State*>(state), [](PyObject*& object) {
    PyObject* const old = object;
    object = nullptr;
    Py_XDECREF(old);
    return 0;
  });
}

void release(void* module) { clear(static_cast<PyObject*>(module)); }

PyModuleDef_Slot slots[] = {
    {Py_mod_exec, reinterpret_cast<void*>(execute)},
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "oncemore._core",
    "The border between Python and the library: see the package oncemore.",
    sizeof(State),
    functions,
    slots,
    traverse,
    clear,
    release,
};

}}  // namespace border

PyMODINIT_FUNC PyInit__core(void) { return PyModuleDef_Init(&border::definition); }
