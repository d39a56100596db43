"""What pages say beside their code: pages.py SOURCES

Lines have at most 120 characters, but for tables and code. Links lead to files and headings that are there, every page
of the guide is reached from its index, names of functions and numbers are those of the headers, and docs/errors.md has
every status once, under its number. Ends with what was counted.
"""

import re
import sys
from pathlib import Path

from blocks import PageError, blocks, without_code

sources = Path(sys.argv[1]).resolve()
pages = [sources / "README.md", *sorted((sources / "docs").glob("*.md"))]
# Beside the guide; there is none where the tests try out pages of their own.
beside = [path for path in [sources / "CONTRIBUTING.md"] if path.exists()]
header = (sources / "include/zarr.h").read_text()
known = header + "".join(path.read_text() for folder in ("fortran/src", "cmake") for path in (sources / folder).iterdir()) + "".join(
    path.read_text()
    for path in [
        *(sources / "include").rglob("*.hpp"),
        sources / "tests/store_suite/zarr_store_suite.h",
        *(sources / "mpi/include").iterdir(),
        *(sources / "mpi/fortran").iterdir(),
        sources / "netcdf/include/zarr_netcdf.h",
    ]
) + " ".join(path.stem for path in (sources / "bindings/python/libzarr").glob("*.py"))
problems, counts = [], {"links": 0, "addresses (not looked at)": 0, "names": 0, "statuses": 0}


# Pages and examples are installed side by side.
INSTALLED = {sources / name for name in (
    "docs", "c_examples", "fortran/examples", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE",
    "LICENSE-MIT", "LICENSE-APACHE")}


def slug(heading):
    """The anchor that hosts of repositories make of a heading."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(path):
    found, seen = set(), {}
    for line in without_code(path.read_text()):
        heading = re.match(r"#+ +(.*?)#*$", line)
        if heading:
            base = slug(heading[1])
            found.add(base + (f"-{seen[base]}" if seen.get(base) else ""))
            seen[base] = seen.get(base, 0) + 1
    return found


def links(path):
    for number, line in enumerate(without_code(path.read_text()), 1):
        line = re.sub(r"`[^`]*`", "", line)
        for target in re.findall(r"\]\(([^)\s]+)\)", line):
            yield number, target


for page in [*pages, *beside]:
    name = page.relative_to(sources)
    try:
        blocks(str(name), page.read_text())
    except PageError as error:
        problems.append(str(error))
    for number, line in enumerate(without_code(page.read_text()), 1):
        if len(line) > 120 and not line.startswith("|"):
            problems.append(f"{name}:{number}: the line has {len(line)} characters")
    for number, target in links(page):
        if re.match(r"[a-z]+://", target):
            counts["addresses (not looked at)"] += 1
            continue
        counts["links"] += 1
        file, _, anchor = target.partition("#")
        to = (page.parent / file).resolve() if file else page
        if not to.exists() or sources not in [to, *to.parents]:
            problems.append(f"{name}:{number}: nothing is at {target}")
        elif page in pages and not INSTALLED & {to, *to.parents}:
            problems.append(f"{name}:{number}: {target} is not installed with the pages: name it without a link")
        elif anchor and (to.suffix != ".md" or anchor not in anchors(to)):
            problems.append(f"{name}:{number}: no heading is called {target}")
    for number, line in enumerate(page.read_text().splitlines(), 1):
        # Names that end in _ stand for several.
        for word in re.findall(r"\b((?:zarr_|ZARR_)[A-Za-z0-9_]*[A-Za-z0-9])\b(?![_.*]|\.\.\.)", line):
            if page.name == "conformance.md" or word in ("zarr_format", "ZARR_CODEC_PIPELINE__PATH"):
                continue  # names of tests, which a test of its own looks up; a word of documents, a variable of zarr-python
            counts["names"] += 1
            if not re.search(rf"\b{word}\b", known, re.I) and not line.lstrip().startswith("<!--"):
                problems.append(f"{name}:{number}: nothing is called {word}")

# The names of HDF5 and netCDF, where their headers are on this machine; netCDF's call for MPI stands in a header of its own.
for pattern, headers, elsewhere in (
    (r"\bH5[A-Z]+[a-z_]\w*", [*Path("/usr/include").glob("hdf5/serial/H5*.h"), *Path("/usr/include").glob("H5*.h")], set()),
    (r"\bnc_\w+", [*Path("/usr/include").glob("netcdf*.h")], {"nc_var_par_access"}),
):
    theirs = "".join(path.read_text(errors="replace") for path in headers)
    for page in pages if theirs else ():
        for word in sorted(set(re.findall(pattern, page.read_text())) - elsewhere):
            counts["names of others"] = counts.get("names of others", 0) + 1
            if not re.search(rf"\b{word}", theirs):
                problems.append(f"{page.relative_to(sources)}: nothing is called {word}")

# Every page is reached from the index of the guide.
index = sources / "docs/index.md"
reached = {(index.parent / target.partition("#")[0]).resolve() for _, target in links(index)}
for page in pages[1:]:
    if page != index and page.resolve() not in reached:
        problems.append(f"docs/index.md does not lead to {page.name}")

# One heading a status, in the order of their numbers.
statuses = re.findall(r"^#define (ZARR_OK|ZARR_ERROR_\w+|ZARR_STATUS_USER) +(\d+)", header, re.M)
told = re.findall(r"^## `(ZARR_\w+)`, (\d+)$", (sources / "docs/errors.md").read_text(), re.M)
counts["statuses"] = len(told)
if statuses != told:
    problems.append(f"docs/errors.md and zarr.h differ: {sorted(set(statuses) ^ set(told)) or 'in their order'}")
for part in (sources / "docs/errors.md").read_text().split("\n## ")[1:]:
    for what in ("**Means**", "**Typical cause**", "**What to do**"):
        if part.startswith("`ZARR_ERROR") and what not in part:
            problems.append(f"docs/errors.md: {part.splitlines()[0]} has no {what}")

print("\n".join(problems))
print(f"{len(pages)} pages: " + ", ".join(f"{count} {what}" for what, count in counts.items()) + f", {len(problems)} problems")
sys.exit(bool(problems))
