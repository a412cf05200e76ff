// Command stubapp stands in for both of Waybill's programs in the stories of
// the app shell: small, and doing what the story wants.
//
// In a page it sets the title to "running" and offers endGo(), which panics.
// In a worker it hands over a core whose every pass asks the server what to
// do: POST /api/pass/{kind} answered with "ok", "left" (work is left, the pass
// rejects) or "panic".
package main
