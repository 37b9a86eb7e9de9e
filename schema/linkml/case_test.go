package linkml

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestAnswerLine(t *testing.T) {
	const schema = `{"id":"https://example.org/t","name":"t","imports":["linkml:types","other"],"default_range":"string","classes":{"my_class":{"is_a":"Base","union_of":["Base"],"attributes":{"a":{"required":true}}}}}`
	const imports = `{"other":{"id":"https://example.org/o","name":"o","imports":["linkml:types"],"classes":{"Base":{"attributes":{"n":{"range":"integer"}}}}}}`
	line := func(target, instance string) string {
		return `{"id":[1],"schema":` + schema + `,"imports":` + imports + `,"target_class":"` + target + `","instance":` + instance + `}`
	}
	tests := []struct{ name, line, want string }{
		{"valid", line("my_class", `{"a":"x","n":1}`), `{"id":[1],"valid":true,"errors":[],"unsupported":["union_of"]}`},
		{"camel form", line("MyClass", `{"a":"x"}`), `{"id":[1],"valid":true,"errors":[],"unsupported":["union_of"]}`},
		{"invalid", line("my_class", `{"n":"1"}`), `{"id":[1],"valid":false,"errors":[{"path":"/n","message":"expected an integer, not a string"},{"path":"","message":"the field \"a\" of \"my_class\" is missing"}],"unsupported":["union_of"]}`},
		{"no class", line("X", `{}`), `{"id":[1],"valid":false,"errors":[{"path":"","message":"the schema has no class \"X\""}],"unsupported":["union_of"]}`},
		{"missing import", strings.Replace(line("my_class", `{}`), `"other":{`, `"another":{`, 1), `"error":"schema:1:87: \"other\" cannot be imported: it is not among the imports given [linkml.import]`},
		{"not JSON", `{"id":1`, `{"id":null,"valid":false,"errors":[],"error":`},
		{"no schema", `{"id":"x","target_class":"C","instance":{}}`, `{"id":"x","valid":false,"errors":[],"error":"1:1: a case is an object with schema, target_class and instance [instance.missing-field]"}`},
		{"unknown field", strings.Replace(line("my_class", `{"a":"x"}`), `"id"`, `"closed":false,"id"`, 1), `a case has no field \"closed\"`},
		{"duplicate key", line("my_class", `{"a":"x","a":"x"}`), `[json.duplicate-key]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, err := json.Marshal(AnswerLine([]byte(tt.line), Options{}, ValidateOptions{}))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(out), tt.want) {
				t.Errorf("got\n%s\nwant\n%s", out, tt.want)
			}
		})
	}
}
