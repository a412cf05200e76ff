// Package i18n holds every text that people read, by topic, the languages
// beside each other, and the forms that depend on a count.
package i18n
