# Defines zarr::shared, zarr::static and zarr::zarr in the build tree. One cargo run makes both libraries: cargo decides
# what is out of date, so the target always runs; copies that change nothing keep their time stamps.
find_program(ZARR_CARGO cargo HINTS "$ENV{CARGO_HOME}/bin" "$ENV{HOME}/.cargo/bin" DOC "The cargo that builds the library")
find_program(ZARR_RUSTC rustc HINTS "$ENV{CARGO_HOME}/bin" "$ENV{HOME}/.cargo/bin" DOC "The rustc that belongs to it")
if(NOT ZARR_CARGO OR NOT ZARR_RUSTC)
  message(FATAL_ERROR "libzarr is written in Rust: cargo and rustc are needed to build it (https://rustup.rs), not to use it")
endif()

set(zarr_lib_dir "${PROJECT_BINARY_DIR}/lib")
set(zarr_cargo_output "${ZARR_CARGO_TARGET_DIR}/release")
set(zarr_target_args)
if(ZARR_CARGO_TARGET)
  set(zarr_cargo_output "${ZARR_CARGO_TARGET_DIR}/${ZARR_CARGO_TARGET}/release")
  set(zarr_target_args --target "${ZARR_CARGO_TARGET}")
endif()

# zfp is the only feature of the crate, and on without a word.
set(zarr_feature_args)
if(NOT ZARR_ZFP)
  set(zarr_feature_args --no-default-features)
endif()

# File names of one library: what cargo makes, what is shipped, and the links beside it.
set(zarr_static_name "libzarr.a")
if(WIN32)
  set(zarr_static_name "zarr.lib")
  set(zarr_shared_built "zarr.dll")
  set(zarr_shared_name "zarr.dll")
  set(zarr_shared_soname "")
  set(zarr_shared_link "")
elseif(APPLE)
  set(zarr_shared_built "libzarr.dylib")
  set(zarr_shared_name "libzarr.${PROJECT_VERSION}.dylib")
  set(zarr_shared_soname "libzarr.${PROJECT_VERSION_MAJOR}.dylib")
  set(zarr_shared_link "libzarr.dylib")
else()
  set(zarr_shared_built "libzarr.so")
  set(zarr_shared_name "libzarr.so.${PROJECT_VERSION}")
  set(zarr_shared_soname "libzarr.so.${PROJECT_VERSION_MAJOR}")
  set(zarr_shared_link "libzarr.so")
endif()

# What a program needs besides libzarr.a: rustc knows, and says so when it makes a static library, here an empty one.
set(zarr_probe "${PROJECT_BINARY_DIR}/native-libs")
file(MAKE_DIRECTORY "${zarr_probe}")
file(WRITE "${zarr_probe}/empty.rs" "")
execute_process(
  COMMAND "${ZARR_RUSTC}" ${zarr_target_args} --crate-type staticlib --print native-static-libs empty.rs
  WORKING_DIRECTORY "${zarr_probe}" RESULT_VARIABLE zarr_probe_result OUTPUT_VARIABLE zarr_probe_output ERROR_VARIABLE zarr_probe_output)
if(NOT zarr_probe_result EQUAL 0 OR NOT zarr_probe_output MATCHES "native-static-libs: ([^\n]*)")
  message(FATAL_ERROR "rustc does not say which system libraries a static library needs:\n${zarr_probe_output}")
endif()
separate_arguments(zarr_native_libs NATIVE_COMMAND "${CMAKE_MATCH_1}")
list(REMOVE_DUPLICATES zarr_native_libs)

set(zarr_links)
if(zarr_shared_soname)
  set(zarr_links
    COMMAND "${CMAKE_COMMAND}" -E create_symlink "${zarr_shared_name}" "${zarr_lib_dir}/${zarr_shared_soname}"
    COMMAND "${CMAKE_COMMAND}" -E create_symlink "${zarr_shared_soname}" "${zarr_lib_dir}/${zarr_shared_link}")
endif()
set(zarr_implib)
if(WIN32)
  set(zarr_implib COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${zarr_cargo_output}/zarr.dll.lib" "${zarr_lib_dir}/zarr.dll.lib")
endif()

# MAKEFLAGS would name make's job server, which cargo can't reach from here.
add_custom_target(zarr_cargo ALL
  COMMAND "${CMAKE_COMMAND}" -E env --unset=MAKEFLAGS --unset=MFLAGS "CARGO_TARGET_DIR=${ZARR_CARGO_TARGET_DIR}"
    "${ZARR_CARGO}" rustc --release --locked --lib --crate-type cdylib,staticlib ${zarr_target_args} ${zarr_feature_args} ${ZARR_CARGO_FLAGS}
  COMMAND "${CMAKE_COMMAND}" -E make_directory "${zarr_lib_dir}"
  COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${zarr_cargo_output}/${zarr_shared_built}" "${zarr_lib_dir}/${zarr_shared_name}"
  COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${zarr_cargo_output}/${zarr_static_name}" "${zarr_lib_dir}/${zarr_static_name}"
  ${zarr_implib}
  ${zarr_links}
  BYPRODUCTS "${zarr_lib_dir}/${zarr_shared_name}" "${zarr_lib_dir}/${zarr_static_name}"
  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
  COMMENT "Building libzarr ${PROJECT_VERSION} with cargo"
  USES_TERMINAL VERBATIM)

add_library(zarr::shared SHARED IMPORTED GLOBAL)
set_target_properties(zarr::shared PROPERTIES
  IMPORTED_LOCATION "${zarr_lib_dir}/${zarr_shared_name}"
  IMPORTED_SONAME "${zarr_shared_soname}"
  INTERFACE_INCLUDE_DIRECTORIES "${PROJECT_SOURCE_DIR}/include")
if(WIN32)
  set_target_properties(zarr::shared PROPERTIES IMPORTED_IMPLIB "${zarr_lib_dir}/zarr.dll.lib")
endif()
add_library(zarr::static STATIC IMPORTED GLOBAL)
set_target_properties(zarr::static PROPERTIES
  IMPORTED_LOCATION "${zarr_lib_dir}/${zarr_static_name}"
  INTERFACE_INCLUDE_DIRECTORIES "${PROJECT_SOURCE_DIR}/include"
  INTERFACE_LINK_LIBRARIES "${zarr_native_libs}")
add_library(zarr::zarr INTERFACE IMPORTED GLOBAL)
if(DEFINED BUILD_SHARED_LIBS AND NOT BUILD_SHARED_LIBS)
  set_target_properties(zarr::zarr PROPERTIES INTERFACE_LINK_LIBRARIES zarr::static)
else()
  set_target_properties(zarr::zarr PROPERTIES INTERFACE_LINK_LIBRARIES zarr::shared)
endif()
foreach(target shared static zarr)
  add_dependencies(zarr::${target} zarr_cargo)
endforeach()
