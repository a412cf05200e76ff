package main

import "syscall/js"

func main() {
	if document := js.Global().Get("document"); document.Truthy() {
		document.Set("title", "running")
		js.Global().Set("endGo", js.FuncOf(func(js.Value, []js.Value) any { panic("as the story wants") }))
	} else {
		js.Global().Call("waybillCore", js.FuncOf(pass))
	}
	select {}
}

// pass asks the server and does as it is told.
func pass(_ js.Value, args []js.Value) any {
	kind := args[0].String()
	return promise(func(resolve, reject js.Value) {
		told := await(await(js.Global().Call("fetch", "/api/pass/"+kind, map[string]any{"method": "POST"})).Call("text")).String()
		switch told {
		case "panic":
			panic("as the story wants")
		case "left":
			reject.Invoke("work is left")
		default:
			resolve.Invoke()
		}
	})
}

func promise(work func(resolve, reject js.Value)) js.Value {
	start := js.FuncOf(func(_ js.Value, args []js.Value) any {
		go work(args[0], args[1])
		return nil
	})
	defer start.Release()
	return js.Global().Get("Promise").New(start)
}

// await blocks until the promise resolves. The story's server always answers.
func await(p js.Value) js.Value {
	done := make(chan js.Value)
	then := js.FuncOf(func(_ js.Value, args []js.Value) any {
		go func() { done <- args[0] }()
		return nil
	})
	defer then.Release()
	p.Call("then", then)
	return <-done
}
