package stage

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/storage"
)

// Downloads says where the phone puts files, and returns that folder.
func (p *Phone) Downloads() string {
	p.T.Helper()
	dir := p.T.TempDir()
	callBrowser(p, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, BrowserContextID: p.profile, DownloadPath: dir,
	})
	return dir
}

// Downloaded waits for a whole file with that ending in dir and returns its
// name.
func (p *Phone) Downloaded(dir, ending string) string {
	p.T.Helper()
	var name string
	Wait(p.T, "a file is downloaded", func() bool {
		names, _ := filepath.Glob(filepath.Join(dir, "*"+ending))
		if len(names) == 1 {
			info, err := os.Stat(names[0])
			name = names[0]
			return err == nil && info.Size() > 0
		}
		return false
	})
	return name
}

// Choose puts a file into a file input, as its dialog does.
func (t *Tab) Choose(testid, file string) {
	t.phone.T.Helper()
	t.Until(fmt.Sprintf("at(%q) && !at(%q).disabled", testid, testid))
	doc := Call(t, dom.GetDocument, dom.GetDocumentParams{})
	node := Call(t, dom.QuerySelector, dom.QuerySelectorParams{
		NodeID: doc.Root.NodeID, Selector: fmt.Sprintf("[data-testid=%q]", testid),
	})
	Call(t, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{file}, NodeID: node.NodeID})
}

// ForgetCookies ends the phone's session at the office without a word, as an
// expiry does.
func (p *Phone) ForgetCookies() {
	p.T.Helper()
	callBrowser(p, storage.ClearCookies, storage.ClearCookiesParams{BrowserContextID: p.profile})
}

// Grant answers a permission question of the app beforehand.
func (p *Phone) Grant(permission string) {
	p.T.Helper()
	p.permit(permission, browser.PermissionSettingGranted)
}

// Deny takes a permission away, as a person does in the browser's settings.
func (p *Phone) Deny(permission string) {
	p.T.Helper()
	p.permit(permission, browser.PermissionSettingDenied)
}

func (p *Phone) permit(permission string, setting browser.PermissionSetting) {
	p.T.Helper()
	callBrowser(p, browser.SetPermission, browser.SetPermissionParams{
		Permission: &browser.PermissionDescriptor{Name: permission}, Setting: setting,
		Origin: p.Origin, BrowserContextID: p.profile,
	})
}
