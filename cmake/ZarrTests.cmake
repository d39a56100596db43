# The tests that need a C compiler, a header or an installed package. The Rust tests are cargo's.
#     ctest -L c | memcheck | header | package | examples | interop
set(ZARR_FIXTURES "${PROJECT_SOURCE_DIR}/target/fixtures/public" CACHE PATH "The public fixtures, unpacked from tests/data/fixtures.tar.xz")
set(ZARR_BAD_FIXTURES "${PROJECT_SOURCE_DIR}/target/fixtures/bad" CACHE PATH "The damaged fixtures, unpacked likewise")
find_program(ZARR_VALGRIND valgrind DOC "Runs the C tests under memcheck")

# zarr_c_test(<name> SOURCES <files> [ARGS <arguments>] [LABELS <more>] [NO_MEMCHECK])
# A C99 program linked with the shared library; registered twice, the second time under memcheck.
function(zarr_c_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "NO_MEMCHECK" "" "SOURCES;ARGS;LABELS")
  add_executable(${name} ${test_SOURCES})
  target_link_libraries(${name} PRIVATE zarr::shared)
  set_target_properties(${name} PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  target_compile_options(${name} PRIVATE -g -pedantic -Wall -Wextra -Wstrict-prototypes -Werror)
  add_test(NAME ${name} COMMAND ${name} ${test_ARGS})
  set_tests_properties(${name} PROPERTIES LABELS "c;${test_LABELS}" TIMEOUT 300)
  if(ZARR_VALGRIND AND NOT test_NO_MEMCHECK)
    add_test(NAME memcheck.${name} COMMAND "${ZARR_VALGRIND}" --quiet --error-exitcode=99 --leak-check=full
      --show-leak-kinds=definite,indirect --errors-for-leak-kinds=definite,indirect --num-callers=40
      $<TARGET_FILE:${name}> ${test_ARGS})
    set_tests_properties(memcheck.${name} PROPERTIES LABELS "memcheck;${test_LABELS}" TIMEOUT 600)
  endif()
endfunction()

add_subdirectory(tests/header)
add_test(NAME readme COMMAND sh "${PROJECT_SOURCE_DIR}/tests/consumer/readme.sh")
set_tests_properties(readme PROPERTIES LABELS package)
foreach(folder tests/c tests/interop)
  if(EXISTS "${PROJECT_SOURCE_DIR}/${folder}/CMakeLists.txt")
    add_subdirectory(${folder})
  endif()
endforeach()

# What follows uses the package as a stranger would: from a prefix, which a first test fills.
if(ZARR_INSTALL)
  set(zarr_test_prefix "${PROJECT_BINARY_DIR}/test-prefix")
  add_test(NAME package.install COMMAND "${CMAKE_COMMAND}" --install "${PROJECT_BINARY_DIR}" --prefix "${zarr_test_prefix}")
  set_tests_properties(package.install PROPERTIES FIXTURES_SETUP zarr_prefix LABELS package)

  add_test(NAME package.consumer
    COMMAND sh "${PROJECT_SOURCE_DIR}/tests/consumer/run.sh" "${PROJECT_BINARY_DIR}" "${PROJECT_VERSION}" "${CMAKE_INSTALL_LIBDIR}")
  set_tests_properties(package.consumer PROPERTIES LABELS package TIMEOUT 300
    ENVIRONMENT "CC=${CMAKE_C_COMPILER};CMAKE=${CMAKE_COMMAND}")

  set(zarr_fixture_args)
  if(EXISTS "${ZARR_FIXTURES}")
    set(zarr_fixture_args "-DZARR_FIXTURES=${ZARR_FIXTURES}")
  endif()
  add_test(NAME examples COMMAND "${CMAKE_CTEST_COMMAND}"
    --build-and-test "${PROJECT_SOURCE_DIR}/c_examples" "${PROJECT_BINARY_DIR}/c_examples"
    --build-generator "${CMAKE_GENERATOR}"
    --build-options "-DCMAKE_PREFIX_PATH=${zarr_test_prefix}" "-DCMAKE_C_COMPILER=${CMAKE_C_COMPILER}" ${zarr_fixture_args}
    --test-command "${CMAKE_CTEST_COMMAND}" --output-on-failure)
  set_tests_properties(examples PROPERTIES FIXTURES_REQUIRED zarr_prefix LABELS examples TIMEOUT 300)
endif()
