package sim

import "time"

// jump moves the device's clock.
func (d *device) jump() {
	w := d.w
	if d.chance(d.odds.jump) {
		w.Faults["clock jumps"]++
		d.unsure()
		clear(d.flying) // a lease that was fresh is old now, or the reverse: one write may leave twice
		d.skew += pick(d, []int64{-1, 1}) * pick(d, []int64{
			d.between(time.Second, time.Hour), d.between(time.Hour, 24*time.Hour), d.between(24*time.Hour, 400*24*time.Hour),
		})
		if d.clock() < 0 {
			d.skew = -w.now + 1000
		}
		w.tell("the clock jumps to %s", time.UnixMilli(d.clock()).UTC().Format(time.DateTime))
	}
	if d.chance(d.odds.disk) {
		w.Faults["disk full"]++
		d.mem.SetQuota(d.mem.Used())
		d.full = true
		d.unsure()
		w.tell("the disk is full")
		w.at(w.now+d.between(time.Minute, time.Hour), func() {
			d.mem.SetQuota(0)
			d.full = false
		})
	}
	if d.chance(d.odds.dark) {
		w.Faults["out of coverage"]++
		d.online = d.IntN(2) == 0
		w.net.dark = true
		w.tell("out of coverage")
		w.at(w.now+d.between(time.Minute, 5*time.Hour), d.light)
	}
	if !w.calm {
		w.at(w.now+d.between(10*time.Minute, 3*time.Hour), d.jump)
	}
}

// light is the network back: the page hears of it, and spreads its drain.
func (d *device) light() {
	w := d.w
	w.net.dark, d.online = false, true
	w.tell("back in coverage")
	w.at(w.now+d.Int64N(3000), func() { d.desk.BackOnline(w.ctx) })
}
