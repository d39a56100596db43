"""The order of the package's modules: without it no module could be read, or changed, without all of the others."""

import ast
import pathlib
import sys

import libzarr

FOLDER = pathlib.Path(libzarr.__file__).parent

# From the lowest to the highest: a module imports only those before it. docs/internals.md says what each layer does.
LAYERS = {
    "the library, its functions and data types": ["_version", "_functions", "_library", "_kinds"],
    "errors, messages, and calls": ["_words", "_errors", "_ending", "_c"],
    "shapes and elements": ["_indexing", "_elements"],
    "what nodes are made with": ["_builder", "_custom", "_node"],
    "arrays and their views": ["_array", "_views"],
    "arrays, groups and stores": ["_hierarchy", "_queue"],
    "the package": ["__init__", "__main__"],
    "the pipeline for zarr-python": ["_zarr_batch", "_zarr_moves", "_zarr_stores", "zarr_pipeline"],
    "the engine for xarray": ["xarray_backend"],
}
ORDER = [module for layer in LAYERS.values() for module in layer]
# Packages that a program may lack. Python runs `__init__` before them, which can import them only when it is asked to.
OPTIONAL = {"xarray", "zarr"}
LAZY = {("__init__", "zarr_pipeline")}


def imports(module):
    """Yield the name of each import, and whether it is within a function."""
    tree = ast.parse((FOLDER / f"{module}.py").read_text())
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    within = {node for function in functions for node in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node in within) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module, node in within
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 1, f"{module} has an import of level {node.level}"
            for alias in node.names:
                inside = alias.name if (FOLDER / f"{alias.name}.py").exists() else "__init__"
                yield f".{node.module or inside}", node in within


def test_every_module_has_a_layer():
    assert sorted(ORDER) == sorted(path.stem for path in FOLDER.glob("*.py"))


def test_modules_import_only_those_below_them():
    found = [(module, name[1:]) for module in ORDER for name, _ in imports(module) if name.startswith(".")]
    assert len(found) > 90
    upwards = {(module, below) for module, below in found if ORDER.index(below) >= ORDER.index(module)}
    assert upwards == LAZY


def test_imports_are_at_the_top_but_for_optional_packages():
    within = {(module, name.lstrip(".")) for module in ORDER for name, inside in imports(module) if inside}
    assert {(module, name) for module, name in within if name.partition(".")[0] not in OPTIONAL} == LAZY


def test_no_module_loads_an_optional_package_below_its_layer():
    above = ORDER.index("_zarr_batch")
    for module in ORDER[:above]:
        packages = {name.partition(".")[0] for name, _ in imports(module) if not name.startswith(".")}
        known = sys.stdlib_module_names | {"numpy", "typing_extensions"}
        assert packages <= known, f"{module} imports {packages - known}"
