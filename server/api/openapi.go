package api

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"waybill/server/wire"
)

// operation describes one route: what it takes and gives, as values of the
// types that really travel. A test holds the table to the routes and to
// answers of the running handler.
type operation struct {
	summary string
	takes   any // nil for none
	gives   any
	status  int
	query   []string
	codes   []wire.Code // beside those that every route may answer
}

// anyRecord stands for one of the four records.
type anyRecord struct{ wire.Meta }

// operations is the description, by "METHOD /pattern".
var operations = map[string]operation{
	"POST /session":   {"Sign in; ends the session whose cookie came with it", wire.Credentials{}, wire.Session{}, 200, nil, []wire.Code{wire.CodeBadCredentials, wire.CodeUnsupportedMediaType, wire.CodePayloadTooLarge, wire.CodeBodyAltered}},
	"GET /session":    {"Who is signed in, or nobody", nil, wire.Session{}, 200, nil, nil},
	"DELETE /session": {"Sign out: ends the session that is named, or else the cookie's", nil, struct{}{}, 200, []string{wire.QuerySession}, nil},
	"POST /session/password": {
		"Change one's own password; ends one's other sessions",
		wire.PasswordBody{},
		struct{}{},
		200, nil, writeCodes,
	},
	"GET /changes":    {"What changed for this user since the cursor; the first page, without a cursor, says in left how many are to come after it", nil, wire.Changes{}, 200, []string{"cursor", "limit"}, []wire.Code{wire.CodeCursorExpired}},
	"POST /batch":     {"Up to 100 writes, each with its own verdict", wire.Batch{}, wire.BatchAnswer{}, 200, nil, writeCodes},
	"POST /customers": {"A new customer", wire.CustomerBody{}, wire.Customer{}, 201, nil, append(writeCodes, createCodes...)},
	"POST /products":  {"A new product; managers only", wire.ProductBody{}, wire.Product{}, 201, nil, append(writeCodes, append(createCodes, wire.CodeForbidden)...)},
	"POST /orders":    {"A new order, header and lines in one message", wire.OrderBody{}, wire.Order{}, 201, nil, append(writeCodes, append(createCodes, wire.CodeForeignKey)...)},
	"GET /{kind}":     {"A page of records, or those named in ids with the missing ones; orders come by their number, the latest arrival first; after is what the page before named", nil, wire.List{}, 200, []string{"ids", "q", "after", "limit"}, nil},
	"GET /{kind}/{id}": {
		"One record; to its creator its existence is always visible", nil,
		anyRecord{},
		200, nil,
		[]wire.Code{wire.CodeNotFound},
	},
	"POST /dispatches/{id}/deliver": {"Handed over: final", wire.DeliverBody{}, wire.Dispatch{}, 200, nil, append(writeCodes, changeCodes...)},
	"POST /dispatches/{id}/fail":    {"Could not be handed over: final", wire.FailBody{}, wire.Dispatch{}, 200, nil, append(writeCodes, changeCodes...)},
	"POST /orders/{id}/cancel":      {"Cancel an order that is placed", wire.CancelBody{}, wire.Order{}, 200, nil, append(writeCodes, changeCodes...)},
	"POST /dispatches/{id}/photos":  {"A ticket for the upload of one photo", struct{}{}, wire.PhotoTicket{}, 201, nil, append(writeCodes, changeCodes...)},
	"GET /dispatches/{id}/photos":   {"The photos of a dispatch", nil, wire.List{}, 200, nil, []wire.Code{wire.CodeNotFound, wire.CodeForbidden}},
	"PUT /photos/{id}": {
		"The bytes of a photo, to the signed URL of its ticket", []byte(nil),
		struct{}{},
		200,
		[]string{"expires", "signature"},
		[]wire.Code{wire.CodeForbidden, wire.CodeNotFound, wire.CodeInvalidTransition, wire.CodeUnsupportedMediaType, wire.CodePayloadTooLarge, wire.CodeBodyAltered},
	},
	"GET /photos/{id}":  {"A photo, as an attachment", nil, []byte(nil), 200, nil, []wire.Code{wire.CodeNotFound}},
	"GET /openapi.json": {"This description", nil, map[string]any{}, 200, nil, nil},
}

// Codes that groups of routes may answer with.
var (
	everyCodes  = []wire.Code{wire.CodeMalformed, wire.CodeUpgradeRequired, wire.CodeContractAhead, wire.CodeCrossOrigin, wire.CodeRateLimited, wire.CodeOverloaded, wire.CodeDraining, wire.CodeBusy, wire.CodeInternal}
	closedCodes = []wire.Code{wire.CodeUnauthenticated, wire.CodeWrongUser}
	writeCodes  = []wire.Code{wire.CodeUnsupportedMediaType, wire.CodePayloadTooLarge, wire.CodeBodyAltered, wire.CodeValidationFailed}
	createCodes = []wire.Code{wire.CodeDuplicateCode, wire.CodeIDExists, wire.CodeIDReused}
	changeCodes = []wire.Code{wire.CodeClientIDNotAccepted, wire.CodeNotFound, wire.CodeForbidden, wire.CodeInvalidTransition}
)

// openAPI serves the description.
func (a *API) openAPI(http.ResponseWriter, *request) (answer, error) {
	return answer{200, describe()}, nil
}

var describe = sync.OnceValue(func() json.RawMessage {
	doc, err := wire.Encode(description())
	if err != nil {
		panic(err) // a test would have seen it
	}
	return doc
})

type object = map[string]any

// description is the OpenAPI 3.1 document.
func description() object {
	paths, schemas := object{}, object{}
	for _, r := range routes {
		op := operations[r.method+" "+r.pattern]
		at, _ := paths[wire.Base+r.pattern].(object)
		if at == nil {
			at = object{}
			paths[wire.Base+r.pattern] = at
		}
		at[strings.ToLower(r.method)] = op.describe(r, schemas)
	}
	schemaOf(reflect.TypeFor[wire.Problem](), schemas)
	return object{
		"openapi":    "3.1.0",
		"info":       object{"title": "Waybill", "version": strconv.Itoa(wire.Contract), "description": "Every answer carries " + wire.HeaderContract + "; errors are RFC 9457 problem documents with a code. A value in the parameter " + wire.QueryAsk + " comes back in " + wire.HeaderAsked + "."},
		"paths":      paths,
		"components": object{"schemas": schemas, "securitySchemes": object{"session": object{"type": "apiKey", "in": "cookie", "name": SessionCookie}}},
	}
}

func (op operation) describe(r route, schemas object) object {
	out := object{"summary": op.summary, "responses": op.responses(r, schemas), "security": []object{{"session": []string{}}}}
	if r.open {
		out["security"] = []object{}
	}
	var params []object
	for _, part := range strings.Split(r.pattern, "/") {
		if name := strings.Trim(part, "{}"); name != part {
			schema := object{"type": "string"}
			if name == "kind" {
				schema["enum"] = wire.Kinds
			}
			params = append(params, object{"name": name, "in": "path", "required": true, "schema": schema})
		}
	}
	query := op.query
	if r.method == "GET" {
		query = append(slices.Clone(query), wire.QueryAsk)
	}
	for _, q := range query {
		params = append(params, object{"name": q, "in": "query", "schema": object{"type": "string"}})
	}
	for _, h := range []string{wire.HeaderContract, wire.HeaderOwner, wire.HeaderFingerprint, wire.HeaderClient, wire.HeaderUnsent} {
		params = append(params, object{"name": h, "in": "header", "schema": object{"type": "string"}})
	}
	out["parameters"] = params
	if op.takes != nil {
		out["requestBody"] = object{"required": true, "content": content(op.takes, schemas)}
	}
	return out
}

// responses has one entry a status; its description lists the codes.
func (op operation) responses(r route, schemas object) object {
	out := object{strconv.Itoa(op.status): object{"description": "done", "content": content(op.gives, schemas)}}
	codes := append(append([]wire.Code{}, everyCodes...), op.codes...)
	if !r.open {
		codes = append(codes, closedCodes...)
	}
	for _, c := range codes {
		spec, _ := c.Spec()
		status := strconv.Itoa(spec.Status)
		entry, _ := out[status].(object)
		if entry == nil {
			entry = object{"description": "", "content": object{"application/problem+json": object{"schema": ref("Problem")}}}
			out[status] = entry
		}
		entry["description"] = strings.TrimPrefix(entry["description"].(string)+", "+string(c), ", ")
	}
	return out
}

func content(v any, schemas object) object {
	if _, bytes := v.([]byte); bytes {
		return object{"image/*": object{}}
	}
	return object{"application/json": object{"schema": schemaOf(reflect.TypeOf(v), schemas)}}
}

func ref(name string) object { return object{"$ref": "#/components/schemas/" + name} }

// schemaOf describes a type as encoding/json writes it; named structs become
// components.
func schemaOf(t reflect.Type, schemas object) object {
	switch t.Kind() {
	case reflect.Pointer:
		return object{"anyOf": []object{schemaOf(t.Elem(), schemas), {"type": "null"}}}
	case reflect.String:
		if t == reflect.TypeFor[wire.FieldCode]() {
			return object{"type": "string", "enum": fieldCodes()}
		}
		return object{"type": "string"}
	case reflect.Int, reflect.Int64:
		return object{"type": "integer"}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Slice:
		if t == reflect.TypeFor[json.RawMessage]() {
			return object{} // any JSON: a record, a problem, a body
		}
		return object{"type": "array", "items": schemaOf(t.Elem(), schemas)}
	case reflect.Interface:
		return object{} // any JSON
	case reflect.Map:
		return object{"type": "object", "additionalProperties": schemaOf(t.Elem(), schemas)}
	case reflect.Struct:
		return structSchema(t, schemas)
	}
	return object{"type": "object"}
}

func fieldCodes() (codes []wire.FieldCode) {
	for _, spec := range wire.FieldCodes {
		codes = append(codes, spec.Code)
	}
	return codes
}

func structSchema(t reflect.Type, schemas object) object {
	if t.Name() == "" {
		return object{"type": "object", "additionalProperties": false}
	}
	name := strings.ToUpper(t.Name()[:1]) + t.Name()[1:]
	if _, done := schemas[name]; done {
		return ref(name)
	}
	properties, required := object{}, []string{}
	for _, f := range reflect.VisibleFields(t) {
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || tag == "" {
			continue
		}
		properties[tag] = schemaOf(f.Type, schemas)
		if options != "omitempty" {
			required = append(required, tag)
		}
	}
	s := object{"type": "object", "properties": properties, "required": required}
	if t != reflect.TypeFor[anyRecord]() {
		s["additionalProperties"] = false
	}
	schemas[name] = s
	return ref(name)
}
