// Package admin is the commands on a store: users, devices, import, export,
// handing work to another user, backup and restore.
package admin
