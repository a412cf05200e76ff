// Package command has what the commands of the program share: flags that may
// also stand in the environment, and the store that they open.
package command
