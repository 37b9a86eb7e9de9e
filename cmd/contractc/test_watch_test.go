package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// lockedBuffer is a buffer that another goroutine may read.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// A change of a file runs the tests again, and the end of the context ends it with
// what the last run found.
func TestWatch(t *testing.T) {
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("../../policies")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"embed.go", "bootstrap.go", "index_gen.go"} {
		os.Remove(filepath.Join(folder, name))
	}
	var stdout, stderr lockedBuffer
	a := &app{stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr, bundles: []string{folder}}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	ended := make(chan error)
	f := &testFlags{run: "^web_search$|one letter$", watch: true}
	f.format = "text"
	go func() { ended <- a.watch(ctx, f) }()
	until(t, func() bool { return strings.Count(stderr.String(), "watching") == 1 })
	if !strings.Contains(stdout.String(), " 0 failed") {
		t.Fatalf("the first run: %s%s", stdout.String(), stderr.String())
	}
	file := filepath.Join(folder, "web_search", "tests", "calls.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, bytes.Replace(text, []byte("{decision: ask, actions: [{accepted: true"), []byte("{decision: deny, actions: [{accepted: true"), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	until(t, func() bool { return strings.Count(stderr.String(), "watching") == 2 })
	if !strings.Contains(stdout.String(), " 1 failed") {
		t.Errorf("the second run: %s", stdout.String())
	}
	stop()
	select {
	case err := <-ended:
		if code := codeOf(err); code != exitNo {
			t.Errorf("it ended with %d", code)
		}
	case <-time.After(time.Minute):
		t.Error("it does not end")
	}
}

func until(t *testing.T, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it takes longer than two minutes")
		}
	}
}

// Files that come and go while a folder is looked at end nothing; a folder that is not
// there does.
func TestWatchedFilesVanish(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "kept"), []byte("x"))
	done := make(chan bool)
	var churn sync.WaitGroup
	churn.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			name := filepath.Join(folder, "sub")
			if os.Mkdir(name, 0o755) != nil || os.WriteFile(filepath.Join(name, "gone"), nil, 0o644) != nil || os.RemoveAll(name) != nil {
				return
			}
		}
	})
	for range 2000 {
		files, err := watchedFiles([]string{folder})
		if err != nil || len(files) == 0 {
			t.Errorf("%v, %v", files, err)
			break
		}
	}
	close(done)
	churn.Wait()
	if _, err := watchedFiles([]string{filepath.Join(folder, "none")}); err == nil {
		t.Error("a folder that is not there is watched")
	}
}
