// Package layout is what surrounds each page: navigation, status bar, banners,
// signing out, and the life of a page from opening to leaving.
package layout
