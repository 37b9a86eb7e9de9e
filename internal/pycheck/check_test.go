package pycheck_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/pycheck"
	"github.com/contractc/contractc/internal/pydef"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// parameter is a library with one contract f of one parameter p.
func parameter(t value.Type, def schema.Value, values ...string) *index.Library {
	return &index.Library{Element: index.Element{ID: "x", Version: "1.0.0"}, Contracts: []*index.Contract{{
		Element: index.Element{ID: "x.f", File: "x/contracts/f.yaml", Line: 2, Column: 5}, Library: "x", Symbol: "f", Text: "T {p}.", Scope: []string{"S."},
		Parameters: []index.Parameter{{Name: "p", Type: t, Values: values, Default: def}},
	}}}
}

func findings(t *testing.T, lib *index.Library, source string) []string {
	t.Helper()
	m, problems := pydef.Read("x.py", []byte(source))
	if m == nil {
		t.Fatal(problems)
	}
	r := pycheck.Check(&pycheck.Subject{File: "x.py", Module: m, Library: lib, Display: func(f string) string { return f }})
	var out []string
	for _, d := range r.Findings {
		if !d.Range.Known() || d.Detail == "" {
			t.Errorf("%v has no place, or does not say what to do", d)
		}
		out = append(out, d.Code)
	}
	return out
}

const docstring = "\n    '''T {p}.\n\n    S.\n    '''\n"

// TestParameters compares annotations and defaults of one parameter.
func TestParameters(t *testing.T) {
	integer, text, list := value.Type{Kind: value.Integer}, value.Type{Kind: value.String}, value.ListOf(value.Type{Kind: value.String})
	seven := &schema.IntegerValue{Integer: "7"}
	half := &schema.DecimalValue{Decimal: "0.5"}
	ab := &schema.ListValue{Items: []schema.Value{&schema.StringValue{String: "a"}, &schema.StringValue{String: "b"}}}
	for _, test := range []struct {
		lib       *index.Library
		parameter string
		want      string
	}{
		{parameter(text, nil), "p: str", ""},
		{parameter(text, nil), "p: 'str'", ""},
		{parameter(text, nil), "p", "python.annotation"},
		{parameter(text, nil), "p: bytes", "python.annotation"},
		{parameter(text, nil), "p: str | None", "python.annotation"},
		{parameter(text, nil), "p: Optional[str]", "python.annotation"},
		{parameter(text, nil), "p: str = 'x'", "python.default"},
		{parameter(text, nil), "q: str", "python.parameter python.parameter"},
		{parameter(text, nil), "p: str, q: str", "python.parameter"},
		{parameter(text, nil), "q, p: str", "python.parameter python.order"},
		{parameter(text, nil), "p: str, /", "python.kind"},
		{parameter(text, nil), "*, p: str", "python.kind"},
		{parameter(text, nil), "p: str, *a, **k", "python.kind python.kind"},
		{parameter(text, nil), "", "python.parameter"},
		{parameter(value.Type{Kind: value.PathPrefix}, nil), "p: str", ""},
		{parameter(value.Type{Kind: value.Directory}, nil), "p: Path", "python.annotation"},
		{parameter(integer, seven), "p: int = 7", ""},
		{parameter(integer, seven), "p: int = 0x7", ""},
		{parameter(integer, seven), "p: int = (7)", ""},
		{parameter(integer, seven), "p: int = +7", ""},
		{parameter(integer, seven), "p: int = 8", "python.default"},
		{parameter(integer, seven), "p: int = '7'", "python.default"},
		{parameter(integer, seven), "p: int = LIMIT", "python.default"},
		{parameter(integer, seven), "p: int = 7 + 0", "python.default"},
		{parameter(integer, seven), "p: int", "python.default"},
		{parameter(integer, seven), "p: bool = True", "python.annotation python.default"},
		{parameter(value.Type{Kind: value.Decimal}, half), "p: Decimal = Decimal('0.50')", ""},
		{parameter(value.Type{Kind: value.Decimal}, half), "p: float = .5", ""},
		{parameter(value.Type{Kind: value.Decimal}, half), "p: decimal.Decimal = Decimal('0.51')", "python.default"},
		{parameter(list, ab), "p: list[str] = ['a', 'b']", ""},
		{parameter(list, ab), "p: List[ str ] = ['a', r'b']", ""},
		{parameter(list, ab), "p: Sequence[str] = ['b', 'a']", "python.default"},
		{parameter(list, ab), "p: list = ['a', 'b']", "python.annotation"},
		{parameter(list, ab), "p: list[int] = ('a', 'b')", "python.annotation python.default"},
		{parameter(value.EnumOf("x.E"), nil, "a", "b c"), "p: Literal['a', \"b c\"]", ""},
		{parameter(value.EnumOf("x.E"), nil, "a", "b"), `p: Literal["a", "b"]`, ""},
		{parameter(value.EnumOf("x.E"), nil, "a", "b"), "p: Literal['b', 'a']", "python.annotation"},
		{parameter(value.EnumOf("x.E"), nil, "a", "b"), "p: str", ""},
		{parameter(value.Type{Kind: value.ClassReference}, nil), "p: type[Row]", ""},
		{parameter(value.Type{Kind: value.ClassReference}, nil), "p: str", "python.annotation"},
		{parameter(value.Type{Kind: value.Map}, nil), "p: dict[str, int]", ""},
		{parameter(value.Any(), nil), "p: whatever.It", ""},
	} {
		got := strings.Join(findings(t, test.lib, "def f("+test.parameter+"):"+docstring), " ")
		if got != test.want {
			t.Errorf("%s: findings %q, want %q", test.parameter, got, test.want)
		}
	}
}

// TestDefinitions compares what stands around a contract.
func TestDefinitions(t *testing.T) {
	lib := parameter(value.Type{Kind: value.String}, nil)
	good := "def f(p: str):" + docstring
	for source, want := range map[string]string{
		good:                     "",
		"@contract\n" + good:     "",
		"@a.contract()\n" + good: "",
		"@contract(description='T {p}.')\n" + good:    "",
		"@contract(description='T '\n 'p.')\n" + good: "python.description",
		"@contract(description=TEXT)\n" + good:        "python.description",
		"@cache\n" + good:                             "python.decorator",
		"@(lambda x: x)\n" + good:                     "python.decorator",
		"async " + good:                               "python.async",
		good + good:                                   "python.duplicate",
		good + "f = f\n":                              "python.binding",
		good + "del f\n":                              "python.binding",
		"from a import f\n" + good:                    "python.binding",
		"from a import *\n" + good:                    "python.binding",
		good + "globals()['f'] = 1\n":                 "python.binding",
		good + "if x:\n    def f(): pass\n":           "python.binding",
		good + "def g():\n    global f\n":             "python.binding",
		"str = int\n" + good:                          "python.annotation",
		good + "def str(): pass\n":                    "python.annotation",
		good + "@contract\ndef g(): pass\n":           "python.extra",
		good + "@effect\ndef g(): pass\n":             "python.extra",
		good + "def helper(x): pass\n":                "",
		"def f(p: str): pass\n":                       "python.docstring",
		"def f(p: str):\n    'T {p}.'\n":              "python.docstring",
		"def f(p: str):\n    f'T {p}.'\n":             "python.docstring",
		"def g(p: str): pass\n":                       "python.missing",
		"f = lambda p: p\n":                           "python.binding",
	} {
		if got := strings.Join(findings(t, lib, source), " "); got != want {
			t.Errorf("%q: findings %q, want %q", source, got, want)
		}
	}
	lib.Contracts[0].Docstring = "Other words.\n\n  Indented."
	for source, want := range map[string]string{"def f(p: str):\n    '''Other words.\n\n      Indented.\n    '''\n": "", good: "python.docstring"} {
		if got := strings.Join(findings(t, lib, source), " "); got != want {
			t.Errorf("with a kept docstring, %q: findings %q, want %q", source, got, want)
		}
	}
}

func loaded(t *testing.T) *catalog.Catalog {
	t.Helper()
	var sources []catalog.Source
	for _, f := range []string{"../../policies", "../../testdata/bundles/email_from_db", "../../testdata/bundles/bank"} {
		sources = append(sources, catalog.Source{FS: os.DirFS(f), Name: filepath.Base(f), Origin: catalog.OriginFolder})
	}
	c, problems := eval.Load(sources)
	if c == nil {
		t.Fatal(problems)
	}
	return c
}

// TestRecordsAndEffects compares classes of rows and effect functions, in a file without the contracts.
func TestRecordsAndEffects(t *testing.T) {
	from := loaded(t)
	source := `
class UserRow(Row):
    name: str
    email: str
    consented: int
    age: int
    _private: object

@effect
def send_email(addr: str, msg: bytes) -> None: ...

def db_query(table: str, where: dict = None): ...
`
	exposed, ok, err := pycheck.Expose(from, "src/tools/db/trusted/schemas.py", "", "")
	if err != nil || !ok || exposed.Module != "tools.db.trusted.schemas" {
		t.Fatal(exposed, ok, err)
	}
	view, err := from.Schema(exposed.Library)
	m, problems := pydef.Read("schemas.py", []byte(source))
	if err != nil || m == nil {
		t.Fatal(err, problems)
	}
	r := pycheck.Check(&pycheck.Subject{File: "schemas.py", Module: m, Library: exposed.Library, View: view, Display: func(f string) string { return f }})
	var got []string
	for _, d := range r.Findings {
		got = append(got, d.String())
	}
	want := []string{
		`schemas.py:2:7: the class "UserRow" has no field "role" [python.field]`,
		`schemas.py:5:5: the field "consented" of "UserRow" is not annotated as the slot is [python.annotation]`,
		`schemas.py:6:5: the class "UserRow" of the schema has no slot "age" [python.field]`,
		`schemas.py:10:32: the parameter "msg" of "send_email" is annotated as "bytes", and in email_from_db.SendEmail it is of type string [python.annotation]`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(r.Compared) != 3 {
		t.Errorf("compared %v", r.Compared)
	}
}

func TestExpose(t *testing.T) {
	from := loaded(t)
	for _, test := range []struct{ file, module, library, want, err string }{
		{"tools/bank/trusted/contracts.py", "", "", "bank tools.bank.trusted.contracts", ""},
		{"/a/b/tools/bank/trusted/contracts/__init__.py", "", "", "bank tools.bank.trusted.contracts", ""},
		{"bank.py", "", "", "bank bank", ""},
		{"trusted/contracts.py", "", "", "", ""},
		{"xtools/bank/trusted/contracts.py", "", "", "", ""},
		{"any.py", "tools.bank.trusted.contracts", "", "bank tools.bank.trusted.contracts", ""},
		{"any.py", "", "bank", "bank bank", ""},
		{"any.py", "nope", "", "", `no library exposes the module "nope"`},
		{"any.py", "", "nope", "", `no library has the name "nope"`},
	} {
		got, ok, err := pycheck.Expose(from, test.file, test.module, test.library)
		text, message := "", ""
		if ok {
			text = got.Library.ID + " " + got.Module
		}
		if err != nil {
			message = err.Error()
		}
		if text != test.want || message != test.err {
			t.Errorf("%+v is exposed as %q, %q", test, text, message)
		}
	}
}
