"""Compiles and runs every block of code on a page: run.py PAGE WORKDIR, with the rules of README.md.

The environment says where things are: SOURCES, PREFIX (an installed package), LIBDIR, MODULES (of the Fortran compiler's kind, below
PREFIX), PYTHON (with zarr-python), and the compilers CC, CXX, FC; MPICC and MPIEXEC may be missing. Ends with "N blocks: ...".
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

from blocks import PageError, blocks

page, work = Path(sys.argv[1]), Path(sys.argv[2])
env = os.environ
sources, prefix = Path(env["SOURCES"]), Path(env["PREFIX"])
libraries = prefix / env["LIBDIR"]
name = str(page.relative_to(sources))
STRICT = ["-g", "-Wall", "-Wextra", "-Werror", "-Wno-unused-variable"]
C_FLAGS = ["-std=c99", "-pedantic", "-Wstrict-prototypes", "-Wno-unused-but-set-variable", "-Wno-unused-function", *STRICT, f"-I{prefix}/include"]
CPP_FLAGS = ["-std=c++17", "-Wpedantic", "-Wconversion", "-Wshadow", *STRICT, f"-I{prefix}/include"]
FORTRAN_FLAGS = ["-std=f2018", "-g", "-Wall", "-Werror", "-Wno-unused-variable", "-Wno-compare-reals", "-Wno-maybe-uninitialized",
                 "-Wno-function-elimination", f"-I{prefix}/include/{env.get('MODULES', '')}"]
LINK = [f"-L{libraries}", f"-Wl,-rpath,{libraries}", "-lzarr", "-pthread", "-lm"]
LINK_FORTRAN = [f"-L{libraries}/{env.get('MODULES', '')}", "-lzarr_fortran", *LINK]
FRONT = re.compile(r"(?:/\*.*?\*/\s*|//[^\n]*\s*)*(?:#|(?:static|typedef|struct|class|template|enum)\b)", re.S)
# The newest, since the tests of cargo build it, and CMake may.
TOOL = max((path for path in map(Path, env.get("TOOLS", "").split(os.pathsep)) if path.is_file()), default=None,
           key=lambda path: path.stat().st_mtime)
# {"https://host.example.org": "http://127.0.0.1:4321", ...}, where there are servers (tests/cloud/servers.rs).
CLOUD = json.loads(env["ZARR_PAGES_CLOUD"]) if "ZARR_PAGES_CLOUD" in env else None
# Replacements in the code of a page and, the other way round, in its output.
INSTEAD = {"file:///tmp/": work.absolute().as_uri() + "/", **(CLOUD or {})}
NOT_RUN = object()
counts = Counter()

C_PRELUDE = """#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zarr.h>
static void page_has(int line, zarr_status expected, zarr_error *error)
{
    if (error->status != expected) {
        fprintf(stderr, "line %d: %s: %s\\n", line, zarr_status_name(error->status), error->message);
        exit(1);
    }
    error->status = ZARR_OK;
}
"""


class Failed(Exception):
    pass


def run(command, block, **more):
    surroundings = {**env, "prefix": str(prefix), "PKG_CONFIG_PATH": f"{libraries}/pkgconfig", "LD_LIBRARY_PATH": str(libraries),
                    "DYLD_LIBRARY_PATH": str(libraries), "LIBZARR": str(libraries / "libzarr.so"), "CMAKE_PREFIX_PATH": str(prefix),
                    "PATH": (str(TOOL.parent) + os.pathsep if TOOL else "") + env["PATH"],
                    "PYTHONPATH": str(sources / "bindings/python"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([str(part) for part in command], cwd=more.pop("cwd", work), env=surroundings, text=True, timeout=250,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    if done.returncode != 0:
        raise Failed(f"{block}: {' '.join(map(str, command))} ended with {done.returncode}\n{done.stdout}")
    return done.stdout


def compiled(language, text, block, stem):
    """The path of the program that a source makes."""
    suffix = {"c": "c", "cpp": "cpp", "fortran": "f90"}[language]
    source, program = work / f"{stem}.{suffix}", work / f"{stem}.program"
    for name, other in INSTEAD.items():
        text = text.replace(name, other)
    source.write_text(text)
    mpi = block.test.startswith("mpi")
    compiler = {"c": env["MPICC"] if mpi else env["CC"], "cpp": env["CXX"], "fortran": env["FC"]}[language]
    flags = {"c": C_FLAGS, "cpp": CPP_FLAGS, "fortran": FORTRAN_FLAGS}[language]
    if language == "fortran" and "extends(zarr_custom_store)" in text:
        # The library prescribes the arguments of its procedures, and few stores need all of them.
        flags = [*flags, "-Wno-unused-dummy-argument"]
    links = LINK_FORTRAN if language == "fortran" else LINK
    run([compiler, *flags, source, "-o", program, *([LINK[0], "-lzarr_mpi"] if mpi else []), *links], block)
    return program


def c_like(language, parts):
    front, body = [], []
    for part in parts:
        place = f'#line {part.line} "{part.page}"\n'
        if FRONT.match(part.text):
            front.append(place + part.text)
        else:
            status = part.test.split()[1] if part.test.startswith("fails") else "ZARR_OK"
            check = f"    page_has({part.line}, {status}, &error);\n" if language == "c" else ""
            body.append(place + part.text + check)
    if language == "cpp":
        return "\n".join([*front, "int main() {", *body, "}\n"])
    return "\n".join([C_PRELUDE, *front, "int main(void)\n{\n    zarr_error error = {0};\n", *body, "    return error.status;\n}\n"])


def fortran(parts):
    uses, declarations, body = ["use zarr"], [], []
    for part in parts:
        lines = iter(part.text.splitlines())
        for line in lines:
            word = line.strip().lower()
            into = body
            if re.match(r"use\b", word):
                into = uses
            elif re.match(r"(type|class)\(|(integer|real|double precision|character|logical|complex)\b", word) and "::" in word:
                into = declarations
            into.append(line)
            while line.rstrip().endswith("&"):
                line = next(lines)
                into.append(line)
    return "\n".join(["program page", *uses, "implicit none", *declarations, *body, "end program page\n"])


def cmake_project(text, block, stem):
    """Configures and builds a project; a fragment gets one around it."""
    folder = work / stem
    folder.mkdir()
    language = "Fortran" if "Fortran" in text else "CXX" if "CXX" in text else "C"
    program = {"C": "#include <zarr.h>\nint main(void) { return zarr_version_number() == ZARR_VERSION_NUMBER ? 0 : 1; }\n",
               "CXX": "#include <zarr.hpp>\nint main() { return zarr::store::open(\"memory://\").handle() ? 0 : 1; }\n",
               "Fortran": "program p\n use zarr\n implicit none\n if (len(zarr_version()) == 0) error stop\nend program p\n"}[language]
    file = {"C": "my_program.c", "CXX": "my_program.cpp", "Fortran": "my_program.f90"}[language]
    for each in ("program.c", "program.f90"):
        shutil.copy(work / each, folder)
    (folder / file).write_text(program)
    if not block.whole:
        more = "C " + (language if language != "C" else "")
        text = f"cmake_minimum_required(VERSION 3.16)\nproject(page LANGUAGES {more})\nadd_executable(my_program {file})\n{text}"
    (folder / "CMakeLists.txt").write_text(text)
    compilers = [f"-DCMAKE_C_COMPILER={env['CC']}", f"-DCMAKE_CXX_COMPILER={env['CXX']}", f"-DCMAKE_Fortran_COMPILER={env['FC']}"]
    run([env["CMAKE"], "-S", ".", "-B", "build", *compilers], block, cwd=folder)
    run([env["CMAKE"], "--build", "build"], block, cwd=folder)
    if (folder / "build/my_program").exists():
        run(["./my_program"], block, cwd=folder / "build")


def outside(block):
    """What is not run: whether that is so."""
    if block.test.startswith("none,"):
        print(f"not run: {block}: {block.test[len('none,'):].strip()}")
        counts["not run, see above"] += 1
        return True
    if block.test == "tool" and not TOOL:
        print(f"not run: {block}: zarrtool is not built")
        counts["not run, see above"] += 1
        return True
    if block.test.startswith("mpi") and not (env.get("MPICC") and env.get("MPIEXEC")):
        print(f"not run: {block}: there is no MPI")
        counts["not run, see above"] += 1
        return True
    return False


def write_for_a_script(block, later):
    """Puts a program beside the scripts, of which a later one has to compile it."""
    file = block.test.split()[1]
    if not any(part.language == "sh" and file in part.text for part in later):
        raise Failed(f"{block}: no script after it names {file}")
    (work / file).write_text(block.text)
    counts["written for a script"] += 1


def start(program, block):
    if block.test == "compile" or block.test == "cloud" and CLOUD is None:
        counts["compiled"] += 1
        return NOT_RUN
    counts["run"] += 1
    if block.test.startswith("mpi"):
        return run([env["MPIEXEC"], "-n", block.test.split()[1], program], block)
    return run([program], block)


def one(block, stem):
    """Runs a block that stands for itself; gives what it prints."""
    if block.language == "json":
        json.loads(block.text)
        counts["parsed"] += 1
    elif block.language == "toml":
        tomllib.loads(block.text)
        counts["parsed"] += 1
    elif block.language == "cmake":
        cmake_project(block.text, block, stem)
        counts["run"] += 1
    elif block.language == "sh" and block.test == "make":
        for line in block.text.splitlines():
            command = line.split("#")[0].split()
            if command[:1] != ["make"]:
                raise Failed(f"{block}: not make: {line}")
            run(["make", "-n", *command[1:]], block, cwd=sources)
        counts["make -n"] += 1
    elif block.language == "sh":
        counts["run"] += 1
        return run(["sh", "-eu", "-c", block.text], block)
    else:
        return start(compiled(block.language, block.text, block, stem), block)
    return ""


def together(language, parts):
    """Runs the fragments of one language as one program."""
    block = parts[0]
    if language == "python":
        (work / "page.py").write_text("\n".join(part.text for part in parts))
        counts["run"] += sum(not part.hidden for part in parts)
        return run([env["PYTHON"], "page.py"], block)
    text = fortran(parts) if language == "fortran" else c_like(language, parts)
    printed = start(compiled(language, text, block, f"page_{language}"), block)
    counts["run"] += sum(not part.hidden for part in parts) - 1
    return printed


def session(block):
    """Runs the commands of a text, the lines behind "$ ", each of which prints what follows it."""
    commands = re.split(r"^\$ ", block.text, flags=re.M)
    if commands[0]:
        raise Failed(f"{block}: it begins without a command")
    for command in commands[1:]:
        line, _, text = command.partition("\n")
        printed = run(["sh", "-eu", "-c", line], block)
        if [one.rstrip() for one in printed.splitlines()] != [one.rstrip() for one in text.splitlines()]:
            raise Failed(f"{block}: {line}\nprints\n{printed}")
        counts["commands compared"] += 1


def expect(block, printed):
    if printed is NOT_RUN:
        counts["outputs not compared"] += 1
        return
    for name, other in INSTEAD.items():
        printed = printed and printed.replace(other, name)
    if printed is None or [line.rstrip() for line in printed.splitlines()] != [line.rstrip() for line in block.text.splitlines()]:
        raise Failed(f"{block}: the program before it prints\n{printed}")
    counts["outputs compared"] += 1


def main():
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    readme = blocks("README.md", (sources / "README.md").read_text())
    for language, file in (("c", "program.c"), ("fortran", "program.f90")):
        (work / file).write_text(next(block.text for block in readme if block.language == language and block.whole))
    found = blocks(name, page.read_text())
    done, printed = set(), None
    for index, block in enumerate(found):
        if block.language == "text":
            if block.test == "output":
                expect(block, printed)
            elif outside(block):
                continue
            elif block.test == "tool":
                session(block)
            else:
                raise Failed(f"{block}: a text needs a comment that says what it is")
            continue
        if block.hidden and block.language != "sh" and all(part.hidden or part.test for part in found if part.language == block.language):
            continue  # it serves blocks that are not run
        fragment = block.language in ("c", "cpp", "fortran", "python") and not block.whole
        if not block.hidden and outside(block):
            continue
        if block.test.startswith("file "):
            write_for_a_script(block, found[index + 1:])
            continue
        if fragment and (not block.test or block.test.startswith("fails")):
            if block.language not in done:
                done.add(block.language)
                parts = [part for part in found if part.language == block.language and not part.whole
                         and (not part.test or part.test.startswith("fails"))]
                printed = together(block.language, parts)
        elif fragment:
            setups = [part for part in found if part.language == block.language and part.hidden]
            if block.test == "cloud":
                setups += [part for part in found[:index] if part.language == block.language and FRONT.match(part.text)]
            printed = start(compiled(block.language, c_like(block.language, [*setups, block]), block, f"block{index}"), block)
        else:
            printed = one(block, f"block{index}")
    told = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
    print(f"{name}: {len([block for block in found if not block.hidden])} blocks: {told or 'none'}")


try:
    main()
except (PageError, Failed) as error:
    sys.exit(str(error))
