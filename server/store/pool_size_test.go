package store

import "testing"

func TestAPoolIsNoLargerThanWhatIsAllowed(t *testing.T) {
	for _, c := range []struct {
		wanted, role, database, server, size int
		said                                 string
	}{
		{32, -1, -1, 97, 32, "32"},
		{5, 5, -1, 97, 5, "5"}, // what the address says holds
		{5, -1, -1, 97, 5, "5"},
		{32, 5, -1, 97, 4, "4 instead of 32, because the role allows 5"},
		{32, -1, 10, 97, 9, "9 instead of 32, because the database allows 10"},
		{32, -1, -1, 17, 16, "16 instead of 32, because the server allows 17"},
		{32, 20, 5, 17, 4, "4 instead of 32, because the database allows 5"},
		{32, 1, -1, 97, 1, "1 instead of 32, because the role allows 1"},
		{32, 32, 32, 32, 32, "32"},
	} {
		size, said := fitted(c.wanted, []quota{{"the role", c.role}, {"the database", c.database}, {"the server", c.server}})
		if size != c.size || said != c.said {
			t.Errorf("%+v: %d, %q", c, size, said)
		}
	}
}
