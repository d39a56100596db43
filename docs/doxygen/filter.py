"""Doxygen reads the C headers through this: the first page of each becomes a page, its chapters topics.

The headers are written to be read as they are, where a chapter is a plain comment between two rules. Doxygen wants to be told
where one begins and ends.
"""

import re
import sys
from pathlib import Path

RULE = "-" * 40


def text_of(comment):
    return "\n".join(line[3:] if line.startswith(" * ") else "" for line in comment)


def groups(lines, header):
    """The lines of the header, with its banners as groups."""
    others = "" if header == "zarr.h" else f" ({header})"
    open_group = False
    lines = iter(lines)
    for line in lines:
        if line.startswith(f"/* {header}: "):
            comment = [line]
            while not comment[-1].startswith(" */"):
                comment.append(next(lines))
            title = comment[0].partition(": ")[2]
            yield f"/** \\file\n * {title}. Each chapter is a topic of its own.\n */"
            yield f"/** \\page {header.replace('.', '_')} The first page of {header}\n" + "\n".join(comment[1:])
        elif line.startswith("/* " + RULE):
            title = next(lines)[3:] + others
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


path = Path(sys.argv[1])
print("\n".join(groups(path.read_text(encoding="utf-8").splitlines(), path.name)))
