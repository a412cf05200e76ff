// Package sorting sorts copies of lists.
package sorting
