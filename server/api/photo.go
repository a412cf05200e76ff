package api

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"waybill/server/store"
	"waybill/server/wire"
)

// photoTime is how long an upload may take from its ticket on.
const photoTime = 15 * time.Minute

// photoRoutes: a ticket first, then the bytes to the URL that it names. The
// URL is signed, so it needs no session, and ends by itself.
var photoRoutes = []route{
	{"POST", "/dispatches/{id}/photos", false, bodyJSON, (*API).newPhoto},
	{"GET", "/dispatches/{id}/photos", false, bodyNone, (*API).photosOf},
	{"PUT", "/photos/{id}", true, bodyPhoto, (*API).putPhoto},
	{"GET", "/photos/{id}", false, bodyNone, (*API).photo},
}

// newPhoto makes a ticket for one upload.
func (a *API) newPhoto(_ http.ResponseWriter, r *request) (answer, error) {
	if carriesID(r.body) {
		return answer{}, wire.NewProblem(wire.CodeClientIDNotAccepted, "")
	}
	if _, err := decode[struct{}](r.body); err != nil {
		return answer{}, err
	}
	now := a.Now()
	made, err := ulid.New(ulid.Timestamp(now), a.Random)
	if err != nil {
		return answer{}, err
	}
	id, expires := made.String(), now.Add(photoTime)
	if err := a.Store.AddPhoto(r.http.Context(), now, r.actor(), r.vars["id"], id, expires); err != nil {
		return answer{}, err
	}
	sig, err := a.sign(r, id, expires.Unix())
	if err != nil {
		return answer{}, err
	}
	q := url.Values{"expires": {strconv.FormatInt(expires.Unix(), 10)}, "signature": {sig}}
	return answer{201, wire.PhotoTicket{
		ID: id, UploadURL: wire.Base + "/photos/" + id + "?" + q.Encode(), ExpiresAt: expires.UTC().Format(time.RFC3339),
	}}, nil
}

// sign binds a photo's id to the end of its time.
func (a *API) sign(r *request, id string, expires int64) (string, error) {
	key, err := a.Store.SigningKey(r.http.Context())
	if err != nil {
		return "", err
	}
	m := hmac.New(sha256.New, key)
	fmt.Fprintf(m, "photo %s %d", id, expires)
	return hex.EncodeToString(m.Sum(nil)), nil
}

// putPhoto takes the bytes of an upload whose URL we signed.
func (a *API) putPhoto(_ http.ResponseWriter, r *request) (answer, error) {
	q := r.http.URL.Query()
	expires, err := strconv.ParseInt(q.Get("expires"), 10, 64)
	if err != nil {
		return answer{}, wire.NewProblem(wire.CodeForbidden, "The link is not whole.")
	}
	want, err := a.sign(r, r.vars["id"], expires)
	switch {
	case err != nil:
		return answer{}, err
	case !hmac.Equal([]byte(want), []byte(q.Get("signature"))):
		return answer{}, wire.NewProblem(wire.CodeForbidden, "The link is not ours.")
	case a.Now().Unix() > expires:
		return answer{}, wire.NewProblem(wire.CodeForbidden, "The link has ended; start the photo again.")
	}
	if r.unread != nil {
		return answer{}, r.unread
	}
	content := r.body
	if err := sameBytes(content, r.http.Header.Get(wire.HeaderFingerprint)); err != nil {
		return answer{}, err
	}
	kind := imageType(content)
	if kind == "" {
		return answer{}, wire.NewProblem(wire.CodeUnsupportedMediaType, "A photo is JPEG, PNG or WebP.")
	}
	if err := a.Store.PutPhoto(r.http.Context(), a.Now(), r.vars["id"], kind, content); err != nil {
		return answer{}, err
	}
	return answer{200, struct{}{}}, nil
}

// imageType is told from the bytes; what the sender says of them is nothing.
func imageType(content []byte) string {
	switch t := http.DetectContentType(content); t {
	case "image/jpeg", "image/png", "image/webp":
		return t
	}
	return ""
}

// photosOf lists the photos of a dispatch.
func (a *API) photosOf(_ http.ResponseWriter, r *request) (answer, error) {
	all, err := a.Store.PhotosOf(r.http.Context(), r.actor(), r.vars["id"])
	if err != nil {
		return answer{}, err
	}
	out := wire.List{Items: make([]json.RawMessage, len(all))}
	for i, p := range all {
		if out.Items[i], err = wire.Encode(p); err != nil {
			return answer{}, err
		}
	}
	return answer{200, out}, nil
}

// file is an answer that is not JSON.
type file struct {
	name, contentType string
	content           []byte
}

// photo serves a photo as an attachment: never shown as a page of ours.
func (a *API) photo(_ http.ResponseWriter, r *request) (answer, error) {
	p, err := a.Store.Photo(r.http.Context(), r.actor(), r.vars["id"])
	switch {
	case errors.Is(err, store.ErrNotFound):
		prob := wire.NewProblem(wire.CodeNotFound, "")
		prob.ID = r.vars["id"]
		return answer{}, prob
	case err != nil:
		return answer{}, err
	}
	ext := strings.TrimPrefix(p.ContentType, "image/")
	return answer{200, file{p.ID + "." + ext, p.ContentType, p.Content}}, nil
}

func (a *API) finishFile(w http.ResponseWriter, r *request, f file) {
	w.Header().Set("Content-Disposition", `attachment; filename="`+f.name+`"`)
	a.write(w, r, 200, f.contentType, f.content, "")
}
