// Package alert decides and records what a rep is told in the background: the
// count for the badge, and one notice of what only a person can go on with.
package alert
