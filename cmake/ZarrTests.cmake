# The tests that need a C compiler, a header or an installed package. The Rust tests are cargo's.
#     ctest -L c | cpp | fortran | mpi | netcdf | histories | memcheck | header | abi | package | examples | simulations | docs | interop | bindings | setup
set(ZARR_FIXTURES "${PROJECT_SOURCE_DIR}/target/fixtures" CACHE PATH "public/ and bad/ of tests/data/fixtures.tar.xz, unpacked")
find_program(ZARR_VALGRIND valgrind DOC "Runs the C tests under memcheck")
# Memory that is still reachable at the end is what the library keeps for the life of the process.
set(zarr_memcheck "${ZARR_VALGRIND}" --quiet --error-exitcode=99 --leak-check=full --show-leak-kinds=definite,indirect
  --errors-for-leak-kinds=definite,indirect --num-callers=40)

if(NOT ZARR_VALGRIND)
  zarr_left_out(memcheck memcheck "there is no valgrind")
endif()

# zarr_c_test(<name> SOURCES <files> [ARGS <arguments>] [MEMCHECK_ARGS <arguments instead>] [LIBRARIES <libraries>])
# A C99 program linked with the shared library; registered twice, the second time under memcheck, unless its arguments are "none".
function(zarr_c_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "" "" "SOURCES;ARGS;MEMCHECK_ARGS;LIBRARIES")
  zarr_c_program(test_${name} ${test_SOURCES})
  target_link_libraries(test_${name} PRIVATE ${test_LIBRARIES})
  # The generated part of `boundary` lies elsewhere.
  target_include_directories(test_${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests/boundary" "${PROJECT_SOURCE_DIR}/tests/c")
  add_test(NAME c.${name} COMMAND test_${name} ${test_ARGS})
  set_tests_properties(c.${name} PROPERTIES LABELS c TIMEOUT 300)
  if(ZARR_VALGRIND AND NOT "${test_MEMCHECK_ARGS}" STREQUAL none)
    if(NOT test_MEMCHECK_ARGS)
      set(test_MEMCHECK_ARGS ${test_ARGS})
    endif()
    add_test(NAME memcheck.${name} COMMAND ${zarr_memcheck} $<TARGET_FILE:test_${name}> ${test_MEMCHECK_ARGS})
    set_tests_properties(memcheck.${name} PROPERTIES LABELS memcheck TIMEOUT 900)
  endif()
endfunction()

function(zarr_c_program target)
  add_executable(${target} ${ARGN})
  target_link_libraries(${target} PRIVATE zarr::shared)
  set_target_properties(${target} PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -g -pedantic -Wall -Wextra -Wstrict-prototypes -Werror)
endfunction()

# tests/c: a file with a main function is a program, <program>_*.c are its parts, what remains serves all of them.
find_package(Threads REQUIRED)
find_library(ZARR_CJSON cjson DOC "Reads the manifests of the fixtures")
find_path(ZARR_CJSON_INCLUDE cjson/cJSON.h DOC "Header of cJSON")
if(NOT ZARR_CJSON OR NOT ZARR_CJSON_INCLUDE)
  message(FATAL_ERROR "the C tests need cJSON (Debian: libcjson-dev)")
endif()
file(GLOB zarr_c_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/c/*.c")
set(zarr_c_programs)
set(zarr_c_support ${zarr_c_files})
foreach(file IN LISTS zarr_c_files)
  file(STRINGS "${file}" main REGEX "^int main\\(" LIMIT_COUNT 1)
  if(main)
    get_filename_component(name "${file}" NAME_WE)
    list(APPEND zarr_c_programs ${name})
    set(zarr_c_parts_of_${name} ${zarr_c_files})
    list(FILTER zarr_c_parts_of_${name} INCLUDE REGEX "/${name}(_[^/]*)?\\.c$")
    list(REMOVE_ITEM zarr_c_support ${zarr_c_parts_of_${name}})
  endif()
endforeach()
if(zarr_c_support)
  add_library(test_support STATIC ${zarr_c_support})
  set_target_properties(test_support PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  target_compile_options(test_support PRIVATE -g -pedantic -Wall -Wextra -Wstrict-prototypes -Werror)
  target_include_directories(test_support PUBLIC "${ZARR_CJSON_INCLUDE}")
  target_link_libraries(test_support PUBLIC zarr::shared "${ZARR_CJSON}" Threads::Threads m ${CMAKE_DL_LIBS})
endif()
# Programs run without arguments, but for these. Under memcheck: no limit on the address space, which valgrind itself needs,
# and fewer random cases, as each takes about thirty times as long.
set(zarr_args_of_conformance "${ZARR_FIXTURES}")
set(zarr_args_of_datasets "${ZARR_FIXTURES}")
set(zarr_args_of_malformed "${ZARR_FIXTURES}")
set(zarr_args_of_transformers "${ZARR_FIXTURES}")
set(zarr_memcheck_args_of_datasets "${ZARR_FIXTURES}" quick)
set(zarr_memcheck_args_of_malformed "${ZARR_FIXTURES}" --no-limit)
set(zarr_memcheck_args_of_regions 40)
set(zarr_memcheck_args_of_boundary 12)
set(zarr_memcheck_args_of_concurrent 1)
set(zarr_memcheck_args_of_exits 1)
set(zarr_memcheck_args_of_faults 37)
set(zarr_memcheck_args_of_forks 2)
set(zarr_memcheck_args_of_freed 20)
set(zarr_memcheck_args_of_kills 2)
set(zarr_memcheck_args_of_leftover 4)
set(zarr_memcheck_args_of_queues few)
set(zarr_memcheck_args_of_round_trip 5)
set(zarr_memcheck_args_of_scarce 1)
set(zarr_memcheck_args_of_signals 1)
set(zarr_memcheck_args_of_torn 2)
set(zarr_memcheck_args_of_traps --emulated)
set(zarr_memcheck_args_of_metadata_race 5)
set(zarr_memcheck_args_of_limits --no-limit)
set(zarr_memcheck_args_of_bombs --no-limit)
# Documents of 65 MiB are minutes of work under valgrind, which sees the same calls in others.
set(zarr_memcheck_args_of_written none)
# The tables of misuse and of faults are made of the header.
find_package(Python3 COMPONENTS Interpreter)
set(zarr_generator_of_boundary generate.py)
set(zarr_generator_of_faults faults.py)
foreach(name boundary faults)
  if(Python3_FOUND)
    set(zarr_table "${PROJECT_BINARY_DIR}/${name}_table.c")
    set(zarr_generator "${PROJECT_SOURCE_DIR}/tests/boundary/${zarr_generator_of_${name}}")
    add_custom_command(OUTPUT "${zarr_table}"
      COMMAND "${Python3_EXECUTABLE}" "${zarr_generator}" "${PROJECT_SOURCE_DIR}/include/zarr.h" "${zarr_table}"
      DEPENDS "${zarr_generator}" "${PROJECT_SOURCE_DIR}/include/zarr.h" VERBATIM)
    list(APPEND zarr_c_parts_of_${name} "${zarr_table}")
  else()
    zarr_left_out(c.${name} c "there is no Python, which makes the table of ${name} of the header")
    list(REMOVE_ITEM zarr_c_programs ${name})
  endif()
endforeach()
foreach(name IN LISTS zarr_c_programs)
  zarr_c_test(${name} SOURCES ${zarr_c_parts_of_${name}} ARGS ${zarr_args_of_${name}}
    MEMCHECK_ARGS ${zarr_memcheck_args_of_${name}} LIBRARIES test_support)
endforeach()

# The program that writes arrays for other implementations to read (tests/interop/run.sh) also reads them back itself.
file(GLOB zarr_matrix_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/interop/matrix*.c")
if(zarr_matrix_files)
  zarr_c_program(matrix ${zarr_matrix_files})
  add_test(NAME interop.matrix COMMAND sh -c "rm -rf \"$1\" && mkdir -p \"$1/expected\" && \"$0\" \"$1\""
    $<TARGET_FILE:matrix> "${PROJECT_BINARY_DIR}/matrix-stores")
  set_tests_properties(interop.matrix PROPERTIES LABELS interop TIMEOUT 300)
  # The other way round; run.sh runs it.
  zarr_c_program(read_theirs "${PROJECT_SOURCE_DIR}/tests/interop/read_theirs.c"
    "${PROJECT_SOURCE_DIR}/tests/interop/matrix_plan.c" "${PROJECT_SOURCE_DIR}/tests/interop/matrix_values.c")
  # Elements that are more than one number have no place in the matrix. run.sh runs it too.
  zarr_c_program(write_types "${PROJECT_SOURCE_DIR}/tests/interop/write_types.c")
endif()

# The programs that `benches` measures with, built with the tests so that it keeps up with the API.
zarr_c_program(driver "${PROJECT_SOURCE_DIR}/benches/driver.c")
# A few seconds of `make bench`: all must read equal elements, in any time.
if(Python3_FOUND)
  add_test(NAME bench.smoke COMMAND "${CMAKE_COMMAND}" -E env "CC=${CMAKE_C_COMPILER}" "${Python3_EXECUTABLE}"
    "${PROJECT_SOURCE_DIR}/benches/run.py" --library $<TARGET_FILE_DIR:zarr::shared> --work "${PROJECT_BINARY_DIR}/bench-smoke"
    --size 64 --rounds 1 --smoke)
  set_tests_properties(bench.smoke PROPERTIES LABELS bench TIMEOUT 300)
else()
  zarr_left_out(bench.smoke bench "there is no Python")
endif()
target_compile_options(driver PRIVATE -O2)

add_subdirectory(tests/header)
add_subdirectory(tests/cpp)
add_subdirectory(tests/abi)
add_subdirectory(tests/databases)
add_subdirectory(tests/linear)
add_subdirectory(tests/setup)
add_test(NAME readme COMMAND sh "${PROJECT_SOURCE_DIR}/tests/consumer/readme.sh")
set_tests_properties(readme PROPERTIES LABELS docs)

# The tests below use the package as a stranger would: from a prefix, which a first test fills.
if(ZARR_INSTALL)
  set(zarr_test_prefix "${PROJECT_BINARY_DIR}/test-prefix")
  add_test(NAME package.install COMMAND "${CMAKE_COMMAND}" --install "${PROJECT_BINARY_DIR}" --prefix "${zarr_test_prefix}")
  set_tests_properties(package.install PROPERTIES FIXTURES_SETUP zarr_prefix LABELS package)

  # Every way to get the library into a program, in every language.
  set(zarr_consumer_languages C)
  zarr_look_for_language(CXX)
  if(CMAKE_CXX_COMPILER)
    list(APPEND zarr_consumer_languages CXX)
  endif()
  if(zarr_has_fortran)
    list(APPEND zarr_consumer_languages Fortran)
  endif()
  string(REPLACE ";" "\\;" zarr_consumer_languages "${zarr_consumer_languages}")
  foreach(place installed moved build-tree subproject pkg-config staged tgz deb prebuilt netcdf fpm)
    add_test(NAME package.consumer.${place} COMMAND sh "${PROJECT_SOURCE_DIR}/tests/consumer/run.sh" ${place})
    set_tests_properties(package.consumer.${place} PROPERTIES LABELS package TIMEOUT 900 SKIP_REGULAR_EXPRESSION "skipped:"
      ENVIRONMENT "BUILD=${PROJECT_BINARY_DIR};SOURCES=${PROJECT_SOURCE_DIR};VERSION=${PROJECT_VERSION};LIBDIR=${CMAKE_INSTALL_LIBDIR};CARGO_TARGET=${ZARR_CARGO_TARGET_DIR};LANGUAGES=${zarr_consumer_languages};C_COMPILER=${CMAKE_C_COMPILER};CXX_COMPILER=${CMAKE_CXX_COMPILER};FORTRAN_COMPILER=${CMAKE_Fortran_COMPILER};CMAKE=${CMAKE_COMMAND};CPACK=${CMAKE_CPACK_COMMAND}")
  endforeach()

  # The program for the terminal, with what belongs to it.
  add_test(NAME package.tool COMMAND sh "${PROJECT_SOURCE_DIR}/tests/consumer/tool.sh")
  set_tests_properties(package.tool PROPERTIES LABELS package TIMEOUT 300 SKIP_REGULAR_EXPRESSION "skipped:"
    ENVIRONMENT "SOURCES=${PROJECT_SOURCE_DIR};VERSION=${PROJECT_VERSION};CARGO_TARGET=${ZARR_CARGO_TARGET_DIR};CMAKE=${CMAKE_COMMAND}")

  # The program of c.conformance, with the installed library.
  add_test(NAME package.conformance COMMAND test_conformance "${ZARR_FIXTURES}")
  set_tests_properties(package.conformance PROPERTIES LABELS package TIMEOUT 300 FIXTURES_REQUIRED zarr_prefix
    ENVIRONMENT "LD_LIBRARY_PATH=${zarr_test_prefix}/${CMAKE_INSTALL_LIBDIR}")

  set(zarr_fixture_args)
  if(EXISTS "${ZARR_FIXTURES}/public")
    set(zarr_fixture_args "-DZARR_FIXTURES=${ZARR_FIXTURES}/public")
  endif()
  # Those that are installed, so that a file which only the sources have is missed.
  add_test(NAME examples COMMAND "${CMAKE_CTEST_COMMAND}"
    --build-and-test "${zarr_test_prefix}/${CMAKE_INSTALL_DATADIR}/zarr/examples" "${PROJECT_BINARY_DIR}/installed_examples"
    --build-generator "${CMAKE_GENERATOR}"
    --build-options "-DCMAKE_PREFIX_PATH=${zarr_test_prefix}" "-DCMAKE_C_COMPILER=${CMAKE_C_COMPILER}" -DCMAKE_C_FLAGS=-Werror
      -DCMAKE_CXX_FLAGS=-Werror ${zarr_fixture_args}
    --test-command "${CMAKE_CTEST_COMMAND}" --output-on-failure)
  set_tests_properties(examples PROPERTIES FIXTURES_REQUIRED zarr_prefix LABELS examples TIMEOUT 300)
endif()

# zarr-python, in the environment that tests/interop pins: on the other side of examples and pages.
set(ZARR_INTEROP "${PROJECT_SOURCE_DIR}/build/interop" CACHE PATH "Where the Python environments of tests/interop are kept")
set(zarr_python "${ZARR_INTEROP}/venv/bin/python")
add_test(NAME interop.environment COMMAND sh "${PROJECT_SOURCE_DIR}/tests/interop/environment.sh" "${ZARR_INTEROP}/venv" requirements.txt)
set_tests_properties(interop.environment PROPERTIES LABELS interop TIMEOUT 600 FIXTURES_SETUP zarr_python)

# zarr_histories_test(<name> <command>): random histories in which a program of other software takes part (tests/README.md), for some
# seconds. The program loads the library that cargo has built for its tests.
function(zarr_histories_test name command)
  add_test(NAME histories.${name} COMMAND "${CMAKE_COMMAND}" -E env --unset=MAKEFLAGS --unset=MFLAGS
      "CARGO_TARGET_DIR=${ZARR_CARGO_TARGET_DIR}" ZARR_HISTORIES_SECONDS=5 "ZARR_HISTORIES_PROGRAMS=${name}=${command}"
      "${ZARR_CARGO}" test --locked --test histories ${zarr_target_args} ${zarr_feature_args} ${zarr_vendor_args} ${ZARR_CARGO_FLAGS}
      -- --nocapture files_has_an_order
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(histories.${name} PROPERTIES LABELS histories TIMEOUT 900 PROCESSORS 2)
endfunction()
set(zarr_histories_programs "${PROJECT_SOURCE_DIR}/tests/histories/programs")
foreach(name pipeline zarr)
  zarr_histories_test(${name} "'${zarr_python}' '${zarr_histories_programs}/zarr_python.py' ${name}")
  set_tests_properties(histories.${name} PROPERTIES FIXTURES_REQUIRED zarr_python)
endforeach()

if(zarr_has_mpi)
  add_subdirectory("${PROJECT_SOURCE_DIR}/tests/mpi")
else()
  zarr_left_out(mpi mpi "there is no MPI (Debian: mpich libmpich-dev, or libopenmpi-dev), or ZARR_MPI is OFF")
endif()

if(zarr_has_fortran)
  add_subdirectory("${PROJECT_SOURCE_DIR}/tests/fortran")
else()
  zarr_left_out(fortran fortran "ZARR_FORTRAN is OFF, or ${zarr_no_fortran}")
endif()

add_subdirectory("${PROJECT_SOURCE_DIR}/tests/simulations")
add_subdirectory("${PROJECT_SOURCE_DIR}/tests/docs")
add_subdirectory("${PROJECT_SOURCE_DIR}/tests/store_suite")

# LuaJIT reads zarr.h as it is, and a region of a store that other software wrote.
find_program(ZARR_LUAJIT luajit DOC "Runs the example of bindings/luajit")
if(ZARR_LUAJIT)
  add_test(NAME luajit COMMAND "${ZARR_LUAJIT}" "${PROJECT_SOURCE_DIR}/bindings/luajit/region.lua"
    "${ZARR_FIXTURES}/public/zarr-2.18.3/nested.zarr" a 1,2 2,3)
  set_tests_properties(luajit PROPERTIES LABELS bindings
    ENVIRONMENT "ZARR_HEADER=${PROJECT_SOURCE_DIR}/include/zarr.h;LIBZARR=$<TARGET_FILE:zarr::shared>"
    PASS_REGULAR_EXPRESSION "shape\t5 7\nvalues\t-1453676662 -526698839 2115046627 1098686818 -360074027 -1350744378\nerror\tZARR_ERROR_NOT_FOUND")
else()
  zarr_left_out(luajit bindings "there is no LuaJIT")
endif()

# The table of functions of the Python package is made of the header.
if(Python3_FOUND)
  add_test(NAME python.generated COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/bindings/python/generate.py" --check)
  set_tests_properties(python.generated PROPERTIES LABELS bindings)

  # Its types, by two checkers in strict mode, in an environment of their own.
  set(zarr_python_types "${ZARR_INTEROP}/types/bin")
  add_test(NAME python.environment COMMAND sh "${PROJECT_SOURCE_DIR}/tests/interop/environment.sh" "${ZARR_INTEROP}/types"
    requirements-types.txt)
  set_tests_properties(python.environment PROPERTIES LABELS bindings TIMEOUT 600 FIXTURES_SETUP zarr_python_types)
  add_test(NAME python.mypy COMMAND "${zarr_python_types}/python" -m mypy --no-incremental --cache-dir "${PROJECT_BINARY_DIR}/mypy"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}/bindings/python")
  add_test(NAME python.pyright COMMAND "${zarr_python_types}/pyright" --pythonpath "${zarr_python_types}/python"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}/bindings/python")
  set_tests_properties(python.mypy python.pyright PROPERTIES LABELS bindings TIMEOUT 300 FIXTURES_REQUIRED zarr_python_types)

  # The wheel with this build's library, installed into a folder, beside other software that brings what is in the library.
  if(NOT WIN32)
    add_test(NAME python.wheel COMMAND "${zarr_python}" "${PROJECT_SOURCE_DIR}/bindings/python/tests/wheel.py"
      "$<TARGET_FILE:zarr::shared>" "${PROJECT_BINARY_DIR}/wheel")
    set_tests_properties(python.wheel PROPERTIES LABELS bindings TIMEOUT 300 FIXTURES_REQUIRED zarr_python)
  endif()
else()
  zarr_left_out(python.generated bindings "there is no Python")
endif()
