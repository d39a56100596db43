"""Doxygen reads zarr.h through this: its first page becomes a page, its chapters topics.

The header is written to be read as it is, where a chapter is a plain comment between two rules. Doxygen wants to be told
where one begins and ends.
"""

import re
import sys

RULE = "-" * 40


def text_of(comment):
    return "\n".join(line[3:] if line.startswith(" * ") else "" for line in comment)


def groups(lines):
    """The lines of the header, with its banners as groups."""
    open_group = False
    lines = iter(lines)
    for line in lines:
        if line.startswith("/* zarr.h: "):
            comment = [line]
            while not comment[-1].startswith(" */"):
                comment.append(next(lines))
            yield "/** \\file\n * The whole C API; each of its chapters is a topic of its own.\n */"
            yield "/** \\page zarr_h The first page of zarr.h\n" + "\n".join(comment[1:])
        elif line.startswith("/* " + RULE):
            title = next(lines)[3:]
            next(lines)
            name = re.sub("[^a-z0-9]+", "_", title.lower()).strip("_")
            if open_group:
                yield "/** @} */"
            open_group = True
            yield f"/** \\defgroup {name} {title}"
            for line in lines:
                if line.startswith(" */"):
                    break
                yield line
            yield " * @{\n */"
        elif line.startswith("#ifdef __cplusplus") and open_group:
            yield "/** @} */\n" + line
            open_group = False
        else:
            yield line


with open(sys.argv[1], encoding="utf-8") as header:
    print("\n".join(groups(header.read().splitlines())))
