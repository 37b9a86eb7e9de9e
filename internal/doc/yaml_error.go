package doc

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

// yamlErrors turns an error of the library into a diagnostic.
func yamlErrors(file, src string, err error) diag.List {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 0
	if m := regexp.MustCompile(`^line (\d+): `).FindStringSubmatch(message); m != nil {
		line, _ = strconv.Atoi(m[1])
		message = message[len(m[0]):]
	}
	at := diag.At(diag.Position{Line: max(line, 1), Column: 1})
	return diag.List{diag.Errorf(file, at, "yaml.syntax", "%s", message)}
}
