package e2e

import (
	"fmt"
	"os"
	"testing"

	"waybill/e2e/browser"
	"waybill/e2e/stage"
)

// TestMain says at once what is missing, instead of once for each story.
func TestMain(m *testing.M) {
	if _, err := browser.Find(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		os.Exit(1)
	}
	if _, err := stage.Binary(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		os.Exit(1)
	}
	code := m.Run()
	stage.CloseBrowser()
	fmt.Println(stage.SlowestStep())
	for _, f := range afterwards {
		f()
	}
	os.Exit(code)
}
