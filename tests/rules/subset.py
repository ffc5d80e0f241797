"""Which Python a referee may be written in: what is the same once it is JavaScript. All else is refused.

Types stand where JavaScript goes without: in signatures, beside a variable, in aliases. There they may be anything.
What code cannot tell (whether a key is there, what kind of thing a name stands for) the walks in both languages do.
"""

import ast
import builtins

TEXTS = {"gettext": 1, "pgettext": 2, "ngettext": 2}
# How many arguments each takes. Not among them: `sorted` (JavaScript's own order is that of texts: 10 before 9),
# `round` (2.5 is 2 here and 3 there), `any`, `all`, `zip`, `enumerate` (they want what is no list), and whatever nobody
# has needed yet.
FUNCTIONS = {
    **dict.fromkeys(("len", "sum", "list", "reversed", "str", "int"), (1, 1)),
    **dict.fromkeys(("range", "min", "max"), (1, 2)),
    "isinstance": (2, 2),
}
METHODS = {"append": 1, "insert": 2, "remove": 1, "pop": 1, "split": 1}
KINDS = {"list", "dict", "str"}
NODES = (
    *(ast.Module, ast.ImportFrom, ast.alias, ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.Expr, ast.Pass),
    *(ast.Assign, ast.AnnAssign, ast.AugAssign, ast.If, ast.For, ast.While, ast.Break, ast.Continue, ast.ListComp),
    *(ast.comprehension, ast.Constant, ast.Name, ast.Load, ast.Store, ast.List, ast.Dict, ast.Tuple, ast.Subscript),
    ast.Slice,
    *(ast.Attribute, ast.Call, ast.IfExp, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.Compare),
    *(ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot, ast.In, ast.NotIn),
    # Not among them: `/`, `%` (−1 % 4 is 3 here and −1 there; `remainder` is the same) and `**`.
    *(ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.FloorDiv),
)
DISPLAYS = (ast.List, ast.Tuple, ast.Dict, ast.ListComp)
# What JavaScript keeps for itself.
TAKEN = {
    *("arguments", "await", "case", "catch", "const", "debugger", "default", "delete", "do", "enum", "eval", "export"),
    *("extends", "function", "implements", "instanceof", "interface", "let", "new", "null", "package", "private"),
    *(
        "protected",
        "public",
        "static",
        "super",
        "switch",
        "this",
        "throw",
        "true",
        "false",
        "typeof",
        "undefined",
        "var",
    ),
    *("void", "window", "document", "Object", "Array", "Math", "String", "Number", "JSON", "Intl", "Error"),
}
# What stands in the same script already.
IN_THE_SCRIPT = {"referee", "say", "texts", "language"}
MOST = 2**53


def faults(source) -> list[str]:
    """Each piece of the code that is not of this Python: its line, what is wrong, and the piece."""
    tree = ast.parse(source)
    named = names_given(tree)
    found = []
    for node, parent in with_parents(tree):
        wrong = fault_of(node, parent, named)
        if wrong:
            found.append(f"line {getattr(node, 'lineno', '?')}: {wrong}: {ast.unparse(node)[:80]}")
    return found


def with_parents(node, parent=None):
    yield node, parent
    for child in ast.iter_child_nodes(node):
        if not is_type(child, node):
            yield from with_parents(child, node)


def names_given(tree) -> set[str]:
    """The names of functions and constants that a module defines or imports."""
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    names |= {each.name for node in tree.body if isinstance(node, ast.ImportFrom) for each in node.names}
    assigned = [target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
    return names | {each.id for target in assigned for each in ast.walk(target) if isinstance(each, ast.Name)}


def fault_of(node, parent, named) -> str | None:
    """What is wrong with a node where it stands; None where nothing is."""
    if not isinstance(node, NODES):
        return type(node).__name__
    check = CHECKS.get(type(node))
    return check(node, parent, named) if check else None


def module(node, parent, named):
    kinds = ast.ImportFrom | ast.Assign | ast.FunctionDef | ast.TypeAlias
    if not all(isinstance(each, kinds) or is_docstring(each, node) for each in node.body):
        return "more than functions, constants and types"
    return None


def imported(node, parent, named):
    names = {each.name for each in node.names}
    if any(each.asname for each in node.names):
        return "an import under another name"
    if node.module == "companion.rules.kit" and not node.level:
        return None if names <= {*TEXTS, "Text"} else "nothing but texts is there for it in JavaScript"
    if node.module == "typing":
        return None if names == {"Any"} else "more of types than can be read"
    ours = node.level == 1 or (node.module or "").startswith("companion.rules.player_aids.")
    return None if ours else "an import from elsewhere"


def function(node, parent, named):
    its = node.args
    if not isinstance(parent, ast.Module):
        return "a function within another"
    if node.decorator_list or its.posonlyargs or its.kwonlyargs or its.vararg or its.kwarg:
        return "more than plain parameters"
    if not all(is_none(each) for each in its.defaults):
        return "a default other than None"
    return "a name that is taken" if node.name in TAKEN | IN_THE_SCRIPT | set(FUNCTIONS) else None


def parameter(node, parent, named):
    return "a name that is taken" if node.arg in TAKEN | set(FUNCTIONS) else None


def name(node, parent, named):
    if isinstance(node.ctx, ast.Store):
        return "a name that is taken" if node.id in TAKEN | set(FUNCTIONS) | KINDS else None
    if node.id[:1].isupper() and not node.id.isupper():
        return "a type as a value"
    is_called = isinstance(parent, ast.Call) and (parent.func is node or is_isinstance(parent))
    if hasattr(builtins, node.id) and not is_called and node.id not in named:
        return "a function of Python's as a value"
    return None


def expression(node, parent, named):
    return None if isinstance(node.value, ast.Call) or is_docstring(node, parent) else "a value that nobody uses"


def assignment(node, parent, named):
    [target, *more] = node.targets
    if more:
        return "several targets"
    if isinstance(target, ast.Tuple):
        pairs = isinstance(node.value, ast.Tuple) and len(node.value.elts) == len(target.elts)
        return None if pairs else "what is rejected apart one by one"
    return None if isinstance(target, ast.Name | ast.Subscript) else "an odd target"


def typed(node, parent, named):
    return None if isinstance(node.target, ast.Name) and node.value else "a type without a value"


def step(node, parent, named):
    # A list is changed by it here, and made anew there.
    if not isinstance(node.op, ast.Add | ast.Sub) or isinstance(node.value, DISPLAYS):
        return "a step other than by a number"
    return None


def loop(node, parent, named):
    if node.orelse:
        return "an else that few understand"
    if isinstance(node, ast.For) and not isinstance(node.target, ast.Name):
        return "what is taken apart in a loop"
    return None


def comprehension(node, parent, named):
    return "what is taken apart in a list" if node.is_async or not isinstance(node.target, ast.Name) else None


def constant(node, parent, named):
    if node.value is None or isinstance(node.value, str):
        return None
    return None if isinstance(node.value, int) and abs(node.value) < MOST else "a value that is not the same there"


def dictionary(node, parent, named):
    keys = [each.value if isinstance(each, ast.Constant) else None for each in node.keys]
    # Those that look like numbers come first there, whatever their order.
    if not all(isinstance(key, str) and not key.lstrip("-").isdigit() for key in keys):
        return "a key other than a text that isn’t a number"
    return None


def several(node, parent, named):
    return None if isinstance(parent, ast.Assign) else "a tuple"


def place(node, parent, named):
    # One from the end is none there.
    if isinstance(node.slice, ast.UnaryOp):
        return "a place that is counted from the end"
    return None


def part(node, parent, named):
    return "a slice with a step" if node.step else None


def attribute(node, parent, named):
    return None if isinstance(parent, ast.Call) and parent.func is node else "an attribute"


def minus(node, parent, named):
    if isinstance(node.op, ast.USub) and not isinstance(node.operand, ast.Constant):
        return "a minus before what isn’t a number"
    return None


def operation(node, parent, named):
    if isinstance(node.op, ast.Add):
        return None
    both = (node.left, node.right)
    if any(isinstance(each, DISPLAYS) or is_text(each) for each in both):
        return "what can be done with numbers only"
    return None


def comparison(node, parent, named):
    [operator, *more] = node.ops
    both = (node.left, node.comparators[0])
    if more:
        return "a comparison of three"
    if isinstance(operator, ast.Is | ast.IsNot) and not is_none(both[1]):
        return "the same thing other than None"
    if isinstance(operator, ast.Lt | ast.LtE | ast.Gt | ast.GtE) and any(isinstance(each, DISPLAYS) for each in both):
        return "an order of lists"
    if isinstance(operator, ast.Eq | ast.NotEq) and any(isinstance(getattr(each, "value", 0), bool) for each in both):
        return "a number may be true there"
    return None


def call(node, parent, named):
    called = node.func
    if node.keywords:
        return "a named argument"
    if isinstance(called, ast.Attribute):
        return None if METHODS.get(called.attr) == len(node.args) else "a method that is not the same there"
    if isinstance(called, ast.Subscript):
        return None
    if not isinstance(called, ast.Name):
        return "a call of what has no name"
    if called.id in TEXTS:
        return None if all(map(is_text, node.args[: TEXTS[called.id]])) else "a message that nobody finds"
    if called.id in named:
        return None
    return function_of_python(node, called.id)


def function_of_python(node, its_name):
    least, most = FUNCTIONS.get(its_name, (0, -1))
    if not least <= len(node.args) <= most:
        return "a function that is not the same there"
    if its_name == "isinstance" and getattr(node.args[1], "id", "") not in KINDS:
        return "a kind that is not the same there"
    # `True` is `true` there, and `None` `null`.
    if its_name == "str" and is_true_false_or_none(node.args[0]):
        return "a text made of true, false or None"
    return None


def is_type(node, parent):
    """Whether JavaScript goes without it."""
    types = (getattr(parent, "annotation", None), getattr(parent, "returns", None))
    return isinstance(node, ast.TypeAlias) or node in types


def is_docstring(node, parent):
    holds_one = isinstance(parent, ast.Module | ast.FunctionDef) and parent.body[0] is node
    return holds_one and isinstance(node, ast.Expr) and is_text(node.value)


def is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def is_none(node):
    return isinstance(node, ast.Constant) and node.value is None


def is_true_false_or_none(node):
    if isinstance(node, ast.Constant):
        return node.value is None or isinstance(node.value, bool)
    return isinstance(node, ast.Compare | ast.BoolOp) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )


def is_isinstance(node):
    return isinstance(node.func, ast.Name) and node.func.id == "isinstance"


CHECKS = {
    ast.Module: module,
    ast.ImportFrom: imported,
    ast.FunctionDef: function,
    ast.arg: parameter,
    ast.Name: name,
    ast.Expr: expression,
    ast.Assign: assignment,
    ast.AnnAssign: typed,
    ast.AugAssign: step,
    ast.For: loop,
    ast.While: loop,
    ast.comprehension: comprehension,
    ast.Constant: constant,
    ast.Dict: dictionary,
    ast.Tuple: several,
    ast.Subscript: place,
    ast.Slice: part,
    ast.Attribute: attribute,
    ast.UnaryOp: minus,
    ast.BinOp: operation,
    ast.Compare: comparison,
    ast.Call: call,
}
