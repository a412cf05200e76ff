package table

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// The encodings that a file may be in.
const (
	UTF8        = "utf-8"
	UTF16       = "utf-16"
	Windows1252 = "windows-1252"
)

// Encodings lists them for people.
var Encodings = []string{UTF8, UTF16, Windows1252}

var utf8Mark = []byte("\ufeff")

// decode turns a file into text. What is not said, is not guessed: bytes that
// are no UTF-8 could be of any of dozens of encodings, each with other letters.
func decode(file []byte, encoding string) (text, found string, err error) {
	switch {
	case encoding == Windows1252:
		text, err = windows1252(file)
		return text, encoding, err
	case bytes.HasPrefix(file, []byte{0xff, 0xfe}), bytes.HasPrefix(file, []byte{0xfe, 0xff}), encoding == UTF16:
		text, err = utf16(file)
		return text, UTF16, err
	case encoding != "" && encoding != UTF8:
		return "", "", fmt.Errorf("there is no encoding %q here: %s", encoding, strings.Join(Encodings, ", "))
	}
	file = bytes.TrimPrefix(file, utf8Mark)
	if at := invalid(file); at >= 0 {
		return "", "", fmt.Errorf("%s: byte %#02x is not UTF-8: save the file as UTF-8, or say which encoding it is in (--encoding %s)",
			place(file, at), file[at], Windows1252)
	}
	return string(file), UTF8, nil
}

// invalid is the index of the first byte that is not UTF-8, -1: there is none.
func invalid(file []byte) int {
	for i := 0; i < len(file); {
		r, n := utf8.DecodeRune(file[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// place names a byte by its line, which without line breaks in cells is the
// row, and by what stands before it.
func place(file []byte, at int) string {
	line := bytes.Count(file[:at], []byte("\n")) + 1
	before := file[bytes.LastIndexByte(file[:at], '\n')+1 : at]
	before = before[max(0, len(before)-20):]
	return fmt.Sprintf("row %d, after %q", line, strings.ToValidUTF8(string(before), ""))
}

func utf16(file []byte) (string, error) {
	// Without a mark it is what Windows writes.
	text, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(file)
	if err != nil {
		return "", err
	}
	if len(file)%2 != 0 || bytes.ContainsRune(text, utf8.RuneError) {
		return "", fmt.Errorf("the file is not UTF-16 throughout: it is cut off or damaged")
	}
	return string(text), nil
}

// unassigned says that windows-1252 gives a byte no letter.
func unassigned(b byte) bool {
	return b == 0x81 || b == 0x8d || b == 0x8f || b == 0x90 || b == 0x9d
}

// windows1252 refuses the five bytes that it gives no letter.
func windows1252(file []byte) (string, error) {
	if at := bytes.IndexAny(file, "\x00"); at >= 0 {
		return "", fmt.Errorf("%s: a byte 0 is no text", place(file, at))
	}
	if i := slices.IndexFunc(file, unassigned); i >= 0 {
		return "", fmt.Errorf("%s: byte %#02x is no letter in %s", place(file, i), file[i], Windows1252)
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(file)
	return string(text), err
}
