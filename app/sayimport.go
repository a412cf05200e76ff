package app

import (
	"strconv"

	"waybill/sw/client"
)

// notesShown bounds the entries that are named one by one.
const notesShown = 20

// sayImport says what became of each entry of a file: one sentence for each
// fate, and one for each entry that did not simply come in.
func sayImport(t *Words, made client.Imported, d clock) (said []string) {
	for _, fate := range []struct {
		n    int
		text Forms
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
			said = append(said, t.n(d, fate.text, fate.n))
		}
	}
	if len(said) == 0 {
		return []string{t.ImportEmpty}
	}
	for _, n := range made.Notes[:min(len(made.Notes), notesShown)] {
		said = append(said, fill(t.ImportEntry, "n", strconv.Itoa(n.At), "what", orDash(n.Name), "text", sayFlaw(t, n.Flaw)))
	}
	if made.Differ+made.Others+made.Kept+made.Left > 0 {
		said = append(said, t.ImportKeepFile)
	}
	return said
}

// sayFlaw says why an entry of a file did not come in as a write.
func sayFlaw(t *Words, flaw string) string {
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
	return fill(t.FlawField, "field", flaw)
}
