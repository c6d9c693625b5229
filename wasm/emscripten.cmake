# The toolchain file of the WebAssembly build. Takes whichever Emscripten is first on PATH: Debian's
# package or an activated emsdk.
find_program(EM_CONFIG em-config)
if(NOT EM_CONFIG)
  message(FATAL_ERROR "Emscripten is missing: em-config is not on PATH "
                      "(Debian: apt-get install emscripten; elsewhere: an activated emsdk)")
endif()
execute_process(COMMAND ${EM_CONFIG} EMSCRIPTEN_ROOT OUTPUT_VARIABLE emscripten_root
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
include(${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake)

# Debian keeps acorn, which the link step needs, where only Debian's own Node looks for it.
if(NOT EXISTS ${emscripten_root}/node_modules/acorn AND EXISTS /usr/share/nodejs/acorn)
  set(CMAKE_CXX_LINKER_LAUNCHER "${CMAKE_COMMAND};-E;env;NODE_PATH=/usr/share/nodejs")
endif()
