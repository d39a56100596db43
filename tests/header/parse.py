"""zarr.h is plain C: pycparser, which knows no extension of any compiler, reads it as it is, and finds every function that the
library exports. So do the generators of bindings that are made of it.

    parse.py <C compiler> <zarr.h's folder> <symbols.txt>
"""

import pathlib
import subprocess
import sys

try:
    from pycparser import c_ast, c_parser
except ImportError:
    print("skipped: pycparser is not installed")
    sys.exit(0)

compiler, include, symbols = sys.argv[1:]
standard = pathlib.Path(__file__).parent / "standard"
text = subprocess.run(
    [compiler, "-E", "-P", "-std=c99", "-nostdinc", f"-I{standard}", f"-I{include}", "-x", "c", "-"],
    input="#include <zarr.h>\n", capture_output=True, text=True, check=True).stdout
found = {
    node.name for node in c_parser.CParser().parse(text).ext
    if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl)
}
expected = {line for line in pathlib.Path(symbols).read_text().split() if line.startswith("zarr_")}
for what, names in (("not found", expected - found), ("not exported", found - expected)):
    if names:
        sys.exit(f"{what}: {', '.join(sorted(names))}")
print(f"{len(found)} functions")
