# Builds and installs `zarrtool`, with its manual and its completions. It has the library in it, and needs no installed one.
# In a folder of its own: cargo keeps one build of a library in a folder, and the tool needs another crate type than C does. In one
# folder each build of the one would make that of the other out of date.
set(zarr_tool_target_dir "${ZARR_CARGO_TARGET_DIR}/zarrtool")
string(REPLACE "${ZARR_CARGO_TARGET_DIR}" "${zarr_tool_target_dir}" zarr_tool_output "${zarr_cargo_output}")
set(zarr_tool "${zarr_tool_output}/zarrtool${CMAKE_EXECUTABLE_SUFFIX}")
set(zarr_tool_dir "${PROJECT_BINARY_DIR}/zarrtool")

# After the library: both use all processors.
add_custom_target(zarr_tool ALL
  COMMAND "${CMAKE_COMMAND}" -E env --unset=MAKEFLAGS --unset=MFLAGS "CARGO_TARGET_DIR=${zarr_tool_target_dir}"
    "${ZARR_CARGO}" build --profile "${ZARR_CARGO_PROFILE}" --locked --package zarrtool ${zarr_target_args} ${zarr_feature_args} ${zarr_vendor_args} ${ZARR_CARGO_FLAGS}
  BYPRODUCTS "${zarr_tool}"
  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
  COMMENT "Building zarrtool ${PROJECT_VERSION} with cargo"
  USES_TERMINAL VERBATIM)
add_dependencies(zarr_tool zarr_cargo)

if(NOT ZARR_INSTALL)
  return()
endif()
# `cmake --install ... --component zarrtool` installs the program alone.
install(PROGRAMS "${zarr_tool}" DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT zarrtool)
# The program writes its manual itself, which it can only where it runs.
if(NOT ZARR_CARGO_TARGET)
  install(CODE "
    file(REMOVE_RECURSE \"${zarr_tool_dir}\")
    file(MAKE_DIRECTORY \"${zarr_tool_dir}\")
    execute_process(COMMAND \"${zarr_tool}\" man \"${zarr_tool_dir}/man\" RESULT_VARIABLE failed)
    foreach(shell bash zsh fish)
      if(NOT failed)
        execute_process(COMMAND \"${zarr_tool}\" completions \${shell} OUTPUT_FILE \"${zarr_tool_dir}/\${shell}\" RESULT_VARIABLE failed)
      endif()
    endforeach()
    if(failed)
      message(FATAL_ERROR \"zarrtool does not write its manual\")
    endif()" COMPONENT zarrtool)
  install(DIRECTORY "${zarr_tool_dir}/man/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT zarrtool)
  install(FILES "${zarr_tool_dir}/bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME zarrtool COMPONENT zarrtool)
  install(FILES "${zarr_tool_dir}/zsh" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" RENAME _zarrtool COMPONENT zarrtool)
  install(FILES "${zarr_tool_dir}/fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" RENAME zarrtool.fish COMPONENT zarrtool)
endif()
