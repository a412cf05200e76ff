package sorting

import "slices"

// By is a sorted copy; equal values come in any order. It sorts pointers:
// sorting is compiled anew for each kind of value, and once for all pointers.
func By[T any](list []T, order func(a, b *T) int) []T {
	pointers := make([]*T, len(list))
	for i := range list {
		pointers[i] = &list[i]
	}
	slices.SortFunc(pointers, order)
	out := make([]T, len(list))
	for i, p := range pointers {
		out[i] = *p
	}
	return out
}
