package canonical

import (
	"bufio"
	"encoding/hex"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestTransform(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"white space", " { \"a\" : [ 1 , true ,\n\tnull ] } ", `{"a":[1,true,null]}`},
		{"keys by UTF-16", `{"\ud83d\ude00":1,"\ufb33":2,"\u20ac":3,"a":4,"":5,"\r":6,"\uffff":7,"\ue000":8}`,
			"{\"\":5,\"\\r\":6,\"a\":4,\"\u20ac\":3,\"\U0001F600\":1,\"\ue000\":8,\"\ufb33\":2,\"\uffff\":7}"},
		{"keys where one starts the other", `{"ab":1,"a":2,"abc":3}`, `{"a":2,"ab":1,"abc":3}`},
		{"escapes", `"\u0000\u0008\u0009\u000a\u000b\u000c\u000d\u001f\u0022\u005c\u002f\u007f\u0080\u2028<>&"`,
			"\"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f\\\"\\\\/\x7f\u0080\u2028<>&\""},
		{"no normalisation", `["\u00e5","a\u030a"]`, "[\"\u00e5\",\"a\u030a\"]"},
		{"integers", `[0,-0,1,-1,9007199254740991,9007199254740993,1e3,100000000000000000000,1000000000000000000000]`,
			`[0,0,1,-1,9007199254740991,9007199254740992,1000,100000000000000000000,1e+21]`},
		{"fractions", `[1.0,0.10,1.5e-6,1e-6,1e-7,123456789.123456789,-1.25E2,1e-400,5e-324,1.7976931348623157e308]`,
			`[1,0.1,0.0000015,0.000001,1e-7,123456789.12345679,-125,0,5e-324,1.7976931348623157e+308]`},
		{"dollar keys stay", `{"$number":"1"}`, `{"$number":"1"}`},
	} {
		got, err := Transform([]byte(c.in))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %s, %v, want %s", c.name, got, err, c.want)
		}
	}
}

func TestTransformRefuses(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":1,"a":1}`:           "json.duplicate-key",
		`{"a":1,"\u0061":1}`:      "json.duplicate-key",
		`"\ud800"`:                "json.lone-surrogate",
		"\"\xff\"":                "json.bad-utf8",
		`NaN`:                     "json.not-a-number",
		`-Infinity`:               "json.not-a-number",
		`[1] 2`:                   "json.trailing-data",
		``:                        "json.syntax",
		`1e309`:                   "beyond the IEEE doubles",
		`{"a":[0,-1e400]}`:        `at "/a/1"`,
		strings.Repeat("[", 1000): "limit.depth",
	} {
		if got, err := Transform([]byte(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %s, %v, want %s", in, got, err, want)
		}
	}
}

func TestAppendDouble(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "0", 1: "1", -1.5: "-1.5", 1e20: "100000000000000000000", 1e21: "1e+21", 123e-20: "1.23e-18",
		0.000001: "0.000001", 0.0000001: "1e-7", 1e100: "1e+100", -1e-100: "-1e-100", math.MaxFloat64: "1.7976931348623157e+308",
		math.SmallestNonzeroFloat64: "5e-324", 1<<53 + 2: "9007199254740994", 4.35: "4.35", 1.0 / 3: "0.3333333333333333",
	} {
		if got := string(AppendDouble([]byte("x"), f)); got != "x"+want {
			t.Errorf("%v: %s, want %s", f, got, want)
		}
	}
}

// recorded returns a folder of recorded cases, or skips the test.
func recorded(t *testing.T) string {
	t.Helper()
	dir := filepath.FromSlash("../../../shared/cases/jcs")
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		t.Skip("the recorded cases are not here")
	}
	return dir
}

func TestRecordedVectors(t *testing.T) {
	inputs, err := filepath.Glob(filepath.Join(recorded(t), "input_*.json"))
	if err != nil || len(inputs) < 6 {
		t.Fatalf("%d inputs, %v", len(inputs), err)
	}
	for _, path := range inputs {
		dir, name := filepath.Split(path)
		name = strings.TrimSuffix(strings.TrimPrefix(name, "input_"), ".json")
		got, err := Transform(contents(t, path))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if want := contents(t, filepath.Join(dir, "output_"+name+".json")); string(got) != string(want) {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		digits := strings.Join(strings.Fields(string(contents(t, filepath.Join(dir, "outhex_"+name+".txt")))), "")
		if hex.EncodeToString(got) != digits {
			t.Errorf("%s: %x, want %s", name, got, digits)
		}
	}
}

func contents(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestRecordedNumbers(t *testing.T) {
	f, err := os.Open(filepath.Join(recorded(t), "es6_numbers.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, count := bufio.NewScanner(f), 0
	for lines.Scan() {
		bits, want, _ := strings.Cut(lines.Text(), ",")
		u, err := strconv.ParseUint(bits, 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		count++
		if got := string(AppendDouble(nil, math.Float64frombits(u))); got != want {
			t.Errorf("%s: %s, want %s", bits, got, want)
		}
		if got, err := Transform([]byte(want)); err != nil || string(got) != want {
			t.Errorf("Transform(%s) = %s, %v", want, got, err)
		}
	}
	if lines.Err() != nil || count < 5000 {
		t.Errorf("%d numbers, %v", count, lines.Err())
	}
}
