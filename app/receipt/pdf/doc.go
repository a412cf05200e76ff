// Package pdf writes lines of text as a PDF file: a receipt that a rep leaves
// with a customer, made on the phone and with no network.
//
// It uses the two typefaces that every reader brings along, Helvetica and its
// bold, so a file is a few kilobytes. Their letters are those of Western
// European languages (WinAnsi). A text with any other letter is refused with
// [ErrLetters], never printed with gaps: a name that cannot be read is worse
// than no file. Callers ask [Holds] first and offer the browser's own printing,
// which has every letter.
//
// What it leaves out: pictures, colours, tables, compression.
package pdf
