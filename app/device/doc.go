// Package device is the browser as the pages' device port: clock, formats,
// files, camera, sharing, notifications, storage. On other platforms it is a
// stand-in that can nothing.
package device
