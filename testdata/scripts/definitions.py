"""Prints what Python's own parser finds in source files: their definitions at the top
level, as JSON, by file. The names of the files stand on standard input."""

import ast
import json
import sys
import tokenize


class Source:
    """The text of a file, by the places of nodes: lines and columns in bytes."""

    def __init__(self, text):
        self.data = text.encode()
        self.starts = [0]
        for line in self.data.split(b"\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)

    def of(self, node):
        if node is None:
            return None
        start = self.starts[node.lineno - 1] + node.col_offset
        return self.data[start : self.starts[node.end_lineno - 1] + node.end_col_offset].decode()


def dotted(node):
    if isinstance(node, ast.Call):
        node = node.func
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([node.id, *reversed(parts)])


def parameters(text, args):
    plain = args.posonlyargs + args.args
    defaults = [None] * (len(plain) - len(args.defaults)) + args.defaults
    kinds = [1] * len(args.posonlyargs) + [0] * len(args.args)
    out = list(zip(plain, defaults, kinds))
    if args.vararg:
        out.append((args.vararg, None, 3))
    out += [(a, d, 2) for a, d in zip(args.kwonlyargs, args.kw_defaults)]
    if args.kwarg:
        out.append((args.kwarg, None, 4))
    return [
        {"name": a.arg, "line": a.lineno, "kind": k, "annotation": text.of(a.annotation), "default": text.of(d)}
        for a, d, k in out
    ]


def read(name):
    with tokenize.open(name) as f:
        content = f.read()
    module, text = ast.parse(content), Source(content)
    functions, classes = [], []
    for node in module.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            functions.append({
                "name": node.name,
                "doc": ast.get_docstring(node),
                "decorators": [dotted(d) for d in node.decorator_list],
                "parameters": parameters(text, node.args),
                "returns": text.of(node.returns),
            })
        if isinstance(node, ast.ClassDef):
            classes.append({
                "name": node.name,
                "doc": ast.get_docstring(node),
                "decorators": [dotted(d) for d in node.decorator_list],
                "fields": [n.target.id for n in node.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)],
            })
    return {"doc": ast.get_docstring(module), "functions": functions, "classes": classes}


answers = {}
for line in sys.stdin:
    try:
        answers[line.strip()] = read(line.strip())
    except (SyntaxError, ValueError):
        answers[line.strip()] = None
json.dump(answers, sys.stdout)
