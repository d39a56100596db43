# Installs the headers, both libraries, the examples, and package files for CMake and pkg-config which find everything relative to themselves,
# so that the installed tree can be moved.
include(CMakePackageConfigHelpers)

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(FILES "${zarr_lib_dir}/${zarr_static_name}" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
if(WIN32)
  install(PROGRAMS "${zarr_lib_dir}/${zarr_shared_name}" DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(FILES "${zarr_lib_dir}/zarr.dll.lib" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
else()
  install(PROGRAMS "${zarr_lib_dir}/${zarr_shared_name}" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(FILES "${zarr_lib_dir}/${zarr_shared_soname}" "${zarr_lib_dir}/${zarr_shared_link}" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
foreach(file README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE LICENSE-MIT LICENSE-APACHE)
  install(FILES "${PROJECT_SOURCE_DIR}/${file}" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
endforeach()
# The pages to which README.md and zarr.h point.
file(GLOB zarr_pages CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/docs/*.md" "${PROJECT_SOURCE_DIR}/docs/*.svg" "${PROJECT_SOURCE_DIR}/docs/*.png")
install(FILES ${zarr_pages} DESTINATION "${CMAKE_INSTALL_DOCDIR}/docs")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/c_examples" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/fortran/examples" DESTINATION "${CMAKE_INSTALL_DOCDIR}/fortran")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/c_examples/" DESTINATION "${CMAKE_INSTALL_DATADIR}/zarr/examples")

set(zarr_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/zarr")
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/zarrConfig.cmake.in" "${PROJECT_BINARY_DIR}/package/zarrConfig.cmake"
  INSTALL_DESTINATION "${zarr_package_dir}"
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/package/zarrConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/package/zarrConfig.cmake" "${PROJECT_BINARY_DIR}/package/zarrConfigVersion.cmake"
  DESTINATION "${zarr_package_dir}")
# A package file for projects that use the build tree as it is: find_package(zarr) with zarr_DIR set to it.
function(zarr_build_tree_package)
  set(CMAKE_INSTALL_BINDIR "${zarr_lib_dir}")
  set(CMAKE_INSTALL_LIBDIR "${zarr_lib_dir}")
  set(CMAKE_INSTALL_INCLUDEDIR "${PROJECT_SOURCE_DIR}/include")
  configure_package_config_file(
    "${PROJECT_SOURCE_DIR}/cmake/zarrConfig.cmake.in" "${PROJECT_BINARY_DIR}/zarrConfig.cmake"
    INSTALL_DESTINATION "${PROJECT_BINARY_DIR}"
    PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR
    NO_CHECK_REQUIRED_COMPONENTS_MACRO)
  configure_file("${PROJECT_BINARY_DIR}/package/zarrConfigVersion.cmake" "${PROJECT_BINARY_DIR}/zarrConfigVersion.cmake" COPYONLY)
endfunction()
zarr_build_tree_package()

# pkg-config: the prefix is written as the way back from the .pc file, or as it is when the user gave absolute directories.
set(zarr_pc_prefix "${CMAKE_INSTALL_PREFIX}")
if(NOT IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  file(RELATIVE_PATH zarr_pc_back "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" zarr_pc_back "${zarr_pc_back}")
  set(zarr_pc_prefix "\${pcfiledir}/${zarr_pc_back}")
endif()
foreach(dir LIBDIR INCLUDEDIR)
  set(zarr_pc_${dir} "\${prefix}/${CMAKE_INSTALL_${dir}}")
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${dir}}")
    set(zarr_pc_${dir} "${CMAKE_INSTALL_${dir}}")
  endif()
endforeach()
string(REPLACE ";" " " zarr_pc_private "${zarr_native_libs}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/zarr.pc.in" "${PROJECT_BINARY_DIR}/package/zarr.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/package/zarr.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
if(zarr_has_fortran)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/zarr-fortran.pc.in" "${PROJECT_BINARY_DIR}/package/zarr-fortran.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/package/zarr-fortran.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endif()
if(zarr_has_mpi)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/zarr-mpi.pc.in" "${PROJECT_BINARY_DIR}/package/zarr-mpi.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/package/zarr-mpi.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endif()
if(zarr_has_mpi_fortran)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/zarr-mpi-fortran.pc.in" "${PROJECT_BINARY_DIR}/package/zarr-mpi-fortran.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/package/zarr-mpi-fortran.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endif()
