// Command gotest runs go test with the arguments that it is given, prints what
// go test prints and also what each test took, and ends with the ten slowest:
//
//	gotest -count=1 ./sw ./idbqueue
//
// A test that fails is printed whole, one that passes in one line. All that
// failed is named again near the end. The exit code is go test's own.
//
// Where one run has parts, each part adds its times to a file, and the table
// comes at the end of them all:
//
//	gotest -times FILE ./sw
//	gotest -times FILE ./idbqueue
//	gotest -table FILE
//
// GO in the environment names another go command; GOOS is go's own, and stands
// behind the package's name in the table.
package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
)

// most is how many of the slowest tests are named.
const most = 10

func main() {
	code, err := run(os.Args[1:], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "gotest:", err)
		code = max(code, 1)
	}
	os.Exit(code)
}

func run(args []string, out io.Writer) (code int, err error) {
	if len(args) == 2 && args[0] == "-table" {
		times, err := load(args[1])
		if err == nil {
			fmt.Fprint(out, table(times, most))
		}
		return 0, err
	}
	file := ""
	if len(args) >= 2 && args[0] == "-times" {
		file, args = args[1], args[2:]
	}
	t := newTally(os.Getenv("GOOS"))
	code, err = test(args, t, out)
	fmt.Fprint(out, t.failures())
	if file == "" {
		fmt.Fprint(out, table(t.times, most))
		return code, err
	}
	return code, errors.Join(err, add(file, t.times))
}

// test lets go test run, and prints while it does.
func test(args []string, t *tally, out io.Writer) (code int, err error) {
	signal.Ignore(os.Interrupt) // go test gets it too, and ends
	cmd := exec.Command(cmp.Or(os.Getenv("GO"), "go"), append([]string{"test", "-json"}, args...)...)
	cmd.Stderr = os.Stderr
	lines, err := cmd.StdoutPipe()
	if err != nil {
		return 1, err
	}
	if err := cmd.Start(); err != nil {
		return 1, err
	}
	for r := bufio.NewReader(lines); ; {
		line, err := r.ReadBytes('\n')
		fmt.Fprint(out, t.read(line))
		if err != nil {
			break // the end, or go test is gone
		}
	}
	var ended *exec.ExitError
	if err := cmd.Wait(); errors.As(err, &ended) {
		return max(ended.ExitCode(), 1), nil
	} else if err != nil {
		return 1, err
	}
	return 0, nil
}
