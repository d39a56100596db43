# Tools that a build can do without: each configure looks for them again, and a test that lacks one is skipped by name.

# zarr_look_for_language(<language>): sets CMAKE_<language>_COMPILER, or leaves it false. CMake's check_language remembers that it
# has found no compiler, and would not see one that is installed later.
include(CheckLanguage)
macro(zarr_look_for_language language)
  if(NOT CMAKE_${language}_COMPILER)
    unset(CMAKE_${language}_COMPILER CACHE)
    check_language(${language})
  endif()
endmacro()

# zarr_left_out(<test> <label> <why>): registers a test that CTest counts as skipped, so that scripts/test names it with the reason.
function(zarr_left_out name label why)
  message(STATUS "${name} is left out: ${why}")
  add_test(NAME ${name} COMMAND "${CMAKE_COMMAND}" -E echo "skipped: ${why}")
  set_tests_properties(${name} PROPERTIES LABELS "${label}" SKIP_REGULAR_EXPRESSION "skipped:")
endfunction()
