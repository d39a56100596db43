# Run by `cmake -P`: makes of a static library one that defines nothing but the symbols that match a pattern.
#     INPUT OUTPUT   the archives
#     PATTERN        what stays global, as objcopy spells it: zarr_*
#     SYMBOLS        a file with the names of these symbols, one a line; what they need is what is taken out of the archive
#     CC CC_FLAGS OBJCOPY AR
# All members become one object, within which names no longer matter, and the linker that makes the program never sees them.
# Its groups are dissolved: a linker that found the group of one name in two libraries, such as that of Rust's personality
# function, would drop the second and with it what has become local there. The sections with LLVM's bitcode serve rustc only.
cmake_minimum_required(VERSION 3.16)
file(STRINGS "${SYMBOLS}" names)
list(TRANSFORM names PREPEND "-Wl,-u,")
set(object "${OUTPUT}.o")
foreach(step
    "link;${CC};${CC_FLAGS};-r;-nostdlib;-Wl,--force-group-allocation;${names};${INPUT};-o;${object}"
    "hide;${OBJCOPY};--wildcard;--keep-global-symbol=${PATTERN};--remove-section=.llvmbc;--remove-section=.llvmcmd;${object}"
    "pack;${AR};rcs;${OUTPUT}.new;${object}")
  list(POP_FRONT step what)
  if(what STREQUAL "pack")
    file(REMOVE "${OUTPUT}.new")
  endif()
  execute_process(COMMAND ${step} RESULT_VARIABLE result ERROR_VARIABLE errors)
  if(NOT result EQUAL 0)
    file(REMOVE "${object}")
    message(FATAL_ERROR "${INPUT}: cannot ${what}; -DZARR_HIDE_SYMBOLS=OFF leaves the library as cargo makes it\n${errors}")
  endif()
endforeach()
file(REMOVE "${object}")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
