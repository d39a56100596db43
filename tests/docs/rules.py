"""The tests of the pages find what they should: each of these pages is wrong in one way, and has to be refused, or right.

    rules.py WORKDIR, with the environment of run.py
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

here, work = Path(__file__).resolve().parent, Path(sys.argv[1]).resolve()
README = (Path(os.environ["SOURCES"]) / "README.md").read_text()
OUTPUT = "<!-- test: output -->\n```text\n{}\n```\n"
HELLO = '```python\nprint("hello")\n```\n'
RUNS = [  # a page, and what is said of it; None: nothing is wrong with it
    (HELLO + OUTPUT.format("hello"), None),
    (HELLO + OUTPUT.format("good bye"), "the program before it prints"),
    ("```\nno language\n```\n", "a block of no language"),
    ("```rust\nfn main() {}\n```\n", "a block of rust"),
    ("Text.\n\n    indented\n", "a block that is only indented"),
    ("```text\nwhatever\n```\n", "needs a comment that says what it is"),
    ("<!-- test: make -->\n\nText.\n", "a comment without its block"),
    ("<!-- test: none, it is so -->\n```sh\nfalse\n```\n", None),
    ("```sh\nfalse\ntrue\n```\n", "ended with 1"),
    ("<!-- test: make -->\n```sh\nmake nothing-of-this-name\n```\n", "ended with 2"),
    ("<!-- test: file a.py -->\n" + HELLO + "```sh\npython3 a.py\n```\n" + OUTPUT.format("hello"), None),
    ("<!-- test: file a.py -->\n" + HELLO + "```sh\ntrue\n```\n", "no script after it names a.py"),
    ("```json\n{1}\n```\n", "Expecting"),
    ("```toml\n[x\n```\n", "TOMLDecodeError"),
    ("```c\nint number = 1\n```\n", "ended with 1"),
    ('```c\nzarr_store *store = NULL;\nzarr_store_open("memory://", "{}", &store, &error);\nzarr_store_free(store);\n```\n', None),
    ('```c\nzarr_store *store = NULL;\nzarr_store_open("memory://", "[]", &store, &error);\n```\n', "ZARR_ERROR_INVALID_ARGUMENT"),
    ("```cpp\nthrow 1;\n```\n", "ended with"),
    ("```fortran\nerror stop 3\n```\n", "ended with 3"),
    ("```cmake\nfind_package(nothing-of-this-name REQUIRED)\n```\n", "ended with 1"),
]
# A page beside the README, an index and the errors; what pages.py says of it.
LOOKS = [
    ("[there](../README.md#licence) and [here](#a-heading)\n\n# A heading\n", None),
    ("[x](nothing.md)\n", "nothing is at nothing.md"),
    ("[x](../README.md#nothing)\n", "no heading is called ../README.md#nothing"),
    ("`zarr_array_reed`\n", "nothing is called zarr_array_reed"),
    ("`zarr_array_read`, `zarr_array_builder_...`, `ZARR_ERROR_...`\n", None),
]
failed = 0


def check(name, page, expected, command, environment):
    global failed
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=200)
    said = done.stdout + done.stderr
    good = done.returncode == 0 if expected is None else done.returncode != 0 and expected in said
    if not good:
        failed += 1
        print(f"FAILED: {name}: expected {expected or 'success'}\n{page}\n{said}")


shutil.rmtree(work, ignore_errors=True)
for index, (page, expected) in enumerate(RUNS):
    root = work / str(index)
    root.mkdir(parents=True)
    (root / "README.md").write_text(README)
    (root / "Makefile").write_text("all:\n")
    (root / "page.md").write_text(page)
    check("run.py", page, expected, [sys.executable, here / "run.py", root / "page.md", root / "work"], {**os.environ, "SOURCES": str(root)})
for index, (page, expected) in enumerate(LOOKS):
    root = work / f"pages{index}"
    (root / "docs").mkdir(parents=True)
    for folder in ("include", "fortran", "cmake", "mpi", "netcdf"):
        (root / folder).symlink_to(Path(os.environ["SOURCES"]) / folder)
    (root / "tests").mkdir()
    (root / "tests/store_suite").symlink_to(Path(os.environ["SOURCES"]) / "tests/store_suite")
    (root / "README.md").write_text("# Licence\n")
    (root / "docs/index.md").write_text("[page](page.md) [errors](errors.md)\n")
    shutil.copy(Path(os.environ["SOURCES"]) / "docs/errors.md", root / "docs/errors.md")
    for name in ("options", "formats", "extending", "mpi", "handling-errors"):
        (root / f"docs/{name}.md").write_text("")
        (root / "docs/index.md").write_text((root / "docs/index.md").read_text() + f"[{name}]({name}.md)\n")
    (root / "docs/page.md").write_text(page)
    check("pages.py", page, expected, [sys.executable, here / "pages.py", root], dict(os.environ))
print(f"{len(RUNS) + len(LOOKS) - failed} passed, {failed} failed")
sys.exit(bool(failed))
