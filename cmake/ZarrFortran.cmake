# The Fortran module: a static library zarr_fortran, known as zarr::fortran, where there is a Fortran compiler.
# The compiled form of a module serves one compiler only, so modules and library are installed under its name and version;
# the sources are installed too, and zarrFortran.cmake compiles them for every other compiler.
set(ZARR_FORTRAN AUTO CACHE STRING "Build the Fortran module: ON, OFF, or AUTO, where there is a compiler")
set_property(CACHE ZARR_FORTRAN PROPERTY STRINGS AUTO ON OFF)
set(zarr_has_fortran FALSE)
set(zarr_no_fortran "there is no Fortran compiler")
if(NOT ZARR_FORTRAN)
  return()
endif()
zarr_look_for_language(Fortran)
if(CMAKE_Fortran_COMPILER)
  enable_language(Fortran)
  include("${PROJECT_SOURCE_DIR}/cmake/zarrFortranCompiler.cmake")
  zarr_look_at_fortran(zarr_no_fortran)
endif()
if(NOT zarr_no_fortran)
  set(zarr_has_fortran TRUE)
elseif(ZARR_FORTRAN STREQUAL "AUTO")
  message(STATUS "libzarr: without the Fortran module: ${zarr_no_fortran}")
  return()
else()
  message(FATAL_ERROR "ZARR_FORTRAN is ON: ${zarr_no_fortran}")
endif()

# In the order in which each needs those before it.
set(zarr_fortran_sources)
foreach(name zarr_c zarr_numbers zarr_common zarr_arguments zarr_library zarr_stores zarr_custom_stores zarr_nodes zarr_elements zarr_arrays zarr_datasets zarr_queues zarr_decomposition zarr)
  list(APPEND zarr_fortran_sources "${PROJECT_SOURCE_DIR}/fortran/src/${name}.f90")
endforeach()
string(REGEX MATCH "^[0-9]+" zarr_fortran_version "${CMAKE_Fortran_COMPILER_VERSION}")
set(zarr_fortran_id "${CMAKE_Fortran_COMPILER_ID}-${zarr_fortran_version}")
set(zarr_fortran_modules "${PROJECT_BINARY_DIR}/fortran/${zarr_fortran_id}")

set(zarr_fortran_c_source "${PROJECT_SOURCE_DIR}/fortran/src/zarr_descriptors.c")
add_library(zarr_fortran STATIC ${zarr_fortran_sources} "${zarr_fortran_c_source}")
add_library(zarr::fortran ALIAS zarr_fortran)
set_target_properties(zarr_fortran PROPERTIES
  Fortran_MODULE_DIRECTORY "${zarr_fortran_modules}"
  ARCHIVE_OUTPUT_DIRECTORY "${zarr_fortran_modules}"
  C_STANDARD 99 C_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
target_include_directories(zarr_fortran PUBLIC "${zarr_fortran_modules}" PRIVATE "$<$<COMPILE_LANGUAGE:C>:${ZARR_FORTRAN_BINDING}>")
target_link_libraries(zarr_fortran PUBLIC zarr::zarr)
if(ZARR_BUILD_TESTS AND CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
  target_compile_options(zarr_fortran PRIVATE -Wall -Wextra -Werror $<$<COMPILE_LANGUAGE:Fortran>:-std=f2018>)
endif()

if(ZARR_INSTALL)
  set(zarr_fortran_dir "zarr/${zarr_fortran_id}")
  install(DIRECTORY "${zarr_fortran_modules}/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/${zarr_fortran_dir}"
    FILES_MATCHING PATTERN "*.mod")
  install(FILES "$<TARGET_FILE:zarr_fortran>" DESTINATION "${CMAKE_INSTALL_LIBDIR}/${zarr_fortran_dir}")
  install(FILES ${zarr_fortran_sources} "${zarr_fortran_c_source}" DESTINATION "${CMAKE_INSTALL_DATADIR}/zarr/fortran")
  # One package file for the installation, and one for projects that use the build tree as it is.
  include(CMakePackageConfigHelpers)
  function(zarr_fortran_package file destination modules_dir library_dir source_dir)
    configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/zarrFortran.cmake.in" "${file}"
      INSTALL_DESTINATION "${destination}" PATH_VARS modules_dir library_dir source_dir NO_CHECK_REQUIRED_COMPONENTS_MACRO)
  endfunction()
  zarr_fortran_package("${PROJECT_BINARY_DIR}/package/zarrFortran.cmake" "${CMAKE_INSTALL_LIBDIR}/cmake/zarr"
    "${CMAKE_INSTALL_INCLUDEDIR}/zarr" "${CMAKE_INSTALL_LIBDIR}/zarr" "${CMAKE_INSTALL_DATADIR}/zarr/fortran")
  zarr_fortran_package("${PROJECT_BINARY_DIR}/zarrFortran.cmake" "${PROJECT_BINARY_DIR}"
    "${PROJECT_BINARY_DIR}/fortran" "${PROJECT_BINARY_DIR}/fortran" "${PROJECT_SOURCE_DIR}/fortran/src")
  file(COPY "${PROJECT_SOURCE_DIR}/cmake/zarrFortranCompiler.cmake" DESTINATION "${PROJECT_BINARY_DIR}")
  install(FILES "${PROJECT_BINARY_DIR}/package/zarrFortran.cmake" "${PROJECT_SOURCE_DIR}/cmake/zarrFortranCompiler.cmake"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/zarr")
endif()
