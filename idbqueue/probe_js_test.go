package idbqueue

import (
	"context"
	"testing"
)

// A page and its worker start together, and two tabs may: each must find that
// saving works.
func TestContextsThatOpenAtTheSameTimeAllFindThatSavingWorks(t *testing.T) {
	const contexts = 8
	opened := make(chan error, contexts)
	for range contexts {
		go func() {
			box, err := Open(context.Background(), Options{Name: t.Name()})
			if err == nil {
				err = box.Close()
			}
			opened <- err
		}()
	}
	for range contexts {
		if err := <-opened; err != nil {
			t.Error(err)
		}
	}
}
