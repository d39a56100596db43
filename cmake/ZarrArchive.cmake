# Archives for machines without Rust: `cpack -G TGZ`, which is unpacked anywhere, and `cpack -G DEB`.
set(CPACK_PACKAGE_NAME "libzarr")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_VENDOR "libzarr")
string(TOLOWER "${CPACK_PACKAGE_NAME}-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" CPACK_PACKAGE_FILE_NAME)
set(CPACK_PACKAGE_CONTACT "libzarr <libzarr@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR TGZ)
set(CPACK_STRIP_FILES OFF)
# The whole package is of one piece: library, headers, package files.
set(CPACK_DEBIAN_PACKAGE_NAME "libzarr-dev")
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The plug-in for netCDF needs libraries of this package.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${zarr_lib_dir}" "${PROJECT_BINARY_DIR}/netcdf")
# Parts that are compiled for the MPI of one machine are left out.
foreach(component Unspecified zarrtool)
  list(APPEND CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR}" "${PROJECT_NAME}" ${component} /)
endforeach()
include(CPack)
