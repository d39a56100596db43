# zarr_mpi, the collective calls of MPI programs: a static library for the MPI that is found here, known as zarr::mpi, and its Fortran
# module, zarr::mpi_fortran. MPI has no stable ABI, so the sources are installed too, and zarrMPI.cmake compiles them with the MPI of each
# project; what zarr-mpi.pc names was compiled with the MPI of this machine.
set(ZARR_MPI AUTO CACHE STRING "Build zarr_mpi: ON, OFF, or AUTO, where there is an MPI")
set_property(CACHE ZARR_MPI PROPERTY STRINGS AUTO ON OFF)
set(zarr_has_mpi FALSE)
set(zarr_has_mpi_fortran FALSE)
file(GLOB zarr_mpi_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/mpi/src/*.c")

# Sets zarr_mpi_name to the name and version of the MPI and its compiler, or to the compiler alone where the version is not known.
macro(zarr_name_mpi)
  set(zarr_mpi_name "the MPI of ${MPI_C_COMPILER}")
  if(MPI_C_LIBRARY_VERSION_STRING)
    # The first line up to a comma, such as "MPICH Version:<tab>4.0.2".
    string(REGEX REPLACE "[,\r\n].*" "" zarr_mpi_name "${MPI_C_LIBRARY_VERSION_STRING}")
    string(REGEX REPLACE "[ \t]+(Version:[ \t]*)?" " " zarr_mpi_name "${zarr_mpi_name}")
    string(APPEND zarr_mpi_name " (${MPI_C_COMPILER})")
  endif()
endmacro()

# An MPI that is found here is none for another machine.
if(ZARR_MPI AND NOT (CMAKE_CROSSCOMPILING AND ZARR_MPI STREQUAL "AUTO"))
  # The description of zarr-mpi.pc names the MPI and its version, which a program of FindMPI prints; none is run in a cross build.
  if(NOT CMAKE_CROSSCOMPILING)
    set(MPI_DETERMINE_LIBRARY_VERSION TRUE)
  endif()
  find_package(MPI QUIET COMPONENTS C)
  unset(MPI_DETERMINE_LIBRARY_VERSION)
  if(MPI_C_FOUND)
    set(zarr_has_mpi TRUE)
    zarr_name_mpi()
  elseif(ZARR_MPI STREQUAL "AUTO")
    message(STATUS "libzarr: no MPI: zarr_mpi is installed as sources only")
  else()
    message(FATAL_ERROR "ZARR_MPI is ON, and there is no MPI")
  endif()
endif()

if(zarr_has_mpi)
  add_library(zarr_mpi STATIC ${zarr_mpi_sources})
  add_library(zarr::mpi ALIAS zarr_mpi)
  set_target_properties(zarr_mpi PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  target_include_directories(zarr_mpi PUBLIC "${PROJECT_SOURCE_DIR}/mpi/include")
  target_link_libraries(zarr_mpi PUBLIC zarr::zarr MPI::MPI_C)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    target_compile_options(zarr_mpi PRIVATE -O2)
  endif()
  if(ZARR_BUILD_TESTS)
    target_compile_options(zarr_mpi PRIVATE -g -pedantic -Wall -Wextra -Wshadow -Wstrict-prototypes -Werror)
  endif()
  # The module hands arrays over as they lie, for which the compiler needs the descriptors of Fortran 2018.
  if(zarr_has_fortran)
    find_package(MPI QUIET COMPONENTS Fortran)
    if(MPI_Fortran_FOUND)
      set(zarr_has_mpi_fortran TRUE)
    else()
      message(STATUS "libzarr: without the Fortran module zarr_mpi: the MPI has no Fortran for this compiler")
    endif()
  endif()
endif()

if(zarr_has_mpi_fortran)
  set(zarr_mpi_modules "${PROJECT_BINARY_DIR}/fortran-mpi/${zarr_fortran_id}")
  add_library(zarr_mpi_fortran STATIC "${PROJECT_SOURCE_DIR}/mpi/fortran/zarr_mpi.f90" "${PROJECT_SOURCE_DIR}/mpi/fortran/zarr_mpi_fortran.c")
  add_library(zarr::mpi_fortran ALIAS zarr_mpi_fortran)
  set_target_properties(zarr_mpi_fortran PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON
    Fortran_MODULE_DIRECTORY "${zarr_mpi_modules}")
  target_include_directories(zarr_mpi_fortran PUBLIC "${zarr_mpi_modules}" PRIVATE "$<$<COMPILE_LANGUAGE:C>:${ZARR_FORTRAN_BINDING}>")
  target_link_libraries(zarr_mpi_fortran PUBLIC zarr_fortran zarr_mpi INTERFACE MPI::MPI_Fortran)
  if(ZARR_BUILD_TESTS AND CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
    # gfortran takes every text of deferred length for uninitialised.
    target_compile_options(zarr_mpi_fortran PRIVATE $<$<COMPILE_LANGUAGE:Fortran>:-std=f2018 -Wall -Wextra -Werror -Wno-uninitialized>
      $<$<COMPILE_LANGUAGE:C>:-pedantic -Wall -Wextra -Werror>)
  endif()
endif()

# A project that has libzarr inside builds what it links.
foreach(target zarr_mpi zarr_mpi_fortran)
  if(TARGET ${target} AND NOT ZARR_INSTALL)
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endforeach()

if(ZARR_INSTALL)
  install(FILES "${PROJECT_SOURCE_DIR}/mpi/include/zarr_mpi.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/mpi/src" "${PROJECT_SOURCE_DIR}/mpi/fortran" DESTINATION "${CMAKE_INSTALL_DATADIR}/zarr/mpi")
  include(CMakePackageConfigHelpers)
  function(zarr_mpi_package file destination mpi_include_dir mpi_source_dir)
    configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/zarrMPI.cmake.in" "${file}" INSTALL_DESTINATION "${destination}"
      PATH_VARS mpi_include_dir mpi_source_dir NO_CHECK_REQUIRED_COMPONENTS_MACRO)
  endfunction()
  zarr_mpi_package("${PROJECT_BINARY_DIR}/package/zarrMPI.cmake" "${CMAKE_INSTALL_LIBDIR}/cmake/zarr"
    "${CMAKE_INSTALL_INCLUDEDIR}" "${CMAKE_INSTALL_DATADIR}/zarr/mpi")
  zarr_mpi_package("${PROJECT_BINARY_DIR}/zarrMPI.cmake" "${PROJECT_BINARY_DIR}" "${PROJECT_SOURCE_DIR}/mpi/include" "${PROJECT_SOURCE_DIR}/mpi")
  install(FILES "${PROJECT_BINARY_DIR}/package/zarrMPI.cmake" DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/zarr")
  if(zarr_has_mpi)
    install(FILES "$<TARGET_FILE:zarr_mpi>" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  endif()
  if(zarr_has_mpi_fortran)
    install(FILES "$<TARGET_FILE:zarr_mpi_fortran>" DESTINATION "${CMAKE_INSTALL_LIBDIR}/zarr/${zarr_fortran_id}")
    install(FILES "${zarr_mpi_modules}/zarr_mpi.mod" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/zarr/${zarr_fortran_id}")
  endif()
endif()
