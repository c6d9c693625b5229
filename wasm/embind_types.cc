// The types of the facade's functions, as embind knows them. Stands in for the file of Emscripten
// that would tell it of strings, views, JavaScript values and some thirty numbers, each with code
// of its own in the glue. Only for Emscripten 3.1.6, whose two sides of embind this fits.
#include <emscripten/bind.h>
#include <emscripten/emscripten.h>
#include <string.h>

#include <limits>

namespace emscripten::internal {
namespace {

template <class T>
void Integer(const char* name) {
  using Limits = std::numeric_limits<T>;
  _embind_register_integer(TypeID<T>::get(), name, sizeof(T), Limits::min(), Limits::max());
}

}  // namespace

EMSCRIPTEN_BINDINGS(tlkv_types) {
  _embind_register_void(TypeID<void>::get(), "void");
  _embind_register_bool(TypeID<bool>::get(), "bool", sizeof(bool), true, false);
  Integer<int>("int");
  Integer<unsigned int>("unsigned int");
  Integer<unsigned long>("unsigned long");
  _embind_register_bigint(TypeID<uint64_t>::get(), "uint64_t", sizeof(uint64_t), 0, UINT64_MAX);
  _embind_register_float(TypeID<double>::get(), "double", sizeof(double));
}

}  // namespace emscripten::internal

// The name of a type that is not among them, for embind's error messages; it frees it.
extern "C" EMSCRIPTEN_KEEPALIVE char* __getTypeName(const void* /*type*/) { return strdup("?"); }
