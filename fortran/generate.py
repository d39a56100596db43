#!/usr/bin/env python3
"""Generates the repetitive sources of the Fortran module, which are committed all the same, so that a compiler is
all that a user needs:

    src/zarr_c.f90     the constants, structs and functions of include/zarr.h, all of them
    src/<name>.f90     from templates/<name>.fypp, by fypp: one procedure a kind; and in the same way the tests of
                       tests/fortran that call them all
    docs/fortran-reference.md  from all of the sources, by reference.py

    generate.py           writes them (make fortran)
    generate.py --check   compares, and fails if one is not what it would write (a test)
"""

import pathlib
import re
import sys

sys.dont_write_bytecode = True  # nothing is left beside the sources
import reference

HERE = pathlib.Path(__file__).resolve().parent
HEADER = HERE.parent / "include" / "zarr.h"
SYMBOLS = HERE.parent / "abi" / "symbols.txt"
WIDTH = 120

NUMBERS = {
    "int32_t": "integer(c_int32_t)",
    "uint32_t": "integer(c_int32_t)",  # Fortran has no unsigned integers: the same bits
    "int64_t": "integer(c_int64_t)",
    "uint64_t": "integer(c_int64_t)",
    "size_t": "integer(c_size_t)",
    "double": "real(c_double)",
    "zarr_status": "integer(c_int32_t)",
}
# The names of structs, and of types of functions, which raw() finds in the header.
STRUCTS, CALLBACKS = set(), set()
# Texts that may be NULL: a pointer, since a procedure of C has no optional arguments in Fortran 2008.
NULLABLE = {"options_json", "attributes_json", "configuration_json", "v2_id", "v3_name", "values", "sizes"}
# The list that may be NULL, by its function.
NULLABLE_LISTS = {("zarr_array_set_dimension_names", "names")}
# Outputs that are lists; the others are one number.
LISTS = re.compile(r"(?:.*_)?(?:shape|lengths|position|values)|part_start|part_count")
# Outputs of single functions that go by the name of a number elsewhere.
LISTS_OF = {"zarr_array_chunk_bounds": {"start", "count"}}
# ZARR_VERSION is also a function, in a language that does not know upper case.
RENAMED = {"zarr_version": "zarr_header_version"}


def without_comments(text):
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def wrapped(line, indent):
    """A statement of any length, broken after commas."""
    lines = []
    while len(line) > WIDTH:
        at = line.rfind(", ", 0, WIDTH - 3) + 1
        lines.append(line[:at] + " &")
        line = " " * (indent + 4) + line[at + 1 :]
    return "\n".join(lines + [line])


def constants(text):
    made = []
    for name, value in re.findall(r"^#define +(ZARR_\w+) +(\S+) *$", text, flags=re.M):
        name = name.lower()
        name = RENAMED.get(name, name)
        if value.startswith('"'):
            made.append(f"character(len=*), parameter, public :: {name} = {value}")
        elif re.fullmatch(r"\d+", value):
            made.append(f"integer(c_int32_t), parameter, public :: {name} = {value}")
    return made


def structs(text):
    made = []
    for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\} \1;", text, flags=re.S):
        STRUCTS.add(name)
        members = [f"type, bind(c), public :: {name}"]
        for member in filter(None, (part.strip() for part in body.split(";"))):
            if function := re.match(r"\w+ \(\*(\w+)\)", member):
                members.append(f"    type(c_funptr) :: {function[1]} = c_null_funptr")
            elif buffer := re.fullmatch(r"char (\w+)\[(\d+)\]", member):
                members.append(f"    character(kind=c_char) :: {buffer[1]}({buffer[2]}) = c_null_char")
            elif number := re.fullmatch(r"(\w+) (\w+)", member):
                if number[1] in CALLBACKS:
                    members.append(f"    type(c_funptr) :: {number[2]} = c_null_funptr")
                else:
                    members.append(f"    {NUMBERS[number[1]]} :: {number[2]} = 0")
            else:
                pointer = re.fullmatch(r"[\w *]+\*(?:const \*)?(\w+)", member)
                members.append(f"    type(c_ptr) :: {pointer[1]} = c_null_ptr")
        made.append("\n".join([*members, f"end type {name}"]))
    return made


def argument(function, text):
    """The name of an argument and its declaration."""
    name = re.search(r"\w+$", text)[0]
    kind = text[: -len(name)].strip()
    stars = kind.count("*")
    base = re.sub(r"\bconst\b|\*", "", kind).strip()
    constant = kind.startswith("const ")
    if stars == 0:
        if base in CALLBACKS:
            return name, f"type(c_funptr), value :: {name}"
        if base in STRUCTS:
            return name, f"type({base}), value :: {name}"
        return name, f"{NUMBERS[base]}, value :: {name}"
    if stars == 2:
        if (function, name) in NULLABLE_LISTS:
            return name, f"type(c_ptr), value :: {name}"
        if constant or kind.endswith("*const *"):  # lists of pointers, given
            return name, f"type(c_ptr), intent(in) :: {name}(*)"
        return name, f"type(c_ptr), intent(out) :: {name}"
    if base == "zarr_error":
        return name, f"type(zarr_error), intent(inout) :: {name}"
    if base in STRUCTS and not (constant and name == "how"):  # which may be NULL
        return name, f"type({base}), intent({'in' if constant else 'inout'}) :: {name}"
    if base == "char" and name not in NULLABLE:
        return name, f"character(kind=c_char), intent(in) :: {name}(*)"
    if base in NUMBERS and name not in ("sizes", "ticket"):
        if constant:
            return name, f"{NUMBERS[base]}, intent(in) :: {name}(*)"
        many = LISTS.fullmatch(name) or name in LISTS_OF.get(function, ())
        return name, f"{NUMBERS[base]}, intent(out) :: {name}{'(*)' if many else ''}"
    return name, f"type(c_ptr), value :: {name}"


def functions(text):
    text = re.sub(r"typedef struct \w+ \{.*?\} \w+;", "", text, flags=re.S)
    text = re.sub(r"^#.*?(?<!\\)$", "", text, flags=re.M | re.S)
    made = {}
    for returned, name, arguments in re.findall(r"^([\w ]+?[ *]+)(zarr_\w+)\(([^;]*)\);", text, flags=re.M):
        arguments = [] if arguments.strip() == "void" else [" ".join(part.split()) for part in arguments.split(",")]
        declared = [argument(name, part) for part in arguments]
        listed = ", ".join(part for part, _ in declared)
        returned = returned.strip()
        if returned == "void":
            unit = head = f"subroutine {name}"
            head += f"({listed}) bind(c)"
        else:
            kind = "type(c_ptr)" if returned.endswith("*") else NUMBERS[returned]
            unit = f"function {name}"
            head = f"{unit}({listed}) bind(c) result(answer)"
            declared.append(("answer", f"{kind} :: answer"))
        own = sorted({kind for kind in STRUCTS if any(f"type({kind})" in line for _, line in declared)})
        needed = sorted(set(re.findall(r"\bc_\w+", " ".join(line for _, line in declared))) | set(own))
        lines = [wrapped(" " * 8 + head, 8), wrapped(f"            import :: {', '.join(needed)}", 12)]
        lines += [wrapped(f"            {line}", 12) for _, line in declared]
        made[name] = "\n".join([*lines, f"        end {unit}"])
    return made


def raw():
    text = without_comments(HEADER.read_text())
    CALLBACKS.update(re.findall(r"^typedef \w+ \(\*(\w+)\)", text, flags=re.M))
    numbers, types, calls = constants(text), structs(text), functions(text)
    wanted = set(SYMBOLS.read_text().split())
    if set(calls) != wanted:
        sys.exit(f"generate.py: functions of the header and exported symbols differ: {sorted(set(calls) ^ wanted)}")
    parts = [
        "! The C API as Fortran sees it: the constants, structs and functions of zarr.h, each by its name there, and what zarr.h\n"
        "! says of them holds. Pointers that may be NULL are of type c_ptr, unsigned numbers the signed ones of the same bits.\n"
        "! Made of include/zarr.h by generate.py (make fortran); the module zarr stands on it, and is what most programs want.\n"
        "! SPDX-License-Identifier: MIT OR Apache-2.0",
        "module zarr_constants\n    use, intrinsic :: iso_c_binding, only: c_int32_t\n    implicit none\n    private\n",
        "\n".join(f"    {line}" for line in numbers),
        "end module zarr_constants\n",
        "module zarr_c\n    use, intrinsic :: iso_c_binding, only: c_char, c_double, c_funptr, c_int32_t, c_int64_t, c_null_char, &\n"
        "        c_null_funptr, c_null_ptr, c_ptr, c_size_t\n    implicit none\n    private\n",
        "\n\n".join("\n".join(f"    {line}" for line in part.split("\n")) for part in types) + "\n",
        "\n".join(f"    public :: {name}" for name in calls) + "\n",
        "    interface\n" + "\n\n".join(calls.values()) + "\n    end interface",
        "end module zarr_c",
    ]
    return "\n".join(parts) + "\n"


def from_template(path):
    import fypp  # only here: the raw layer needs nothing but Python

    options = fypp.FyppOptions()
    options.line_length = 10000
    made = fypp.Fypp(options).process_file(str(path))
    lines = [wrapped(line, len(line) - len(line.lstrip())) if "!" not in line else line for line in made.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines))


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    wanted = {HERE / "src" / "zarr_c.f90": raw()}
    for template in sorted((HERE / "templates").glob("*.fypp")):
        wanted[HERE / "src" / f"{template.stem}.f90"] = from_template(template)
    for template in sorted((HERE.parent / "tests" / "fortran").glob("*.fypp")):
        wanted[template.with_suffix(".f90")] = from_template(template)
    sources = {path.stem: wanted.get(path) or path.read_text() for path in sorted((HERE / "src").glob("*.f90"))}
    wanted[HERE.parent / "docs" / "fortran-reference.md"] = reference.page(sources)
    stale = []
    for path, text in wanted.items():
        if not path.exists() or path.read_text() != text:
            stale.append(str(path.relative_to(HERE.parent)))
            if not check:
                path.write_text(text)
    for path in stale:
        print(f"{path}: {'is not what generate.py makes: run `make fortran`' if check else 'written'}")
    sys.exit(check and bool(stale))


if __name__ == "__main__":
    main()
