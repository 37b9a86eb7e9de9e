package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

// watchEvery is how often the files of bundles are looked at.
const watchEvery = 250 * time.Millisecond

// watched tells a version of a file from another.
type watched struct {
	size int64
	time time.Time
}

// watch runs the tests again whenever a file of a bundle changes, until it is
// interrupted. It ends with what the last run ended with.
func (a *app) watch(ctx context.Context, f *testFlags) error {
	folders := a.writtenBundles()
	if len(folders) == 0 {
		return usagef("--watch: name the folder of a bundle; the embedded one does not change")
	}
	ctx, stop := signal.NotifyContext(orBackground(ctx), os.Interrupt, syscall.SIGTERM)
	defer stop()
	for {
		before, err := watchedFiles(folders)
		if err != nil {
			return usagef("--watch: %w", err)
		}
		a.opened, a.signatures = nil, nil
		last := a.testOnce(ctx, f)
		if words := errorText(last); words != "" {
			fmt.Fprintf(a.stderr, "contractc: %s\n", words)
		}
		fmt.Fprintln(a.stderr, "watching; interrupt to end")
		if !waitForChange(ctx, folders, before) {
			return last
		}
	}
}

// waitForChange returns when a file is another than before, and false when it is
// to end.
func waitForChange(ctx context.Context, folders []string, before map[string]watched) bool {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-tick.C:
		}
		now, err := watchedFiles(folders)
		if err != nil || !maps.Equal(now, before) {
			return true
		}
	}
}

// watchedFiles are the files of bundles with what tells that they changed. What
// vanishes while it is looked at is not there.
func watchedFiles(folders []string) (map[string]watched, error) {
	files := map[string]watched{}
	for _, folder := range folders {
		if _, err := os.Stat(folder); err != nil {
			return nil, err
		}
		err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				var info fs.FileInfo
				if info, err = d.Info(); err == nil {
					files[name] = watched{info.Size(), info.ModTime()}
				}
			}
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}
