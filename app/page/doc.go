// Package page holds the pages that show and do not save: today, the lists, an
// order, exported orders, settings, password and sign-in.
package page
