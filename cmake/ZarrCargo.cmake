# Defines zarr::shared, zarr::static and zarr::zarr in the build tree. One cargo run makes both libraries: cargo decides
# what is out of date, so the target always runs; copies that change nothing keep their time stamps.
find_program(ZARR_CARGO cargo HINTS "$ENV{CARGO_HOME}/bin" "$ENV{HOME}/.cargo/bin" DOC "The cargo that builds the library")
find_program(ZARR_RUSTC rustc HINTS "$ENV{CARGO_HOME}/bin" "$ENV{HOME}/.cargo/bin" DOC "The rustc that belongs to it")
if(NOT ZARR_CARGO OR NOT ZARR_RUSTC)
  message(FATAL_ERROR "libzarr is written in Rust: cargo and rustc are needed to build it (https://rustup.rs), not to use it")
endif()

set(zarr_lib_dir "${PROJECT_BINARY_DIR}/lib")
string(REPLACE "dev" "debug" zarr_profile_dir "${ZARR_CARGO_PROFILE}")
set(zarr_cargo_output "${ZARR_CARGO_TARGET_DIR}/${zarr_profile_dir}")
set(zarr_target_args)
set(zarr_rustc_target_args)
if(ZARR_CARGO_TARGET)
  # For cargo-zigbuild a triple may end with the version of glibc that is the least: x86_64-unknown-linux-gnu.2.28.
  string(REGEX REPLACE "\\.[0-9.]+$" "" zarr_triple "${ZARR_CARGO_TARGET}")
  set(zarr_cargo_output "${ZARR_CARGO_TARGET_DIR}/${zarr_triple}/${zarr_profile_dir}")
  set(zarr_target_args --target "${ZARR_CARGO_TARGET}")
  set(zarr_rustc_target_args --target "${zarr_triple}")
endif()

set(zarr_vendor_args)
if(ZARR_VENDOR_DIR)
  set(zarr_vendor_args --offline --config "source.crates-io.replace-with=\"zarr-vendored\""
    --config "source.zarr-vendored.directory=\"${ZARR_VENDOR_DIR}\"")
endif()

# The features of the crate are named ZARR_<FEATURE> here. Those that are on without a word are not named, so that cargo's own
# builds are the same ones.
set(zarr_feature_args)
if(NOT ZARR_CLOUD OR NOT ZARR_ZFP)
  set(zarr_features)
  foreach(feature cloud zfp)
    string(TOUPPER "ZARR_${feature}" option)
    if(${option})
      list(APPEND zarr_features ${feature})
    endif()
  endforeach()
  string(REPLACE ";" "," zarr_features "${zarr_features}")
  set(zarr_feature_args --no-default-features --features "${zarr_features}")
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

# libzarr.a as cargo makes it also defines zstd, LZ4, Blosc, liblzma and what Rust itself consists of, and can't be linked into a
# program that has one of them from elsewhere, as every program with HDF5 or netCDF has. So it is packed anew, with all but
# zarr_* hidden (ZarrHide.cmake). That takes GNU binutils.
set(zarr_machine_flags)
string(REGEX MATCHALL "-m(32|x32|64)" zarr_machine_flags "${CMAKE_C_FLAGS}")
if(CMAKE_C_COMPILER_TARGET)
  list(APPEND zarr_machine_flags "--target=${CMAKE_C_COMPILER_TARGET}")
endif()
set(zarr_can_hide FALSE)
if(NOT WIN32 AND NOT APPLE AND CMAKE_OBJCOPY AND CMAKE_AR)
  file(WRITE "${PROJECT_BINARY_DIR}/can-hide.c" "typedef int nothing;\n")
  execute_process(
    COMMAND "${CMAKE_C_COMPILER}" ${zarr_machine_flags} -r -nostdlib -Wl,--force-group-allocation can-hide.c -o can-hide.o
    WORKING_DIRECTORY "${PROJECT_BINARY_DIR}" RESULT_VARIABLE zarr_hide_result OUTPUT_QUIET ERROR_QUIET)
  if(zarr_hide_result EQUAL 0)
    set(zarr_can_hide TRUE)
  endif()
endif()
option(ZARR_HIDE_SYMBOLS "Let the static library define nothing but zarr_* (needs GNU binutils)" ${zarr_can_hide})
if(NOT ZARR_HIDE_SYMBOLS)
  message(STATUS "libzarr: the static library defines more than zarr_*: what it is made of can clash with other libraries")
endif()

# The libraries that a program needs besides libzarr.a: rustc names them when it makes a static library, here an empty one.
set(zarr_probe "${PROJECT_BINARY_DIR}/native-libs")
file(MAKE_DIRECTORY "${zarr_probe}")
file(WRITE "${zarr_probe}/empty.rs" "")
execute_process(
  COMMAND "${ZARR_RUSTC}" ${zarr_rustc_target_args} --crate-type staticlib --print native-static-libs empty.rs
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
    "${ZARR_CARGO}" rustc --profile "${ZARR_CARGO_PROFILE}" --locked --package libzarr --lib --crate-type cdylib,staticlib ${zarr_target_args} ${zarr_feature_args} ${zarr_vendor_args} ${ZARR_CARGO_FLAGS}
  COMMAND "${CMAKE_COMMAND}" -E make_directory "${zarr_lib_dir}"
  COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${zarr_cargo_output}/${zarr_shared_built}" "${zarr_lib_dir}/${zarr_shared_name}"
  ${zarr_implib}
  ${zarr_links}
  BYPRODUCTS "${zarr_lib_dir}/${zarr_shared_name}" "${zarr_cargo_output}/${zarr_static_name}"
  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
  COMMENT "Building libzarr ${PROJECT_VERSION} with cargo"
  USES_TERMINAL VERBATIM)

# Packed when cargo made a new one, or with another list of symbols.
set(zarr_pack_static COMMAND "${CMAKE_COMMAND}" -E copy "${zarr_cargo_output}/${zarr_static_name}" "${zarr_lib_dir}/${zarr_static_name}")
if(ZARR_HIDE_SYMBOLS)
  set(zarr_hide_tools "-DCC=${CMAKE_C_COMPILER}" "-DCC_FLAGS=${zarr_machine_flags}" "-DOBJCOPY=${CMAKE_OBJCOPY}" "-DAR=${CMAKE_AR}")
  set(zarr_pack_static COMMAND "${CMAKE_COMMAND}" "-DINPUT=${zarr_cargo_output}/${zarr_static_name}"
    "-DOUTPUT=${zarr_lib_dir}/${zarr_static_name}" "-DPATTERN=zarr_*" "-DSYMBOLS=${PROJECT_SOURCE_DIR}/abi/symbols.txt"
    ${zarr_hide_tools} -P "${PROJECT_SOURCE_DIR}/cmake/ZarrHide.cmake")
endif()
add_custom_command(OUTPUT "${zarr_lib_dir}/${zarr_static_name}"
  ${zarr_pack_static}
  DEPENDS "${zarr_cargo_output}/${zarr_static_name}" "${PROJECT_SOURCE_DIR}/abi/symbols.txt"
    "${PROJECT_SOURCE_DIR}/cmake/ZarrHide.cmake"
  COMMENT "Packing ${zarr_static_name}"
  VERBATIM)
add_custom_target(zarr_static ALL DEPENDS "${zarr_lib_dir}/${zarr_static_name}")
add_dependencies(zarr_static zarr_cargo)

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
# zarr.hpp, which is headers only.
add_library(zarr::cxx INTERFACE IMPORTED GLOBAL)
set_target_properties(zarr::cxx PROPERTIES
  INTERFACE_LINK_LIBRARIES zarr::zarr
  INTERFACE_COMPILE_FEATURES cxx_std_17)
foreach(target shared static zarr cxx)
  add_dependencies(zarr::${target} zarr_cargo zarr_static)
endforeach()
