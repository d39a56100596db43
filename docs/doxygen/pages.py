"""The pages of the guide as Doxygen takes them: pages.py SOURCES PAGES HTML, in the order of docs/index.md

Hosts of repositories make an anchor of each heading, and follow links to files and folders of the sources. Doxygen does neither:
headings get labels here, links to them become references, and what the pages lead to in the sources is put beside them as HTML.
Prints the pages, which lie in PAGES then.
"""

import html
import re
import sys
from pathlib import Path

sources, pages, site = (Path(argument).resolve() for argument in sys.argv[1:])
linked = set()


def slug(heading):
    """The anchor that hosts of repositories make of a heading; tests/docs/pages.py holds pages to it."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def label(page, anchor):
    """A heading is known by its page too, since several have one name."""
    return f"{page}-{anchor}".lower()


def code_of(span):
    """A span of code. Doxygen takes a % before a word away, which Fortran needs."""
    return f"<code>{html.escape(span[1:-1], quote=False).replace('%', chr(92) + '%')}</code>" if re.search(r"%\w", span) else span


def target(page, link):
    """Where a link of a page leads on the site."""
    if re.match(r"[a-z]+:", link):
        return link
    file, _, anchor = link.partition("#")
    to = (page.parent / file).resolve() if file else page
    if to.suffix == ".md" and to in titles:
        return f"@ref {label(to.stem, anchor)}" if anchor else f"@ref {label(to.stem, 'page')}"
    if to.suffix in (".png", ".svg"):
        return to.name
    linked.add(to)
    return f"sources/{address(to)}"


def address(path):
    name = path.relative_to(sources).as_posix()
    return f"{name}/index.html" if path.is_dir() else f"{name}.html"


def transformed(page):
    """A page with labels at its headings, and links that lead somewhere."""
    seen, code = {}, False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines()):
        if line.lstrip().startswith("```"):
            code = not code
        heading = None if code else re.match(r"(#+) +(.*?)#*$", line)
        if heading:
            anchor = slug(heading[2])
            seen[anchor] = seen.get(anchor, -1) + 1
            anchor = anchor if seen[anchor] == 0 else f"{anchor}-{seen[anchor]}"
            name = label(page.stem, "page" if number == 0 else anchor)
            text = re.sub(r"%(?=\w)", r"\\%", heading[2].rstrip())
            line = f"{heading[1]} {text} {{#{name}}}"
        if not code and not line.startswith("    "):
            line = re.sub(r"(`[^`]*`)|\]\(([^)\s]+)\)", lambda part: code_of(part[1]) if part[1] else f"]({target(page, part[2])})", line)
        yield line


def page_of_source(path):
    """A file of the sources, or a folder as the list of what is in it."""
    place = site / "sources" / address(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    name = html.escape(path.relative_to(sources).as_posix())
    if path.is_dir():
        inside = sorted(child for child in path.iterdir() if not child.name.startswith((".", "__")) and child.suffix != ".pyc")
        rows = [f'<li><a href="{html.escape(child.name)}{"/index.html" if child.is_dir() else ".html"}">{html.escape(child.name)}</a></li>'
                for child in inside if child.is_dir() or is_text(child)]
        body = "<ul>" + "\n".join(rows) + "</ul>"
        for child in inside:
            if child.is_dir() or is_text(child):
                page_of_source(child)
    else:
        body = "<pre>" + html.escape(path.read_text(encoding="utf-8")) + "</pre>"
    place.write_text(f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{name}</title></head>'
                     f"<body><h1>{name}</h1>\n{body}\n</body></html>\n", encoding="utf-8")


def is_text(path):
    try:
        path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return False
    return True


# The order of the guide: that of its index, where "five minutes" come first, and then what it does not name.
index = sources / "docs/index.md"
order = [index, sources / "docs/start.md"]
order += [(index.parent / file).resolve() for file in re.findall(r"\]\(([\w.-]+\.md)\)", index.read_text(encoding="utf-8"))]
order += [*sorted((sources / "docs").glob("*.md")), sources / "README.md"]
titles = {page: page.read_text(encoding="utf-8").splitlines()[0].lstrip("# ") for page in dict.fromkeys(order)}
pages.mkdir(parents=True, exist_ok=True)
for page in titles:
    (pages / page.name).write_text("\n".join(transformed(page)) + "\n", encoding="utf-8")
for path in sorted(linked):
    page_of_source(path)
print(" ".join(str(pages / page.name) for page in titles))
