"""Makes docs/fortran-reference.md of the sources of the module: what `use zarr` gives, each procedure with its arguments, their types,
intents and ranks, and the comment that stands above it. generate.py writes the page and compares it."""

import re
import textwrap
from collections import namedtuple

Argument = namedtuple("Argument", "name type rank intent optional")
Procedure = namedtuple("Procedure", "name arguments result comment")
Type = namedtuple("Type", "name about parent comment bindings generics")

# The uses of arguments of any type; the others of type class(*) and type(*) are integers.
ANY = {"refuse": "`logical` of any kind", "replace": "`logical` of any kind", "big_endian": "`logical` of any kind",
       "no_fill_value": "`logical` of any kind", "fill_value": "a value of any intrinsic type that fits",
       "data_type": "`integer` of any kind, or `character(len=*)`"}
# Arguments of any rank that are a text or a list of texts.
TEXTS = ("codecs", "dimension_names", "dimensions", "names")
# The name of an object of each type.
OBJECTS = {"zarr_store": "store", "zarr_node": "node", "zarr_group": "group", "zarr_array": "array", "zarr_dataset": "dataset", "zarr_queue": "queue", "zarr_custom_store": "store",
           "zarr_value": "value", "zarr_key_list": "keys"}
TYPES = ["zarr_store", "zarr_node", "zarr_group", "zarr_array", "zarr_dataset", "zarr_queue", "zarr_custom_store", "zarr_value", "zarr_key_list"]
# Procedures without a comment, which end the run.
UNTOLD = []
HEAD = """# Fortran: reference

The names that `use zarr` gives. [`fortran.md`](fortran.md) explains their use; this page is made of the sources
(`make fortran`), and a test compares.

* Arguments in brackets are optional; give those behind the first of them by keyword.
* `stat`, a variable of any kind of integer, becomes `zarr_ok`, 0, or one of `zarr_error_...`; `errmsg`, a `character`
  variable, is set on failure. Without `stat` a failure stops the program.
* Shapes, starts, counts, strides, chunks and names of dimensions are in Fortran's order; elements and chunks count from
  1. Kinds are those of `iso_fortran_env`, and `c_bool` of `iso_c_binding`. An integer of any kind is one of `int8`,
  `int16`, `int32`, `int64`.
* Functions give default integers and logicals of 32 bits, also to a program whose own are longer.
* A name that `zarr_c` has, the C API as it is, is described by `zarr.h`.
"""


def statements(text):
    """The lines of a source with continued ones joined; comments stay lines of their own."""
    return re.sub(r" *&\n *&? *", " ", text).split("\n")


def outside(text, separator):
    """Splits at separators that are in no parentheses."""
    parts, depth, current = [], 0, ""
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == separator and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += character
    return [*parts, current.strip()]


def declared(line):
    """The arguments that a declaration declares, by name."""
    before, after = line.split("::", 1)
    kind, *attributes = outside(before.strip(), ",")
    intent = next((re.sub(r"intent\((.*)\)", r"\1", a) for a in attributes if a.startswith("intent")), "")
    for entity in outside(after, ","):
        name = re.match(r"\w+", entity)[0]
        # A list of any kind of integer, or a variable of any rank.
        rank = entity.count(":") if "(..)" not in entity else 1 if kind == "type(*)" else -1
        shown = kind + "".join(f", {a}" for a in attributes if a in ("allocatable", "target", "contiguous", "pointer"))
        yield name, Argument(name, shown.replace(", target", "").replace(", contiguous", "").replace("pointer", "target"), rank, intent, "optional" in attributes)


def procedures(lines):
    found, comment = {}, []
    for at, line in enumerate(lines):
        text = line.strip()
        if text.startswith("!"):
            comment = [] if text.startswith("! ---") else [*comment, text[1:].strip()]
            continue
        head = re.match(r"(?:pure |impure |elemental )*(subroutine|function) (\w+)\((.*?)\)(?: bind\(c(?:, name=.\w+.)?\))?(?: result\((\w+)\))?$", text)
        if head:
            names = [name.strip() for name in head[3].split(",") if name.strip()]
            known = {}
            for following in lines[at + 1 :]:
                following = following.split("!")[0].strip()
                if re.match(r"end (subroutine|function)", following):
                    break
                if "::" in following and not following.startswith("use"):
                    known.update((n, a) for n, a in declared(following) if n not in known)
                elif not following and known:
                    break
            found[head[2]] = Procedure(head[2], [known[n] for n in names], known.get(head[4]), " ".join(comment))
        comment = []
    return found


def types(lines):
    found, comment, at = {}, [], 0
    while at < len(lines):
        text = lines[at].strip()
        head = re.match(r"type((?:, [\w()]+)*) :: (\w+)$", text)
        if text.startswith("!"):
            comment = [] if text.startswith("! ---") else [*comment, text[1:].strip()]
        elif head:
            extends = re.search(r"extends\((\w+)\)", head[1])
            one = Type(head[2], head[1], extends and extends[1], " ".join(comment), {}, {})
            while not lines[at].strip().startswith("end type"):
                text = lines[at].split("!")[0].strip()
                generic = re.match(r"generic(?:, public)? :: ([^=]+|assignment\(=\)) => (.*)", text)
                bound = re.match(r"procedure((?:\(\w+\))?(?:, \w+)*) :: (.*)", text)
                if generic:
                    one.generics.setdefault(generic[1].strip(), []).extend(outside(generic[2], ","))
                elif bound:
                    interface = re.match(r"\((\w+)\)", bound[1])
                    for entry in outside(bound[2], ","):
                        name, _, target = entry.partition("=>")
                        one.bindings[name.strip()] = (target.strip() or (interface and interface[1]) or name.strip(), "private" in bound[1])
                at += 1
            found[one.name] = one
            comment = []
        else:
            comment = []
        at += 1
    return found


def of_type(arguments):
    """How the type and rank of an argument are shown, of all procedures behind one name."""
    name = arguments[0].name
    if arguments[0].type in ("class(*)", "type(*)"):
        shown = [ANY.get(name, "integer of any kind")]
    else:
        shown = [f"`{kind}`" for kind in dict.fromkeys(a.type for a in arguments)]
    ranks = sorted({a.rank for a in arguments})
    if -1 in ranks and name in TEXTS:
        ranks = [0, 1]
    elif -1 in ranks and any("allocatable" in a.type for a in arguments):
        # load of zarr_array, which has a case for each rank.
        ranks = list(range(8))
    rank = "" if ranks == [0] else "any rank" if ranks == [-1] else f"rank {ranks[0]}" if len(ranks) == 1 else f"rank {ranks[0]} to {ranks[-1]}" \
        if ranks == list(range(ranks[0], ranks[-1] + 1)) else "rank " + ", ".join(map(str, ranks))
    return ", ".join(shown), rank


def prose(text):
    return textwrap.wrap(text, 120, break_on_hyphens=False, break_long_words=False)


def entry(call, specifics, bound, about):
    """One procedure: how it is called, what its comment says, its arguments; those of all procedures behind the name, by place."""
    first = specifics[0]
    most = max(specifics, key=lambda one: len(one.arguments))
    taken = []
    for place, argument in list(enumerate(most.arguments))[1 if bound else 0 :]:
        every = [one.arguments[place] for one in specifics if len(one.arguments) == len(most.arguments)]
        every += [a for one in specifics if len(one.arguments) < len(most.arguments) for a in one.arguments if a.name == argument.name]
        taken.append((" or ".join(dict.fromkeys(a.name for a in every)), every, any(a.optional for a in every)))
    given, left = [n for n, _, optional in taken if not optional], [n for n, _, optional in taken if optional]
    listed = ", ".join(given) + (f"{' [, ' if given else '['}{', '.join(left)}]" if left else "")
    comment = next((one.comment for one in specifics if one.comment), "")
    if not comment:
        UNTOLD.append(f"no comment stands above {first.name}, which is {about}")
    lines = [f"### {call}", "", *prose(f"`{'' if first.result else 'call '}{call}({listed})`"), "", *prose(comment), ""]
    rows = []
    for name, every, optional in taken:
        if name not in ("stat", "errmsg"):
            kind, rank = of_type(every)
            intent = ", ".join(filter(None, [every[0].intent, "optional" if optional else ""]))
            rows.append(f"| `{name}` | {kind} | {rank} | {intent} |")
    if first.result:
        kind, rank = of_type([one.result._replace(name="") for one in specifics])
        rows.append(f"| gives | {kind} | {rank} | |")
    if rows:
        lines += ["| argument | type | rank | intent |", "|---|---|---|---|", *rows, ""]
    return lines


def page(sources):
    """The page, of the texts of the sources by the names of their modules."""
    lines = {name: statements(text) for name, text in sources.items()}
    known, every_type = {}, {}
    for name in lines:
        known.update({(name, p): body for p, body in procedures(lines[name]).items()})
        every_type.update({t: (name, body) for t, body in types(lines[name]).items()})
    out = [HEAD]
    out += ["## The library", ""]
    for module, names in re.findall(r"use (\w+), only: (.*)", "\n".join(lines["zarr"])):
        for public in outside(names, ","):
            call, _, target = public.partition(" => ")
            if (module, target or call) in known and call not in TYPES and call != "zarr_progress":
                out += entry(call, [known[module, target or call]], False, "public")
    progress = known["zarr_common", "zarr_progress"]
    out += ["### zarr_progress", "", *prose("The interface of `progress`: `function progress(done, total) result(go_on)`, with "
            f"`integer(int64), intent(in) :: done, total` and a `logical` of 32 bits. {progress.comment}"), ""]
    for name in TYPES:
        module, body = every_type[name]
        parent = f" It extends `{body.parent}`, and has all of its procedures." if body.parent else ""
        out += [f"## {name}", "", *prose(body.comment + parent), ""]
        listed = {}
        for generic, specifics in body.generics.items():
            listed[generic] = [known[module, body.bindings[one][0]] for one in specifics]
        for binding, (target, private) in body.bindings.items():
            if not private:
                listed[binding] = [known[module, target]]
        for binding in sorted(listed, key=lambda one: (one == "assignment(=)", one)):
            call = f"{OBJECTS[name]}%{binding}"
            if binding == "assignment(=)":
                out += [f"### {OBJECTS[name]} = other", "", *prose(listed[binding][0].comment), ""]
            else:
                out += entry(call, listed[binding], True, f"{name}%{binding}")
    out += ["## Constants", "", "Their values are those of `zarr.h`, by the same names.", ""]
    constants = re.findall(r"(\w+), parameter, public :: (\w+) = |integer\(c_int32_t\), parameter, public :: (\w+) = ", sources["zarr_c"])
    names = [second or third for _, second, third in constants]
    groups = {}
    for name in names:
        groups.setdefault("_".join(name.split("_")[:2]), []).append(name)
    several = [group for group in groups.values() if len(group) > 1]
    single = [group[0] for group in groups.values() if len(group) == 1]
    for group in [*several, single]:
        out += textwrap.wrap("* " + ", ".join(f"`{name}`" for name in group), 120, subsequent_indent="  ")
    if UNTOLD:
        raise SystemExit("fortran/reference.py: " + "\n  ".join(UNTOLD))
    return "\n".join(out).rstrip() + "\n"
