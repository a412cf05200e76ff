package command

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
)

// Flags makes a command's flags, of which each may also be given as WAYBILL_…
// in the environment; the command line wins. words says what is no flag.
func Flags(name, words string, out io.Writer) *flag.FlagSet {
	fs := flag.NewFlagSet("waybill "+name, flag.ContinueOnError)
	fs.SetOutput(out)
	fs.Usage = func() {
		fmt.Fprintf(out, "waybill %s %s\n", name, words)
		fs.PrintDefaults()
	}
	return fs
}

// ErrUsage says that words are missing or too many; the usage was printed.
var ErrUsage = errors.New("see above for what this command takes")

// Parse reads the environment and the arguments; what is no flag is returned
// in its order, wherever it stands among the flags.
func Parse(fs *flag.FlagSet, args []string) (words []string, err error) {
	if err := fromEnvironment(fs); err != nil {
		return nil, err
	}
	for {
		if err := fs.Parse(args); err != nil {
			return nil, err
		}
		if fs.NArg() == 0 {
			return words, nil
		}
		words, args = append(words, fs.Arg(0)), fs.Args()[1:]
	}
}

func fromEnvironment(fs *flag.FlagSet) error {
	var bad error
	fs.VisitAll(func(f *flag.Flag) {
		name := "WAYBILL_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		if v, ok := os.LookupEnv(name); ok {
			if err := fs.Set(f.Name, v); err != nil {
				bad = errors.Join(bad, fmt.Errorf("%s: %w", name, err))
			}
		}
	})
	return bad
}

// Listed writes settings in one order.
func Listed(settings map[string]string) string {
	all := make([]string, 0, len(settings))
	for name, value := range settings {
		all = append(all, name+"="+value)
	}
	sort.Strings(all)
	return fmt.Sprint(all)
}
