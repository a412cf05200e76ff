package message

import (
	"strconv"

	"waybill/app/i18n"
	"waybill/sw/client"
)

// notesShown bounds the entries that are named one by one.
const notesShown = 20

// SayImport says what became of each entry of a file: one sentence for each
// fate, and one for each entry that did not simply come in.
func SayImport(t *i18n.Words, made client.Imported, d clock) (said []string) {
	for _, fate := range []struct {
		n    int
		text i18n.Forms
	}{
		{made.Added, t.ImportAdded},
		{made.Changed, t.ImportChanged},
		{made.Waiting, t.ImportWaiting},
		{made.Sent, t.ImportSent},
		{len(made.Discarded), t.ImportDiscarded},
		{made.Differ, t.ImportDiffer},
		{made.Others, t.ImportOthers},
		{made.Kept, t.ImportKept},
		{made.Left, t.ImportLeft},
	} {
		if fate.n > 0 {
			said = append(said, t.Plural(d, fate.text, fate.n))
		}
	}
	if len(said) == 0 {
		return []string{t.ImportEmpty}
	}
	for _, n := range made.Notes[:min(len(made.Notes), notesShown)] {
		said = append(said, i18n.Fill(t.ImportEntry, "n", strconv.Itoa(n.At), "what", OrDash(n.Name), "text", SayFlaw(t, n.Flaw)))
	}
	if made.Differ+made.Others+made.Kept+made.Left > 0 {
		said = append(said, t.ImportKeepFile)
	}
	return said
}

// SayFlaw says why an entry of a file did not come in as a write.
func SayFlaw(t *i18n.Words, flaw string) string {
	switch flaw {
	case client.FlawKind:
		return t.FlawKind
	case client.FlawShape:
		return t.FlawShape
	case client.FlawWaits:
		return t.FlawWaits
	case client.FlawDiffers:
		return t.FlawDiffers
	}
	return i18n.Fill(t.FlawField, "field", flaw)
}

// OrDash shows a dash in place of an empty text.
func OrDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
