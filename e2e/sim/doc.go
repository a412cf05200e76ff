// Package sim is the seeded world in which delivery is proved: the office's
// real handler on a real store, the outbox in memory, and a network and a
// machine that fail in every way that has a name.
//
// One seed draws which faults there are, how often, and in what order; nothing
// else is random, so a seed is a story that can be told again. Days of device
// time pass in milliseconds. After every event the world is held to what was
// promised (check.go).
//
// The fault model. The network loses requests and answers, delays and doubles
// them, answers in the office's place, cuts and withholds bodies, alters what
// is sent, answers questions out of a cache and leaves items out. A copy of a
// request lives at most 50 s (the office ends each request by then); with
// [Options].Old it lives for days. The office crashes between commit and answer,
// sheds load, restarts, asks to wait in every form, speaks other contracts,
// ends sessions, tightens its rules, moves records to another rep, and is
// restored from a backup. The device is killed between any two steps, freezes
// and thaws, runs out of disk, fails to store at any step and after it has
// stored, and its clock jumps by days. Users sign in and out, edit and discard
// at any moment, in two tabs beside the worker.
//
// What would be unfair: a forged proof, a store that forgets what it said was
// durable, and an office that first refuses a write and then accepts the very
// same bytes within the minute in which a copy may still be on its way.
package sim
