package catalog

import "testing"

func TestTheStoreInTheBrowserKeepsACopy(t *testing.T) { testCopyStore(t, newCopyStore()) }
