package store

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// fileHome is the home of a store in a file: its inode, and where the file
// system notes it the moment at which that was made. Renaming keeps both, a
// copy has others. The device's number is left out: it may change with a
// restart of the machine.
func fileHome(path string) (home, error) {
	var st unix.Statx_t
	if err := unix.Statx(unix.AT_FDCWD, path, 0, unix.STATX_INO|unix.STATX_BTIME, &st); err != nil {
		return "", fmt.Errorf("looking at %s: %w", path, err)
	}
	h := fmt.Sprintf("inode=%d", st.Ino)
	if st.Mask&unix.STATX_BTIME != 0 {
		h += fmt.Sprintf(" born=%d.%09d", st.Btime.Sec, st.Btime.Nsec)
	}
	return home(h), nil
}
