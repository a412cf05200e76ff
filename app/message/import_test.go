//go:build !js

package message

import (
	"reflect"
	"strings"
	"testing"

	"waybill/app/device"
	"waybill/app/i18n"
	"waybill/sw/client"
)

// D06: what an import says is what became of each entry, in the rep's language.
func TestD06AnImportIsReportedEntryByEntry(t *testing.T) {
	all := client.Imported{
		Added: 1, Changed: 2, Waiting: 3, Sent: 4, Discarded: []string{"K1", "K2"}, Differ: 1, Others: 1, Kept: 2, Left: 1,
		Notes: []client.ImportNote{
			{At: 3, Name: "K7Q2-8D1F Mozart", Flaw: "books.timeouts"},
			{At: 4, Flaw: client.FlawShape},
			{At: 7, Name: "A", Flaw: client.FlawKind},
			{At: 8, Name: "B", Flaw: client.FlawWaits},
			{At: 9, Name: "C", Flaw: client.FlawDiffers},
		},
	}
	for lang, want := range map[string][]string{
		"en": {
			"1 added.", "2 were changed in the file. They are added, and wait until you have looked at them.", "3 wait here already.",
			"4 were sent from here already.", "2 were discarded here. You can take them back.", "1 is here already, with other content.",
			"1 belongs to another user, who can read the file in after signing in.",
			"2 were not understood. They are kept as they came, and shown in the outbox.", "1 could not be taken in, and is only in the file.",
			"No. 3 in the file (K7Q2-8D1F Mozart): “books.timeouts” holds what cannot be.", "No. 4 in the file (–): It cannot be read as a write.",
			"No. 7 in the file (A): It is of a kind that this version does not know.", "No. 8 in the file (B): Another report of the same delivery waits here.",
			"No. 9 in the file (C): It is here already with other content. What is here was not changed.", "Please keep the file.",
		},
		"de": {
			"1 hinzugefügt.", "2 wurden in der Datei geändert. Sie sind hinzugefügt und warten, bis du sie angesehen hast.", "3 warten hier schon.",
			"4 wurden von hier schon gesendet.", "2 wurden hier verworfen und lassen sich zurückholen.", "1 ist schon hier, mit anderem Inhalt.",
			"1 gehört einem anderen Benutzer; der kann die Datei nach seiner Anmeldung einlesen.",
			"2 wurden nicht verstanden. Sie werden unverändert aufbewahrt und im Postausgang gezeigt.", "1 ließ sich nicht übernehmen und ist nur in der Datei.",
			"Nr. 3 in der Datei (K7Q2-8D1F Mozart): In „books.timeouts“ steht, was nicht sein kann.", "Nr. 4 in der Datei (–): Das ist nicht als Eintrag lesbar.",
			"Nr. 7 in der Datei (A): Diese Art kennt diese Version nicht.", "Nr. 8 in der Datei (B): Eine andere Meldung zu derselben Lieferung wartet hier.",
			"Nr. 9 in der Datei (C): Es ist schon hier, mit anderem Inhalt. Was hier ist, wurde nicht geändert.", "Bitte die Datei aufbewahren.",
		},
	} {
		if got := SayImport(i18n.For(lang), all, device.Native{}); !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", lang, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	t1 := i18n.For("en")
	if got := SayImport(t1, client.Imported{Added: 1}, device.Native{}); !reflect.DeepEqual(got, []string{"1 added."}) {
		t.Errorf("all well: %v", got)
	}
	if got := SayImport(t1, client.Imported{}, device.Native{}); !reflect.DeepEqual(got, []string{t1.ImportEmpty}) {
		t.Errorf("an empty file: %v", got)
	}
}
