//go:build !js

package apptest

import "github.com/maxence-charriere/go-app/v10/pkg/app"

func Press(e app.TestEngine, ctx app.Context, h app.EventHandler) {
	ctx.Dispatch(func(ctx app.Context) { h(ctx, app.Event{}) })
	e.ConsumeAll()
}
