package gate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/solver"
)

// key is everything that what the steps find depends on. A policy and its time
// are not in it: they are applied afresh.
type key struct {
	Format  string      `json:"format"`
	Program string      `json:"program"` // digest of the program's file
	Bundles []keyBundle `json:"bundles"`
	Base    *keyBundle  `json:"base"`
	Folder  string      `json:"folder"`
	Locale  string      `json:"locale"`
	Solvers []keySolver `json:"solvers"`
	Timeout string      `json:"timeout"`
}

type keyBundle struct {
	Name   string `json:"name"`
	Origin string `json:"origin"`
	Files  string `json:"files"`
}

type keySolver struct {
	Name    string `json:"name"`
	Path    string `json:"path"`
	Version string `json:"version"`
}

// key reads all that results depend on.
func (q *Request) key(ctx context.Context) (string, error) {
	k := key{Format: cacheFormat, Folder: q.Folder, Locale: q.Locale, Timeout: q.Timeout.String()}
	var err error
	if k.Program, err = programDigest(); err != nil {
		return "", err
	}
	if k.Bundles, err = keyBundles(q.Sources); err != nil {
		return "", err
	}
	if q.Base != nil {
		base, err := keyBundles([]catalog.Source{q.Base.Source})
		if err != nil {
			return "", err
		}
		base[0].Name = q.Base.Name
		k.Base = &base[0]
	}
	if k.Solvers, err = keySolvers(ctx, q.Solvers); err != nil {
		return "", err
	}
	text, err := json.Marshal(k)
	if err != nil {
		return "", err
	}
	return canonical.DigestBytes(text), nil
}

// programDigest is over the file of the running program, so that no two builds
// are taken for one. It is read once.
var programDigest = sync.OnceValues(func() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return canonical.Prefix + hex.EncodeToString(sum.Sum(nil)), nil
})

func keyBundles(sources []catalog.Source) ([]keyBundle, error) {
	var list []keyBundle
	for _, s := range sources {
		files, err := treeDigest(s.FS)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", s.Name, err)
		}
		list = append(list, keyBundle{s.Name, s.Origin, files})
	}
	return list, nil
}

func keySolvers(ctx context.Context, solvers []solver.Solver) ([]keySolver, error) {
	list := []keySolver{}
	for _, s := range solvers {
		version, err := s.Version(ctx)
		if err != nil {
			return nil, err
		}
		list = append(list, keySolver{s.Name, s.Path, version})
	}
	return list, nil
}

// Limits of what is read for a key. A bundle that is larger cannot be loaded.
const (
	maxKeyFiles = 50_000
	maxKeyBytes = 256 << 20
)

// treeDigest is over the names, kinds and contents of all files, tests and files
// of unknown kind too; of folders that begin with a point, which no bundle has,
// over their names alone.
func treeDigest(files fs.FS) (string, error) {
	all, count, size := sha256.New(), 0, int64(0)
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if count++; count > maxKeyFiles {
			return fmt.Errorf("there are more than %d files", maxKeyFiles)
		}
		fmt.Fprintf(all, "%q %s\n", name, entry.Type())
		switch {
		case entry.IsDir() && name != "." && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		n, err := digestInto(all, files, name)
		if size += n; err == nil && size > maxKeyBytes {
			return fmt.Errorf("there are more than %d bytes", maxKeyBytes)
		}
		return err
	})
	if err != nil {
		return "", err
	}
	return canonical.Prefix + hex.EncodeToString(all.Sum(nil)), nil
}

// digestInto adds the digest of one file.
func digestInto(all io.Writer, files fs.FS, name string) (int64, error) {
	f, err := files.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	one := sha256.New()
	n, err := io.Copy(one, io.LimitReader(f, maxKeyBytes+1))
	fmt.Fprintf(all, "%d %x\n", n, one.Sum(nil))
	return n, err
}
