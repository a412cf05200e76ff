//go:build !js

package page

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/fake"
	"waybill/app/i18n"
	"waybill/app/outbox"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/sw"
)

func TestC46WritesOfTwoDaysAreWarnedOfWithCountAndAge(t *testing.T) {
	w := apptest.New()
	w.Outbox.Status = sw.Bar{Online: true, Storage: port.StorageOK, Pending: 3, Oldest: fake.Now - ui.OldAfter - 1}
	for _, page := range []app.Composer{NewToday(w.Ports), outbox.New(w.Ports), NewSettings(w.Ports)} {
		html, _ := apptest.Show(t, page)
		apptest.Wants(t, html, "3 writes wait, the oldest since")
	}
	w.Outbox.Status.Oldest = fake.Now - ui.OldAfter
	html, _ := apptest.Show(t, NewToday(w.Ports))
	apptest.Lacks(t, html, "3 writes wait, the oldest")
}

func TestC48TheTwoCopiesOfAnApplePhonePointToEachOther(t *testing.T) {
	t1 := i18n.English()
	for _, c := range []struct {
		name               string
		apart, home        bool
		unsent, sent       int
		tabFirst, homeNote bool
	}{
		{"work in the browser's copy", true, false, 4, 0, true, false},
		{"nothing in the browser's copy", true, false, 0, 0, false, false},
		{"a fresh copy on the home screen", true, true, 0, 0, false, true},
		{"a used copy on the home screen", true, true, 0, 2, false, false},
		{"a phone whose copies share", false, false, 4, 0, false, false},
	} {
		w := apptest.New()
		w.Device.IsApart, w.Device.Home = c.apart, c.home
		w.Outbox.Status.Pending, w.Outbox.Status.Sent = c.unsent, c.sent
		html, _ := apptest.Show(t, NewToday(w.Ports))
		for text, there := range map[string]bool{"4 writes wait in this copy in the browser.": c.tabFirst, t1.HomeFresh: c.homeNote} {
			if there {
				apptest.Wants(t, html, text)
			} else {
				apptest.Lacks(t, html, text)
			}
		}
	}
}

func TestSettingsSayWhetherTheBrowserKeepsWhatIsSavedAndCanAskIt(t *testing.T) {
	t1 := i18n.English()
	w := apptest.New()
	w.Device.Quota, w.Device.Used = 10<<30, 5<<20
	s := NewSettings(w.Ports).(*settings)
	html, e := apptest.Show(t, s)
	apptest.Wants(t, html, t1.StorageAtRisk, "5.0 MB used of 10.0 GB", `data-testid="storage-ask"`)
	apptest.Press(e, s.Ctx, s.onPersist)
	html = app.HTMLString(s)
	apptest.Wants(t, html, t1.StorageKept)
	apptest.Lacks(t, html, t1.StorageAtRisk, "storage-ask")
}

func TestOnAnInsecureAddressEachPageSaysThatSavingOfflineIsOff(t *testing.T) {
	w := apptest.New()
	w.Device.Insecure = true
	for _, page := range []app.Composer{NewToday(w.Ports), NewSettings(w.Ports), NewOrders(w.Ports)} {
		html, _ := apptest.Show(t, page)
		apptest.Wants(t, html, i18n.English().StorageInsecure)
	}
}

func TestC45AWrongClockIsSaidWithTheOfficesTime(t *testing.T) {
	w := apptest.New()
	w.Outbox.Status.Ahead = -26 * 60 * 60 * 1000
	for _, page := range []app.Composer{NewToday(w.Ports), NewSettings(w.Ports)} {
		html, _ := apptest.Show(t, page)
		apptest.Wants(t, html, "clock is wrong: at the office it is 29 Nov 2026 10:00")
	}
	w.Outbox.Status.Ahead = 0
	html, _ := apptest.Show(t, NewToday(w.Ports))
	apptest.Lacks(t, html, "clock is wrong")
}
