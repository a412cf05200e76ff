package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// scores are of 100.
type scores struct {
	accessibility, practices, performance int
	shown                                 string   // when the page was there, in Lighthouse's words
	failed                                []string // what cost accessibility or best practices, and where
}

// result is what is read of Lighthouse's report.
type result struct {
	RuntimeError *struct{ Message string }
	Categories   map[string]struct {
		Score     *float64
		AuditRefs []struct {
			ID     string
			Weight float64
		}
	}
	Audits map[string]struct {
		Title, DisplayValue string
		Score               *float64
		Details             struct {
			Items []json.RawMessage
		}
	}
}

// errNoScore says that Lighthouse gave no score, which is no bad one.
var errNoScore = errors.New("no score")

func read(raw []byte) (scores, error) {
	var r result
	if err := json.Unmarshal(raw, &r); err != nil {
		return scores{}, err
	}
	if r.RuntimeError != nil && r.RuntimeError.Message != "" {
		return scores{}, errors.New(r.RuntimeError.Message)
	}
	var s scores
	for name, at := range map[string]*int{"accessibility": &s.accessibility, "best-practices": &s.practices, "performance": &s.performance} {
		c := r.Categories[name]
		if c.Score == nil {
			return scores{}, fmt.Errorf("%w for %s", errNoScore, name)
		}
		*at = int(*c.Score*100 + 0.5)
		if name == "performance" {
			continue
		}
		for _, ref := range c.AuditRefs {
			if a := r.Audits[ref.ID]; ref.Weight > 0 && a.Score != nil && *a.Score < 1 {
				s.failed = append(s.failed, describe(ref.ID, a.Title, a.Details.Items))
			}
		}
	}
	slices.Sort(s.failed)
	s.shown = fmt.Sprintf("first paint %s, largest %s, blocked %s", r.Audits["first-contentful-paint"].DisplayValue,
		r.Audits["largest-contentful-paint"].DisplayValue, r.Audits["total-blocking-time"].DisplayValue)
	return s, nil
}

// describe names a shortcoming with its first places.
func describe(id, title string, items []json.RawMessage) string {
	text := id + ": " + title
	for _, item := range items[:min(len(items), 3)] {
		text += fmt.Sprintf("\n        %.300s", item)
	}
	return text
}
