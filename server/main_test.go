package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"waybill/server/admin"
	"waybill/server/demo"
	"waybill/server/internal/pgtest"
	"waybill/server/wire"
)

// ran runs one command and returns what it printed.
func ran(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := run(t.Context(), args, &out)
	return out.String(), err
}

// good runs a command that must succeed.
func good(t *testing.T, args ...string) string {
	t.Helper()
	out, err := ran(t, args...)
	if err != nil {
		t.Fatalf("waybill %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// refused runs a command that must fail with a text that tells why.
func refused(t *testing.T, why string, args ...string) {
	t.Helper()
	if _, err := ran(t, args...); err == nil || !strings.Contains(err.Error(), why) {
		t.Errorf("waybill %s: %v, want %q", strings.Join(args, " "), err, why)
	}
}

// start runs "serve" on free ports and waits until it listens.
func start(t *testing.T, args ...string) *program {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	out, in := io.Pipe()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := &program{t: t, stop: stop, ended: make(chan error, 1), client: &http.Client{Jar: jar}}
	go func() {
		err := run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0", "--admin-addr", "127.0.0.1:0", "--drain-wait", "300ms"}, args...), in)
		p.ended <- err
		in.CloseWithError(fmt.Errorf("ended: %w", err))
	}()
	said := make([]byte, 0, 4096)
	for !bytes.Contains(said, []byte("/metrics\n")) {
		n, err := out.Read(said[len(said):cap(said)])
		if err != nil {
			t.Fatal(err)
		}
		said = said[:len(said)+n]
	}
	urls := regexp.MustCompile(`https?://[0-9.:]+`).FindAllString(string(said), 2)
	p.base, p.admin = urls[0], urls[1]
	t.Cleanup(p.end)
	return p
}

func orderBody(n int) string {
	return fmt.Sprintf(`{"id":"01KDVDNEM0R%015d","customer_id":"%s","placed_at":"2026-11-30T11:00:00Z","lines":[{"product_id":"%s","quantity":2,"unit_price_minor":1,"currency":"EUR"}]}`,
		n, demo.CustomerID(1), demo.ProductID(1))
}

const anaSignsIn = `{"username":"ana","password":"ana-demo-pass"}`

func TestAnOfficeFromTheDemoToTheRestore(t *testing.T) {
	databases := map[string]func(t *testing.T, name string) string{
		"sqlite": func(t *testing.T, name string) string { return filepath.Join(t.TempDir(), name+".db") },
	}
	pg, err := pgtest.Start(t.Context(), pgtest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := pg.Close(); err != nil {
			t.Error(err)
		}
	}()
	databases["postgres"] = func(t *testing.T, _ string) string {
		url, err := pg.Database(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return url
	}
	for name, database := range databases {
		t.Run(name, func(t *testing.T) { office(t, database) })
	}
}

func office(t *testing.T, database func(*testing.T, string) string) {
	db := database(t, "office")
	p := start(t, "--db", db, "--demo")
	p.expect("GET", "/healthz", "", 200)
	p.expect("GET", "/readyz", "", 200)
	p.expect("GET", "/api/v1/orders", "", 401)
	p.expect("POST", "/api/v1/session", anaSignsIn, 200)
	p.expect("POST", "/api/v1/orders", orderBody(1), 201)
	p.expect("POST", "/api/v1/orders", orderBody(1), 409)
	p.expect("POST", "/api/v1/dispatches/"+demo.DispatchID(1)+"/deliver", `{"delivered_at":"2026-11-30T11:00:00Z","received_by":"Kim"}`, 200)
	if _, got := p.do("GET", p.admin+"/metrics", ""); !strings.Contains(got, `waybill_answers_total{code="id_exists",method="POST",route="/orders",status="409"} 1`) ||
		!strings.Contains(got, "waybill_unsent_writes 0") || strings.Contains(got, demo.DispatchID(1)) {
		t.Errorf("metrics:\n%s", got)
	}
	if code, _ := p.do("GET", p.base+"/metrics", ""); code == 200 {
		if _, got := p.do("GET", p.base+"/metrics", ""); strings.Contains(got, "waybill_answers_total") {
			t.Error("metrics are on the main address")
		}
	}
	p.end()

	file := filepath.Join(t.TempDir(), "office.backup")
	good(t, "backup", file, "--db", db)
	good(t, "give", "order", "01KDVDNEM0R000000000000001", "--to", "ben", "--db", db)
	refused(t, "no user", "give", "order", "01KDVDNEM0R000000000000001", "--to", "zoe", "--db", db)
	refused(t, "no dispatch", "give", "dispatch", "01KDVDNEM0R000000000000001", "--to", "ben", "--db", db)
	refused(t, "what this command takes", "give", "customer", "x", "--to", "ben", "--db", db)
	if got := good(t, "device", "list", "--db", db); !strings.Contains(got, demo.Ana) {
		t.Errorf("devices:\n%s", got)
	}
	if got := good(t, "export", "orders", "--db", db); !strings.Contains(got, "A-000001,01KDVDNEM0R000000000000001") || !strings.Contains(got, ",ana,C-0001,") {
		t.Errorf("exported:\n%s", got)
	}
	if got := good(t, "export", "orders", "--db", db); strings.Count(got, "\n") != 1 {
		t.Errorf("exported twice:\n%s", got)
	}
	if got := good(t, "check", "--db", db); !strings.Contains(got, "no faults") {
		t.Errorf("checked:\n%s", got)
	}
	back := database(t, "back")
	good(t, "restore", file, "--db", back)
	refused(t, "empty", "restore", file, "--db", back)
	p = start(t, "--db", back)
	p.expect("POST", "/api/v1/session", anaSignsIn, 200)
	p.expect("POST", "/api/v1/orders", orderBody(1), 409)
	var o wire.Order
	if err := json.Unmarshal([]byte(p.expect("POST", "/api/v1/orders", orderBody(2), 201)), &o); err != nil || o.Number != "A-010002" {
		t.Errorf("the first number after a restore is %s, %v", o.Number, err)
	}
}

func TestDrainingIsToldUntilTheDoorCloses(t *testing.T) {
	p := start(t, "--db", filepath.Join(t.TempDir(), "w.db"), "--demo", "--drain-wait", "2s")
	p.expect("POST", "/api/v1/session", anaSignsIn, 200)
	// The connection stays open over the signal, so what follows arrives.
	p.stop()
	for {
		code, got := p.do("GET", p.base+"/api/v1/orders", "")
		if code == 200 {
			continue // the signal is on its way
		}
		if code != 503 || !strings.Contains(got, `"code":"draining"`) {
			t.Fatalf("draining answers %d %s", code, got)
		}
		break
	}
	p.expect("GET", "/readyz", "", 503)
	p.expect("GET", "/healthz", "", 200)
}

func TestUsersAreKeptFromTheCommandLine(t *testing.T) {
	db := filepath.Join(t.TempDir(), "w.db")
	pass := func(s string) { admin.Stdin = strings.NewReader(s) }
	defer func() { admin.Stdin = os.Stdin }()
	pass("correct horse\n")
	good(t, "user", "add", "Cleo", "--role", "manager", "--db", db)
	pass("correct horse\n")
	refused(t, "already", "user", "add", "cleo", "--db", db)
	pass("short\n")
	refused(t, "characters", "user", "add", "dora", "--db", db)
	pass("correct horse\n")
	refused(t, "--role", "user", "add", "dora", "--role", "king", "--db", db)
	good(t, "user", "disable", "cleo", "--db", db)
	if got := good(t, "user", "list", "--db", db); !regexp.MustCompile(`cleo\s+manager\s+disabled`).MatchString(got) {
		t.Errorf("listed:\n%s", got)
	}
	good(t, "user", "enable", "cleo", "--db", db)
	pass("battery staple\n")
	good(t, "user", "passwd", "cleo", "--db", db)
	refused(t, "no user", "user", "disable", "nobody", "--db", db)
	for _, args := range [][]string{{"user"}, {"user", "add"}, {"user", "list", "x"}, {"user", "dance", "cleo"}} {
		refused(t, "what this command takes", append(args, "--db", db)...)
	}
	p := start(t, "--db", db)
	p.expect("POST", "/api/v1/session", `{"username":"cleo","password":"correct horse"}`, 401)
	p.expect("POST", "/api/v1/session", `{"username":"CLEO","password":"battery staple"}`, 200)
}

func TestAFileIsImportedWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "w.db")
	file := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	customers := file("c.csv", "\ufeffCode,Name,phone,state\nC-1,Müller,+49,\nC-2,\"Söhne, GmbH\",,inactive\n")
	if got := good(t, "import", "customers", customers, "--db", db, "--dry-run"); !strings.Contains(got, "nothing imported") {
		t.Error(got)
	}
	if got := good(t, "import", "customers", customers, "--db", db); !strings.Contains(got, "imported 2 customers: 2 added, 0 changed, 0 unchanged (utf-8, separated by ','") {
		t.Error(got)
	}
	good(t, "import", "customers", file("c2.csv", "code,name\nc‑1,Müller KG\n"), "--db", db) // the same customer, renamed
	good(t, "import", "products", file("p.csv", "code,name,price_minor,currency,unit,pack_size,min_quantity\nP-1,Tea,499,EUR,box,6, 12 \nP-2,Salt,99,EUR,bag,,\n"), "--db", db)
	admin.Stdin = strings.NewReader("correct horse\n")
	defer func() { admin.Stdin = os.Stdin }()
	good(t, "user", "add", "cleo", "--db", db)
	good(t, "import", "dispatches", file("d.csv", "number,rep,customer,summary\nD-1,cleo,C-1,2 × Tea\n"), "--db", db)
	for why, args := range map[string][]string{
		"row 3: /name":          {"customers", file("x1.csv", "code,name\nC-8,fine\nC-9,\n")},
		"row 2: /price_minor":   {"products", file("x2.csv", "code,name,price_minor,currency,unit\nP-8,Tea,4.99,EUR,box\n")},
		"row 2: /currency":      {"products", file("x3.csv", "code,name,price_minor,currency,unit\nP-8,Tea,499,EURO,box\n")},
		"row 2: /pack_size":     {"products", file("x10.csv", "code,name,price_minor,currency,unit,pack_size\nP-8,Tea,499,EUR,box,six\n")},
		"row 2: /max_quantity":  {"products", file("x11.csv", "code,name,price_minor,currency,unit,min_quantity,max_quantity\nP-8,Tea,499,EUR,box,8,7\n")},
		"row 2: /state":         {"customers", file("x4.csv", "code,name,state\nC-8,x,gone\n")},
		`no user "zoe"`:         {"dispatches", file("x5.csv", "number,rep,customer,summary\nD-8,zoe,C-1,x\n")},
		`no customer "C-77"`:    {"dispatches", file("x6.csv", "number,rep,customer,summary\nD-8,cleo,C-77,x\n")},
		`column "nmae"`:         {"customers", file("x7.csv", "code,nmae\nC-8,x\n")},
		`column "name" is miss`: {"customers", file("x8.csv", "code\nC-8\n")},
		"cannot import":         {"people", customers},
		"row 2: it has 1 cells": {"customers", file("x9.csv", "code,name\nC-8\n")},
	} {
		refused(t, why, append([]string{"import"}, append(args, "--db", db)...)...)
	}
	p := start(t, "--db", db)
	p.expect("POST", "/api/v1/session", `{"username":"cleo","password":"correct horse"}`, 200)
	var list wire.List
	if err := json.Unmarshal([]byte(p.expect("GET", "/api/v1/customers", "", 200)), &list); err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%s", list.Items)
	if len(list.Items) != 2 || !strings.Contains(got, `"version":2,"state":"active"`) || !strings.Contains(got, "Müller KG") || !strings.Contains(got, `"state":"inactive"`) {
		t.Errorf("imported as %s", got)
	}
	if got := p.expect("GET", "/api/v1/products", "", 200); !strings.Contains(got, `"unit":"box","pack_size":6,"min_quantity":12}`) || !strings.Contains(got, `"unit":"bag"}`) {
		t.Errorf("imported as %s", got)
	}
	if got := p.expect("GET", "/api/v1/dispatches", "", 200); !strings.Contains(got, `"number":"D-1"`) {
		t.Errorf("imported as %s", got)
	}
}

func TestDangerousOrMistakenFlagsAreRefused(t *testing.T) {
	db := filepath.Join(t.TempDir(), "w.db")
	for why, args := range map[string][]string{
		"--demo-anywhere":        {"--demo", "--addr", "0.0.0.0:0"},
		"reachable on :0":        {"--demo", "--addr", ":0"},
		"belong together":        {"--tls-cert", "x"},
		"give either":            {"--tls-cert", "x", "--tls-key", "y", "--domain", "example.org"},
		"--trusted-proxy":        {"--trusted-proxy", "10.0.0.0/99"},
		"no such file":           {"--tls-cert", "/no/such", "--tls-key", "/no/such", "--addr", "127.0.0.1:0"},
		"what this command":      {"more"},
		"flag provided but not ": {"--no-such-flag"},
	} {
		refused(t, why, append([]string{"serve", "--db", db}, args...)...)
	}
	refused(t, "no command", "dance")
	if got := good(t, "help"); !strings.Contains(got, "restore") {
		t.Errorf("help:\n%s", got)
	}
	t.Setenv("WAYBILL_DEMO", "true")
	t.Setenv("WAYBILL_ADDR", "0.0.0.0:0")
	refused(t, "--demo-anywhere", "serve", "--db", db)
	t.Setenv("WAYBILL_DRAIN_WAIT", "soon")
	refused(t, "WAYBILL_DRAIN_WAIT", "serve", "--db", db)
}

func TestUnderTLSTheSessionIsTiedToTheHost(t *testing.T) {
	dir := t.TempDir()
	cert, key, pool := certificate(t, dir)
	p := start(t, "--db", filepath.Join(dir, "w.db"), "--demo", "--tls-cert", cert, "--tls-key", key)
	p.client.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true}
	res, err := p.client.Post(p.base+"/api/v1/session", "application/json", strings.NewReader(anaSignsIn))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	set := strings.Join(res.Header["Set-Cookie"], "\n")
	if res.StatusCode != 200 || res.ProtoMajor != 2 || !strings.Contains(set, "__Host-waybill_session=") || strings.Count(set, "; Secure") != 2 ||
		res.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("%d over HTTP/%d, %s, %v", res.StatusCode, res.ProtoMajor, set, res.Header)
	}
	p.expect("POST", "/api/v1/orders", orderBody(1), 201)
	p.client.CloseIdleConnections()
}

// certificate makes one for this machine that signs itself.
func certificate(t *testing.T, dir string) (certFile, keyFile string, pool *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	tmpl := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "waybill"}, NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, tmpl, tmpl, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certFile, keyFile, pool = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), x509.NewCertPool()
	for path, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "PRIVATE KEY", Bytes: keyDER}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pool.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	return certFile, keyFile, pool
}
