
_MOST = 2**53 - 1  # the greatest integer that every reader keeps exact


@dataclass(frozen=True)
class Contract:
    """A contract with its arguments bound."""

    symbol: str
    version: str
    digest: str
    arguments: tuple[tuple[str, object], ...]

    @property
    def expression(self) -> str:
        """The expression that contractc binds to this contract."""
        return self.symbol + "(" + ", ".join(name + "=" + _literal(value) for name, value in self.arguments) + ")"

    def __str__(self) -> str:
        return self.expression


class _Name(str):
    """The dotted name of a class, which is written without quotation marks."""


def _wrong(name: str, value: object, expected: str) -> TypeError:
    return TypeError(f"the argument {name} is {expected}, not {type(value).__name__}")


def _text(name: str, value: object) -> str:
    if type(value) is not str:
        raise _wrong(name, value, "a text")
    value.encode()  # a lone surrogate is no character
    return value


def _integer(name: str, value: object) -> int:
    if type(value) is not int:
        raise _wrong(name, value, "an integer")
    if not -_MOST <= value <= _MOST:
        raise ValueError(f"the argument {name} is beyond what every reader keeps exact")
    return value


def _boolean(name: str, value: object) -> bool:
    if type(value) is not bool:
        raise _wrong(name, value, "a truth value")
    return value


def _decimal(name: str, value: object) -> Decimal:
    if type(value) is int:
        value = Decimal(value)
    if type(value) is not Decimal:
        raise _wrong(name, value, "a Decimal")
    if not value.is_finite():
        raise ValueError(f"the argument {name} is no finite number")
    return value


def _bytes(name: str, value: object) -> bytes:
    if type(value) is not bytes:
        raise _wrong(name, value, "bytes")
    return value


def _class(name: str, value: object) -> _Name:
    found = getattr(value, "_contract_class", None)
    if type(value) is not type or type(found) is not str:
        raise _wrong(name, value, "a class of a library")
    return _Name(found)


def _dict(name: str, value: object) -> dict:
    if type(value) is not dict:
        raise _wrong(name, value, "a dict")
    _literal(value)
    return value


def _any(name: str, value: object) -> object:
    _literal(value)
    return value


def _list_of(check):
    def checked(name: str, value: object) -> tuple:
        if type(value) is not list:
            raise _wrong(name, value, "a list")
        return _List(check(f"{name}[{i}]", item) for i, item in enumerate(value))

    return checked


def _one_of(values: list[str]):
    def checked(name: str, value: object) -> str:
        if _text(name, value) not in values:
            raise ValueError(f"the argument {name} is one of {values}")
        return value

    return checked


class _List(tuple):
    """A list that was copied, so that nobody changes it later."""


def _literal(value: object) -> str:
    """Writes a value as contractc reads it in an expression."""
    kind = type(value)
    if value is None or kind in (bool, int, bytes):
        return repr(value)
    if kind is str:
        value.encode()
        return repr(value)
    if kind is _Name:
        return str(value)
    if kind is Decimal or kind is float:
        number = Decimal(repr(value)) if kind is float else value
        if not number.is_finite():
            raise ValueError("a number that is not finite has no literal")
        digits = format(number, "f")
        return digits if "." in digits else digits + ".0"
    if kind is list or kind is _List:
        return "[" + ", ".join(_literal(item) for item in value) + "]"
    if kind is tuple:
        return "(" + "".join(_literal(item) + ", " for item in value) + ")"
    if kind in (set, frozenset) and value:
        return "{" + ", ".join(sorted(_literal(item) for item in value)) + "}"
    if kind is dict:
        return "{" + ", ".join(_literal(k) + ": " + _literal(v) for k, v in value.items()) + "}"
    raise TypeError(f"a value of type {kind.__name__} has no literal")
