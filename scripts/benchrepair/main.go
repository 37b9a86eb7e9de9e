// Command benchrepair times the repair of JSON next to jsonrepair of npm, on the
// same texts in the same run, and prints nanoseconds per byte and how they compare.
//
//	go run ./scripts/benchrepair [-rounds N] [-size BYTES]
//
// It needs node and npm, with which it installs the other program into a temporary
// folder. What is timed is from the text to a value that a program can use: here
// the JSON is found, mended and read with its places, there it is mended and read
// by the JSON.parse of node. The two take turns, and the best time of each counts.
package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/repair"
	"github.com/contractc/contractc/internal/repair/samples"
	"github.com/contractc/contractc/schema"
)

// other is the program that is compared with.
const other = "jsonrepair@3.15.0"

//go:embed other.mjs
var script []byte

func main() {
	rounds := flag.Int("rounds", 15, "rounds of each text")
	size := flag.Int("size", 20<<10, "size of a text in bytes")
	flag.Parse()
	if err := bench(max(*rounds, 1), max(*size, 1)); err != nil {
		fmt.Fprintln(os.Stderr, "benchrepair:", err)
		os.Exit(1)
	}
}

// bench times all kinds of texts and prints a line for each.
func bench(rounds, size int) error {
	opt, err := options()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "contractc-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	rival, err := start(dir)
	if err != nil {
		return err
	}
	defer rival.stop()
	fmt.Printf("%-30s %10s %12s %12s %7s\n", "text", "bytes", "contractc", "jsonrepair", "ratio")
	for _, s := range samples.All() {
		text := s.Of(size)
		ours, theirs, err := compare(opt, rival, text, rounds)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
		fmt.Printf("%-30s %10d %9.1f ns %9.1f ns %7.2f\n", s.Name, len(text), ours, theirs, ours/theirs)
	}
	return nil
}

// options are those of the embedded bundle.
func options() (*repair.Options, error) {
	from, err := catalog.Embedded()
	if err != nil {
		return nil, err
	}
	var values any
	if err := json.Unmarshal([]byte(from.Table(eval.RepairTable).Values), &values); err != nil {
		return nil, err
	}
	opt, err := repair.Decode(values, "claim@2")
	return &opt, err
}

// compare returns the nanoseconds per byte that both take for a text.
func compare(opt *repair.Options, rival *rival, text string, rounds int) (ours, theirs float64, err error) {
	ours, theirs = 1e9, 1e9
	for range rounds {
		took, err := perByte(text, func() error {
			r := repair.Read(text, opt, repair.Request{Completeness: schema.CompletenessComplete})
			if r.Refusal != nil {
				return errors.New(r.Refusal.Reason)
			}
			return nil
		})
		if err != nil {
			return 0, 0, err
		}
		answer, err := rival.time(text)
		if err != nil {
			return 0, 0, err
		}
		ours, theirs = min(ours, took), min(theirs, answer)
	}
	return ours, theirs, nil
}

// repeat is how long one measurement takes at least.
const repeat = 20 * time.Millisecond

func perByte(text string, work func() error) (float64, error) {
	start, n := time.Now(), 0
	for time.Since(start) < repeat {
		if err := work(); err != nil {
			return 0, err
		}
		n++
	}
	return float64(time.Since(start).Nanoseconds()) / float64(n) / float64(len(text)), nil
}

// rival is the other program, which answers a line with a text by a line with the
// nanoseconds per byte.
type rival struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// start installs the other program and starts it.
func start(dir string) (*rival, error) {
	install := exec.Command("npm", "install", "--no-audit", "--no-fund", "--prefix", dir, other)
	if out, err := install.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("npm install %s: %w (on Debian: apt-get install nodejs npm)\n%s", other, err, out)
	}
	file := filepath.Join(dir, "other.mjs")
	if err := os.WriteFile(file, script, 0o600); err != nil {
		return nil, err
	}
	r := &rival{cmd: exec.Command("node", file)}
	r.cmd.Dir, r.cmd.Stderr = dir, os.Stderr
	var err error
	if r.in, err = r.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	r.out = bufio.NewReader(out)
	return r, r.cmd.Start()
}

func (r *rival) time(text string) (float64, error) {
	line, err := json.Marshal(text)
	if err != nil {
		return 0, err
	}
	if _, err := r.in.Write(append(line, '\n')); err != nil {
		return 0, err
	}
	answer, err := r.out.ReadString('\n')
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(strings.TrimSpace(answer), 64)
}

func (r *rival) stop() {
	_ = r.in.Close()
	_ = r.cmd.Wait()
}
