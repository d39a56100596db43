"""The blocks of code on a page, and what comments say of them. README.md has the rules."""

import re
from dataclasses import dataclass

LANGUAGES = {"c", "cpp", "fortran", "python", "sh", "cmake", "json", "toml", "text"}
WHOLE = {
    "c": re.compile(r"^int main\(", re.M),
    "cpp": re.compile(r"^int main\(", re.M),
    "fortran": re.compile(r"^\s*end program", re.M),
    "cmake": re.compile(r"^project\(", re.M),
}


@dataclass
class Block:
    page: str
    line: int  # of its first line of code
    language: str
    text: str
    test: str = ""  # what the comment before it says
    hidden: bool = False

    @property
    def whole(self):
        pattern = WHOLE.get(self.language)
        return pattern is not None and pattern.search(self.text) is not None

    def __str__(self):
        return f"{self.page}:{self.line} ({self.language})"


class PageError(Exception):
    pass


def blocks(page, text):
    """The blocks of a page in their order."""
    found, directive, lines, at = [], "", text.splitlines(), 0
    before = ""
    while at < len(lines):
        line = lines[at]
        fence = re.match(r"^(\s*)(`{3,}|~{3,})(.*)$", line)
        if line.startswith("<!-- test:"):
            comment = [line]
            while not comment[-1].rstrip().endswith("-->"):
                at += 1
                comment.append(lines[at])
            said = "\n".join(comment)[len("<!-- test:") : -len("-->")].strip()
            setup = re.match(r"setup (\w+)\n", said)
            if setup:
                code = said[setup.end() :] + "\n"
                found.append(Block(page, at - len(comment) + 3, setup[1], code, hidden=True))
            else:
                directive = said
        elif fence:
            language, begin, code = fence[3].strip(), at + 1, []
            if fence[1]:
                raise PageError(f"{page}:{begin}: a fence that is indented")
            if language not in LANGUAGES:
                raise PageError(f"{page}:{begin}: a block of {language or 'no language'}")
            at += 1
            while not lines[at].startswith(fence[2]):
                code.append(lines[at])
                at += 1
            found.append(Block(page, begin + 1, language, "\n".join(code) + "\n", directive))
            directive = ""
        elif re.match(r"^(    |\t)\s*\S", line) and before == "":
            raise PageError(f"{page}:{at + 1}: a block that is only indented")
        elif line.strip():
            if directive:
                raise PageError(f"{page}:{at + 1}: a comment without its block: {directive}")
        before = line.strip()
        at += 1
    if directive:
        raise PageError(f"{page}: a comment without its block: {directive}")
    return found


def without_code(text):
    """The page without its blocks: for links and headings. Lines stay where they are."""
    keep, inside = [], None
    for line in text.splitlines():
        fence = re.match(r"^(`{3,}|~{3,})", line)
        if inside:
            if fence and fence[1] == inside:
                inside = None
            keep.append("")
        elif fence:
            inside = fence[1]
            keep.append("")
        else:
            keep.append(line)
    return keep
