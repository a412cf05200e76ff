// Package ui is the kit that the pages are built of: buttons, fields, the
// picker, icons, and the work that runs beside the UI goroutine.
package ui
