// Command app is the page's program. It wires the parts together and decides
// nothing.
package main

func main() {
	select {} // go-app takes over here
}
