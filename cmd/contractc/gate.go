package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/gate"
	"github.com/contractc/contractc/internal/report"
	"github.com/contractc/contractc/internal/solver"
	"github.com/spf13/cobra"
)

// gateFlags are the flags of gate.
type gateFlags struct {
	solverFlags
	reportFlags
	registryFlags
	base    string
	policy  string
	cache   string
	noCache bool
}

func (a *app) gateCommand() *cobra.Command {
	f := &gateFlags{}
	c := &cobra.Command{
		Use:   "gate [DIR]",
		Short: "Run all checks of a bundle, for a pipeline that lets a change pass or not",
		Long: `Run all checks of the bundle in the folder, or of the embedded one: whether it
loads, what lint finds, whether fmt would change it, its tests, its lock, what
changed in meaning since --base, and whether it is signed as the file of --trust
demands. --bundle adds what it is loaded with. Everything that is found denies
unless a gate file, --policy FILE, says otherwise; it stands outside the bundle. A
check that cannot be done denies too.

What was found is kept in a cache and taken from there while files, program and
solvers are the same. Exit codes: 0 passed; 1 usage or our own failure; 2
something denies; 3 the bundle cannot be used; 4 nothing denies and something
could not be checked.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("name one folder, and what it is loaded with by --bundle")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.gate(orBackground(c.Context()), args, f) },
	}
	c.Flags().StringVar(&f.base, "base", "", "`OLD` version to compare with: a folder, an archive, git:REVISION:FOLDER, oci:HOST/NAME@sha256:… or embedded")
	c.Flags().StringVar(&f.policy, "policy", "", "gate `FILE` that says what of the findings may pass; it stands outside the bundle")
	c.Flags().StringVar(&f.cache, "cache", "", "`FOLDER` in which results are kept, in place of contractc/gate in the user's cache folder")
	c.Flags().BoolVar(&f.noCache, "no-cache", false, "take no result of an earlier run and keep none")
	f.solverFlags.add(c)
	f.reportFlags.add(c)
	f.registryFlags.add(c)
	return c
}

func (a *app) gate(ctx context.Context, args []string, f *gateFlags) error {
	if err := f.solverFlags.check(); err != nil {
		return err
	}
	if err := f.reportFlags.check(); err != nil {
		return err
	}
	a.bundles, a.testBundles = append(args[:len(args):len(args)], a.bundles...), ""
	q, err := a.gateRequest(ctx, f)
	if err != nil {
		return err
	}
	found, notes, err := gate.Run(ctx, q)
	for _, n := range notes {
		a.note("contractc.cache", "%s", n)
	}
	if err != nil {
		return usagef("%w", err)
	}
	texts := a.gateSource(q.Sources, f.policy)
	return a.deliver(&f.reportFlags, &rendering{
		text:     func() (string, error) { return gateText(found, texts) },
		document: found,
		report:   report.OfGate(found),
		exit:     int(found.Exit),
	})
}

// gateRequest is what the flags ask.
func (a *app) gateRequest(ctx context.Context, f *gateFlags) (*gate.Request, error) {
	q := &gate.Request{Locale: defaultLocale, CheckLocales: checkLocales, Timeout: f.timeout}
	if err := a.gateSources(ctx, q, f); err != nil {
		return nil, err
	}
	if err := f.findSolvers(q); err != nil {
		return nil, err
	}
	var err error
	if q.Trust, err = a.trustPolicy(); err != nil {
		return nil, err
	}
	if q.Terms, err = a.trust.terms(); err != nil {
		return nil, err
	}
	q.At = q.Terms.At
	if q.Policy, err = a.gatePolicy(f.policy, q.Folder); err != nil {
		return nil, err
	}
	q.Cache, err = f.gateCache()
	return q, err
}

// gateSources opens the bundles and the base. Their signatures are for the gate
// to look at, so that what is wrong with them is in its report.
func (a *app) gateSources(ctx context.Context, q *gate.Request, f *gateFlags) error {
	if err := a.namedBundle(); err != nil {
		return err
	}
	for _, name := range a.bundles {
		src, err := openBundle(name)
		if err != nil {
			return err
		}
		q.Sources = append(q.Sources, src)
	}
	switch {
	case len(q.Sources) == 0:
		q.Sources = []catalog.Source{embeddedSource()}
	case q.Sources[0].Origin == catalog.OriginFolder:
		q.Folder = a.bundles[0]
	}
	credentials, err := a.credentials(&f.registryFlags)
	if err != nil || f.base == "" {
		return err
	}
	old, err := openVersion(ctx, f.base, credentials)
	q.Base = &gate.Base{Name: f.base, Source: old}
	return err
}

// findSolvers finds the solvers; a request without one says why.
func (f *gateFlags) findSolvers(q *gate.Request) error {
	var names []string
	if f.solver != "" {
		names = []string{f.solver}
	}
	var err error
	var missing *solver.MissingError
	q.Solvers, err = solver.Find(names...)
	if errors.As(err, &missing) {
		q.NoSolver, err = missing.Error(), nil
	}
	return err
}

// timeAt is the time of --at: of a day its last second in UTC, so that what ends on it
// counts no more; a time of RFC 3339; or now.
func timeAt(text string) (time.Time, error) {
	if text == "" {
		return time.Now(), nil
	}
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day.AddDate(0, 0, 1).Add(-time.Second), nil
	}
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at, nil
	}
	return time.Time{}, usagef("--at: write a time such as 2026-11-30T12:00:00Z, or a day such as 2026-11-30, not %q", text)
}

// gatePolicy reads the gate file, which may not be one of the bundle that it is
// about.
func (a *app) gatePolicy(file, folder string) (*gate.Policy, error) {
	if file == "" {
		return nil, nil
	}
	if inside, err := isInside(file, folder); err != nil || inside {
		if err != nil {
			return nil, usagef("--policy: %w", err)
		}
		return nil, usagef("--policy: %q is in the bundle that it is about; who changes the bundle would change it too", file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, usagef("--policy: %w", err)
	}
	policy, problems := gate.ReadPolicy(filepath.ToSlash(file), text)
	a.report(problems, func(string) ([]byte, bool) { return text, true })
	if policy == nil {
		return nil, exitWith(exitUsage)
	}
	return policy, nil
}

// isInside reports whether a file is below a folder, links followed.
func isInside(file, folder string) (bool, error) {
	if folder == "" {
		return false, nil
	}
	var whole [2]string
	for i, name := range []string{file, folder} {
		real, err := filepath.EvalSymlinks(name)
		if err == nil {
			whole[i], err = filepath.Abs(real)
		}
		if err != nil {
			return false, err
		}
	}
	return strings.HasPrefix(whole[0], strings.TrimSuffix(whole[1], string(filepath.Separator))+string(filepath.Separator)), nil
}

// gateCache is the cache of the flags, nil for none.
func (f *gateFlags) gateCache() (*gate.Cache, error) {
	switch {
	case f.noCache && f.cache != "":
		return nil, usagef("--cache and --no-cache exclude each other")
	case f.noCache:
		return nil, nil
	case f.cache != "":
		return &gate.Cache{Folder: f.cache}, nil
	}
	folder, err := os.UserCacheDir()
	if err != nil {
		return nil, nil // without a home nothing is kept
	}
	return &gate.Cache{Folder: filepath.Join(folder, "contractc", "gate")}, nil
}

// gateSource gives the text of a file of the bundles or of the gate file.
func (a *app) gateSource(sources []catalog.Source, policy string) func(string) ([]byte, bool) {
	inBundles := sourceText(sources)
	return func(file string) ([]byte, bool) {
		if policy != "" && file == filepath.ToSlash(policy) {
			text, err := os.ReadFile(policy)
			return text, err == nil
		}
		return inBundles(file)
	}
}
