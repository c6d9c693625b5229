# Installs a build of tlkv, moves what was installed, and builds and runs projects against it, outside this tree:
#
#     cmake -DSOURCE=<source tree> -DBUILD=<build tree> -P run.cmake
#
# C is linked by the C compiler alone, and nothing in the library asks for the C++ runtime. Every installed header is
# compiled alone, as C++20 or as C99.
string(RANDOM LENGTH 12 name)
if(DEFINED ENV{TMPDIR})
  set(work $ENV{TMPDIR}/tlkv-${name})
else()
  set(work /tmp/tlkv-${name})
endif()
file(MAKE_DIRECTORY ${work})

# Runs a command; its output goes to `output`. What fails ends the test.
macro(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${work} RESULT_VARIABLE code OUTPUT_VARIABLE output
                  ERROR_VARIABLE error OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT code EQUAL 0)
    file(REMOVE_RECURSE ${work})
    string(JOIN " " command ${ARGN})
    message(FATAL_ERROR "${command}\n${output}\n${error}\nended with ${code}")
  endif()
endmacro()

# Runs a program that must print `expected`.
function(expect expected)
  run(${ARGN})
  if(NOT output STREQUAL expected)
    file(REMOVE_RECURSE ${work})
    message(FATAL_ERROR "${ARGN} printed '${output}', not '${expected}'")
  endif()
  message("${ARGN}: ${output}")
endfunction()

function(cmake_project name language expected)
  run(${CMAKE_COMMAND} -G Ninja -S consumers/cmake -B ${name} -DLANGUAGE=${language} ${ARGN})
  run(${CMAKE_COMMAND} --build ${name} --parallel 2)
  expect("${expected}" ${name}/consumer)
endfunction()

file(COPY ${SOURCE}/tests/consumers DESTINATION ${work})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${work}/first)
file(RENAME ${work}/first ${work}/installed)

cmake_project(found-c C "C" -DCMAKE_PREFIX_PATH=${work}/installed)
cmake_project(found-cxx CXX "C++" -DCMAKE_PREFIX_PATH=${work}/installed)
cmake_project(inside CXX "C++" -DTLKV_SOURCE=${SOURCE})

file(GLOB_RECURSE pc ${work}/installed/*/tlkv.pc)
get_filename_component(pc_dir ${pc} DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${pc_dir})
run(pkg-config --cflags --libs tlkv)
separate_arguments(flags UNIX_COMMAND "${output}")
set(strict -Wall -Wextra -Wpedantic -Werror)
run(cc -std=c99 ${strict} consumers/main.c ${flags} -o plain-c)
expect("C" ./plain-c)
run(c++ -std=c++20 ${strict} consumers/main.cc ${flags} -o plain-cxx)
expect("C++" ./plain-cxx)

file(GLOB_RECURSE library ${work}/installed/libtlkv.a)
run(nm --undefined-only ${library})
string(REGEX MATCHALL "_ZN?K?St[^\n]*|_Z(n[wa]|d[la])[^\n]*|__(cxa|gxx)[^\n]*|_Unwind[^\n]*" runtime "${output}")
if(runtime)
  file(REMOVE_RECURSE ${work})
  message(FATAL_ERROR "the library asks for the C++ runtime: ${runtime}")
endif()

file(GLOB c_headers ${work}/installed/include/tinyllm/*.h)
file(GLOB headers ${work}/installed/include/*/*.h)
foreach(header IN LISTS headers)
  run(c++ -std=c++20 ${strict} ${flags} -fsyntax-only -include ${header} -x c++ /dev/null)
endforeach()
foreach(header IN LISTS c_headers)
  run(cc -std=c99 ${strict} ${flags} -fsyntax-only -include ${header} -x c /dev/null)
endforeach()
list(LENGTH headers count)
message("${count} headers compile alone")

file(REMOVE_RECURSE ${work})
