"""Every link of the site leads somewhere: links.py HTML

Looks at what pages link, show or load from the site itself; addresses of others are not looked at. Ends with what was counted.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The anchors and the links of a page."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links = set(), []
        self.feed(path.read_text(encoding="utf-8", errors="replace"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if value and (name == "id" or name == "name" and tag == "a"):
                self.anchors.add(value)
            elif value and name in ("href", "src"):
                self.links.append((self.getpos()[0], value))


site = Path(sys.argv[1]).resolve()
pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
dead, count = [], 0
for path, page in pages.items():
    for line, link in page.links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        count += 1
        to = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if to.is_dir():
            to /= "index.html"
        if not to.is_file():
            dead.append(f"{path.relative_to(site)}:{line}: nothing is at {link}")
        elif parts.fragment and to in pages and unquote(parts.fragment) not in pages[to].anchors:
            dead.append(f"{path.relative_to(site)}:{line}: no anchor is called {link}")
print("\n".join(sorted(set(dead))))
print(f"{len(pages)} pages, {count} links, {len(set(dead))} of them dead")
sys.exit(bool(dead or not count))
