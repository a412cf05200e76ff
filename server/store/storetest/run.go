package storetest

import "testing"

// claims are the tests of the suite, by what they claim.
var claims = []struct {
	name string
	test func(office)
}{
	{"each create has its verdict", creates},
	{"no write is refused that is stored, and a refusal says that it is not", refusals},
	{"the code is looked at before the id", codeBeforeID},
	{"a replay is answered as one whatever has changed", replayFirst},
	{"two spellings of one code clash", spellings},
	{"every missing reference is named", missingReferences},
	{"a closed record takes what was placed before", closedRecords},
	{"prices are flagged and never refused", prices},
	{"quantities keep to the rules of their product", quantities},
	{"orders are numbered one by one", numbers},
	{"texts are stored as they are", texts},
	{"each transition has its verdict", transitions},
	{"an exported order is not cancelled", exported},
	{"parallel equal creates store one", parallelEqual},
	{"parallel clashing codes store one", parallelCodes},
	{"parallel orders without a customer are all refused", parallelMissing},
	{"orders over the same rows in opposite order all get through", crossing},
	{"a create that fails half way leaves nothing", halfWay},
	{"other integrity classes are errors, never conflicts", otherClasses},
	{"a parent is not deleted", restrict},
	{"a batch gives each write the verdict that it would get alone", batchVerdicts},
	{"a later write of a batch finds what an earlier one made", batchSeesItself},
	{"a bug in one write of a batch harms no other", batchBug},
	{"parallel batches of the same writes store each once", parallelBatches},
	{"a batch whose commit fails leaves nothing", batchHalfWay},
	{"a record given away stays visible to its creator", given},
	{"the changes feed shows each user its own", feed},
	{"the changes feed comes in pages", feedPages},
	{"the first page says how many changes are left", feedLeft},
	{"a cursor holds for its user, role and history only", cursors},
	{"a list is searched and paged", lists},
	{"sessions slide, end and rotate", sessions},
	{"a fleet's sessions slide together", fleet},
	{"a disabled user's sessions end", disabled},
	{"a user's own new password ends their other sessions", ownPassword},
	{"names of users are taken once", users},
	{"devices are remembered", devices},
	{"photos belong to their dispatch", photos},
	{"a new history keeps the store", histories},
	{"a mark from beyond the head makes the store a restored one", marks},
	{"a mark that proves nothing changes nothing", idleMarks},
	{"a cursor from beyond the head is as good as a mark", cursorsBeyond},
	{"a number that was seen is not handed out again", seenNumbers},
	{"a backup comes back whole under a new history", backups},
	{"a backup that fails leaves nothing", halfBackups},
	{"a check names each fault", checks},
}

// Run runs the suite.
func Run(t *testing.T, open Open) {
	for _, c := range claims {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(openOffice(t, open))
		})
	}
}
