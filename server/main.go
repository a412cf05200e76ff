// Command waybill is the office's server and the tools around its store.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sort"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "waybill:", err)
		os.Exit(1)
	}
}

// command is one verb of the program.
type command struct {
	about string
	run   func(ctx context.Context, args []string, out io.Writer) error
}

var commands = map[string]command{
	"serve":   {"run the server", serve},
	"user":    {"add, passwd, disable, enable or list users", userCommand},
	"device":  {"list devices: last contact and unsent work", deviceCommand},
	"import":  {"import customers, products or dispatches from a CSV file", importCommand},
	"export":  {"export placed orders as CSV and mark them as exported", exportCommand},
	"give":    {"give an order or a dispatch to another user", giveCommand},
	"backup":  {"write a consistent copy of the store into a file", backupCommand},
	"restore": {"fill an empty store from a backup", restoreCommand},
	"check":   {"check the store: settings, integrity, references", checkCommand},
}

// run does what the arguments ask for, until it is done or ctx ends.
func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 || args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		usage(out)
		return nil
	}
	c, ok := commands[args[0]]
	if !ok {
		usage(out)
		return fmt.Errorf("no command %q", args[0])
	}
	return c.run(ctx, args[1:], out)
}

func usage(out io.Writer) {
	names := make([]string, 0, len(commands))
	for name := range commands {
		names = append(names, name)
	}
	sort.Strings(names)
	fmt.Fprintln(out, "waybill COMMAND [flags]; COMMAND -h tells more. Commands:")
	for _, name := range names {
		fmt.Fprintf(out, "  %-8s %s\n", name, commands[name].about)
	}
}

// flags makes a command's flags, of which each may also be given as WAYBILL_…
// in the environment; the command line wins. words says what is no flag.
func flags(name, words string, out io.Writer) *flag.FlagSet {
	fs := flag.NewFlagSet("waybill "+name, flag.ContinueOnError)
	fs.SetOutput(out)
	fs.Usage = func() {
		fmt.Fprintf(out, "waybill %s %s\n", name, words)
		fs.PrintDefaults()
	}
	return fs
}

// errUsage says that words are missing or too many; the usage was printed.
var errUsage = errors.New("see above for what this command takes")

// parse reads the environment and the arguments; what is no flag is returned
// in its order, wherever it stands among the flags.
func parse(fs *flag.FlagSet, args []string) (words []string, err error) {
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
