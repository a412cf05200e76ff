package idbqueuetest

import (
	"errors"
	"fmt"

	"waybill/idbqueue/entry"
)

var scaling = []claim{
	{"ten thousand wait, the next is refused, and the first come first", func(b *bench) {
		b.fill(entry.UnsentMax)
		if _, err := b.box.Add(b.ctx, b.order()); !errors.Is(err, entry.ErrFull) {
			b.Errorf("got %v, want ErrFull", err)
		}
		s := b.look(now+1000*sec, 3)
		if len(s.Due) != 3 || s.Due[0].Seq != 1 || s.Due[2].Seq != 3 || s.Totals.Pending != entry.UnsentMax {
			b.Errorf("got %v, %+v", keysOf(s.Due), s.Totals)
		}
		f := b.claim(s.Due[0].Key)
		b.settle(f, prove(s.Due[0]))
		b.add()
		b.sound()
	}},
}

// fill stores n due writes as if they had been there before.
func (b *bench) fill(n int) {
	b.Helper()
	raws := make([]string, n)
	for i := range raws {
		raws[i] = fmt.Sprintf(`{"key":"A%06d","seq":%d,"owner":"01ANA","store":"S1","op":"order.create","record":"A%06d",`+
			`"ref":"","title":"","body":"{}","fingerprint":"F","madeAt":%d,"state":"pending",`+
			`"next":{"setAt":%d,"delayMs":0}}`, i, i+1, i, now, now)
	}
	b.world.PutRaw(b, raws...)
	differed, err := b.box.Check(b.ctx)
	b.ok(err)
	if !differed {
		b.Fatalf("the check saw no difference")
	}
}
